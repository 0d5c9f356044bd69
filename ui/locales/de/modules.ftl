# Magier und Hexe
choose-move-mage-or-witch = Wohin geht der Magier oder die Hexe?
choose-separate-mage-and-witch = Magier und Hexe stehen im selben Gebiet: wer geht, und wohin?
choose-remove-mage-or-witch = Keine Straße und keine Stadt ist frei: wer verlässt den Plan?
remind-mage-move = Magiesymbol: Magier oder Hexe versetzen oder einsetzen, bevor eine Figur gesetzt wird.
remind-mage-separate = Magier und Hexe stehen im selben Gebiet: eine der Figuren vor der Wertung versetzen.
remind-mage-remove = Magiesymbol, aber keine Straße und keine Stadt ist frei: Magier oder Hexe vom Plan nehmen.
remind-mage-gives = { $figure } hier: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } mehr, dann verlässt die Figur den Plan.
remind-witch-takes = { $figure } hier: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } weniger, dann verlässt die Figur den Plan.

# Nebel, gemeinsam
choose-points-or-removal = Fertig: { $place }. Punkte, oder Geister entfernen?
choose-points = Ein Gebiet ist fertig: Punkte, oder Geister entfernen?
choose-bury = Ein Friedhof ist geschlossen: welcher Meeple wird dort begraben?
choose-cemetery-ghost = Auf welchen offenen Friedhof kommt der weitere Geist?
choose-place-hound = Ein Hund ist erreicht: zu welchem Meeple geht er?
choose-hound-removal = Welche Geister um den Hund herum werden entfernt?
choose-turn-tile-down = Wohin kommt das verdeckte Plättchen?
choose-fill-circles = Welche Geister ziehen in die Bannkreise?
choose-bring-eloise = Ihr Vorrat ist leer: zu welchem Meeple geht Eloise?
choose-eloise-before = Oder stand Eloise schon vorher bei einem anderen Meeple?
choose-move-eloise = Zu welchem Meeple zieht Eloise?
event-points-taken = Die Punkte
event-meeple-buried = Begraben: { $figure }
event-supply-buried = Aus dem Vorrat begraben: { $figure }
event-tile-turned-down = Ein Plättchen verdeckt: { $place }
refused-in-mist = Im Nebel darf niemand stehen.
remind-ghosts-come = { $count ->
    [0] Kein Geist auf dieses Plättchen
    [one] 1 Geist auf dieses Plättchen
   *[other] { $count } Geister auf dieses Plättchen
  } (von { $symbols } gedruckten): { $why } Vorrat danach: { $left }.
ghosts-why-no-mist = es zeigt keinen Nebel.
ghosts-why-new = sein Nebel ist neu.
ghosts-why-extended = sein Nebel schließt an liegenden an, also einer weniger.
ghosts-why-finished = es schließt seinen Nebel ab.
remind-mist-finished = { $count ->
    [one] Der Nebel ist fertig: 1 Geist geht
   *[other] Der Nebel ist fertig: { $count } Geister gehen
  } zurück in den Vorrat.
remind-mist-spoiled = Dieser Nebel kann nie mehr fertig werden. Seine Geister lassen sich nur noch entfernen.
remind-cemetery-ghost = Ein weiterer Geist auf einen offenen Friedhof.
remind-haunted-neighbours = { $count ->
    [one] 1 Geist auf das Nebelplättchen
   *[other] { $count } Geister, je einer auf die Nebelplättchen
  } um den Friedhof.
remind-cemetery-cleared = { $count ->
    [one] Der Friedhof ist geschlossen: sein Geist geht
   *[other] Der Friedhof ist geschlossen: seine { $count } Geister gehen
  } zurück in den Vorrat.
remind-bury = Der Friedhof ist geschlossen: dort einen Meeple begraben.
remind-decide = Gebiet fertig: { $points } Punkte ({ $value } × { $colors }), oder bis zu { $ghosts } Geister von einem Plättchen entfernen.
remind-place-hound = { $name } ist erreicht: den Hund zu einem Meeple stellen.
remind-hound-removes = { $name } entfernt je bis zu 3 Geister von bis zu 2 Plättchen ringsum.
remind-join-piles = Den Rest des Stapels auf den nächsten legen: { $left } Plättchen zum Ziehen.
remind-hound-scores = Der Meeple mit { $name } wird gewertet: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } mehr, dann verlässt der Hund das Spiel.
remind-turn-tile-down = Ein Plättchen verdeckt neben einen offenen Friedhof legen.
remind-few-ghosts = { $count ->
    [0] Kein Geist mehr im Vorrat. Wird noch einer fällig, ist das Spiel verloren.
    [one] Nur noch 1 Geist im Vorrat.
   *[other] Nur noch { $count } Geister im Vorrat.
  }
remind-few-tiles = { $left ->
    [one] Nur noch 1 Plättchen
   *[other] Nur noch { $left } Plättchen
  } im Stapel, { $missing ->
    [one] 1 Punkt fehlt
   *[other] { $missing } Punkte fehlen
  }.

# Eloise und die Bannkreise, gemeinsam
remind-fill-circles = { $circles ->
    [one] 1 Bannkreis füllen
   *[other] { $circles } Bannkreise füllen
  }: { $moved } von den Plättchen ringsum, { $stock } aus dem Vorrat.
remind-pick-ghosts = { $count ->
    [one] Den Geist wählen, der in den Bannkreis zieht.
   *[other] Die { $count } Geister wählen, die in die Bannkreise ziehen.
  }
remind-no-cemetery-ghost = Kein Geist auf einen Friedhof: keiner kam aus dem Vorrat.
remind-stuck = Die Geister in diesen Bannkreisen bleiben bis zum Ende.
remind-eloise-bring = Ihr Vorrat ist leer: Eloise zu einem Meeple stellen, bevor einer gesetzt wird.
remind-eloise-next = Eloise kommt mit dem nächsten Meeple, der gesetzt wird.
remind-eloise-scores = { $points ->
    [one] Eloise zählt: 1 Punkt für den Geist im Bannkreis, dann zieht sie weiter.
   *[other] Eloise zählt: { $points } Punkte für die Geister in Bannkreisen, dann zieht sie weiter.
  }
remind-eloise-move = Eloise zu einem anderen Meeple stellen.
