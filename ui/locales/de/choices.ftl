# was eine Möglichkeit tut und wozu sie führt
choice-leave = Verzichten
choice-optional = Darauf kann verzichtet werden.
choice-by = { $name } entscheidet.
event-tile-laid = Plättchen { $face }: { $place }
event-figure-placed = { $figure }: { $place }
event-figure-taken = Vom Plan: { $figure }
event-tile-discarded = Plättchen { $face } scheidet aus
event-turn-of = { $name } ist am Zug
event-turn-ended = Der Zug endet
event-game-ended = Das Spiel endet
event-ghosts-come = { $count ->
    [one] 1 Geist
   *[other] { $count } Geister
  } { $to }
event-ghosts-go = { $count ->
    [one] 1 Geist
   *[other] { $count } Geister
  } { $from } weg
event-ghosts-move = { $count ->
    [one] 1 Geist
   *[other] { $count } Geister
  } { $from } { $to }
event-companion-placed = { $name } zu { $figure }
event-companion-aside = { $name } wartet neben dem Plan
event-change = Ein früherer Eintrag ändert sich
ghosts-from-supply = aus dem Vorrat
ghosts-from-cat = aus Eloises Vorrat
ghosts-from-mist = vom Nebel ({ $place })
ghosts-from-circle = aus einem Bannkreis ({ $place })
ghosts-from-cemetery = vom Friedhof ({ $place })
ghosts-from-beside = von { $figure }
ghosts-to-supply = in den Vorrat
ghosts-to-cat = in Eloises Vorrat
ghosts-to-mist = auf den Nebel ({ $place })
ghosts-to-circle = in einen Bannkreis ({ $place })
ghosts-to-cemetery = auf den Friedhof ({ $place })
ghosts-to-beside = zu { $figure }
companion-rufus = Rufus
companion-ronja = Ronja
companion-eloise = Eloise
segment-at = { $feature }, { $place }
standing-at = { $figure }, { $place }
effect-at-end = am Ende { $points }
effect-more-ghosts = { $count ->
    [one] 1 Geist mehr
   *[other] { $count } Geister mehr
  }
effect-fewer-ghosts = { $count ->
    [one] 1 Geist weniger
   *[other] { $count } Geister weniger
  }
effect-ends-game = beendet das Spiel
