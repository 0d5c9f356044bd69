# what an option of a choice does, and what it leads to
choice-leave = Leave it
choice-optional = May be left alone.
choice-by = { $name } chooses.
event-tile-laid = Tile { $face } at { $place }
event-figure-placed = { $figure }: { $place }
event-figure-taken = Off the board: { $figure }
event-tile-discarded = Tile { $face } leaves the game
event-turn-of = It is { $name }’s turn
event-turn-ended = The turn ends
event-game-ended = The game ends
event-ghosts-come = { $count ->
    [one] 1 ghost
   *[other] { $count } ghosts
  } { $to }
event-ghosts-go = { $count ->
    [one] 1 ghost goes
   *[other] { $count } ghosts go
  } { $from }
event-ghosts-move = { $count ->
    [one] 1 ghost moves
   *[other] { $count } ghosts move
  } { $from } { $to }
event-companion-placed = { $name } to { $figure }
event-companion-aside = { $name } waits beside the board
event-change = An earlier entry changes
ghosts-from-supply = from the supply
ghosts-from-cat = from Eloise’s stock
ghosts-from-mist = from the mist ({ $place })
ghosts-from-circle = from a spell circle ({ $place })
ghosts-from-cemetery = from the cemetery ({ $place })
ghosts-from-beside = from { $figure }
ghosts-to-supply = to the supply
ghosts-to-cat = to Eloise’s stock
ghosts-to-mist = onto the mist ({ $place })
ghosts-to-circle = into a spell circle ({ $place })
ghosts-to-cemetery = to the cemetery ({ $place })
ghosts-to-beside = to { $figure }
companion-rufus = Rufus
companion-ronja = Ronja
companion-eloise = Eloise
segment-at = { $feature }, { $place }
standing-at = { $figure } ({ $place })
effect-at-end = { $points } at the end
effect-more-ghosts = { $count ->
    [one] 1 more ghost
   *[other] { $count } more ghosts
  }
effect-fewer-ghosts = { $count ->
    [one] 1 fewer ghost
   *[other] { $count } fewer ghosts
  }
effect-ends-game = ends the game
