# What is against the rules but lies there, points that wait for a word, and what is told late

insist-tile = It lies there: keep it
insist-figure = It stands there: keep it
insist-anyway = Against the rules, too
insist-anyway-why = Offers every place beside a tile, whether it fits there or not. What is kept is marked and named at the end.
insist-figure-menu = Against the rules …
irregular-title = Kept against the rules
irregular-entry = turn { $turn }: { $what } ({ $why })
event-insisted = { $what }, against the rules
unsettled-title = Points that wait for a word
unsettled-line = turn { $turn }, { $name }: { $either }
unsettled-either = { $figure ->
    [mage] { $points } if the mage stays
   *[witch] { $points } if the witch stays
  }
unsettled-or = {" "}or{" "}
late-title = Not told last turn
late-why = What was done in the turn before can still be told here.
remind-loss-open = The ghosts do not suffice. Unless a hound or a region removed some last turn, the game is lost: tell what was done, or end the turn.
