# Magier und Hexe
choose-move-mage-or-witch = Wohin geht der Magier oder die Hexe?
choose-separate-mage-and-witch = Magier und Hexe stehen im selben Gebiet: wer geht, und wohin?
choose-remove-mage-or-witch = Keine Straße und keine Stadt ist frei: wer verlässt den Plan?
remind-mage-move = Magiesymbol: Magier oder Hexe versetzen oder einsetzen, bevor eine Figur gesetzt wird.
remind-mage-separate = Magier und Hexe stehen im selben Gebiet: eine der Figuren vor der Wertung versetzen.
remind-mage-remove = Magiesymbol, aber keine Straße und keine Stadt ist frei: Magier oder Hexe vom Plan nehmen.
remind-mage-gives = { $figure } hier: { $points } Punkte mehr, dann verlässt die Figur den Plan.
remind-witch-takes = { $figure } hier: { $points } Punkte weniger, dann verlässt die Figur den Plan.
