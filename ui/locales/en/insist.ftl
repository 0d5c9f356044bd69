# What is against the rules but lies there, points that wait for a word, and what is told late

insist-tile = It lies there: keep it
insist-figure = It stands there: keep it
insist-anyway = Show places against the rules
insist-anyway-why = Offers every place beside a tile, whether it fits there or not. Whatever is kept is marked, and listed at the end.
insist-figure-menu = Against the rules …
irregular-title = Kept against the rules
irregular-entry = turn { $turn }: { $what } ({ $why })
event-insisted = { $what }, against the rules
unsettled-title = Points still to be decided
unsettled-line = turn { $turn }, { $name }: { $either }
unsettled-either = { $figure ->
    [mage] { $points } if the mage stays
   *[witch] { $points } if the witch stays
  }
unsettled-or = {" "}or{" "}
late-title = Left out last turn
late-why = Whatever was left out of the previous turn can still be entered here.
remind-loss-open = There are not enough ghosts. The game is lost unless some were removed last turn, by a hound or instead of points: enter what was done, or end the turn.
