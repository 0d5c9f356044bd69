# mage and witch
choose-move-mage-or-witch = Where does the mage or the witch go?
choose-separate-mage-and-witch = Mage and witch share a feature: which one moves, and where to?
choose-remove-mage-or-witch = No road or city is free: which one leaves the board?
remind-mage-move = Magic symbol: move or bring in the mage or the witch before a figure is placed.
remind-mage-separate = Mage and witch share a feature: move one of them before the scoring.
remind-mage-remove = Magic symbol, but no road or city is free: take the mage or the witch off the board.
remind-mage-gives = { $figure } here: { $points } points more, then she leaves the board.
remind-witch-takes = { $figure } here: { $points } points fewer, then she leaves the board.
