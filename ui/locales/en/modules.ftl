# mage and witch
choose-move-mage-or-witch = Where does the mage or the witch go?
choose-separate-mage-and-witch = Mage and witch share a feature: which one moves, and where to?
choose-remove-mage-or-witch = No road or city is free: which one leaves the board?
remind-mage-move = Magic symbol: move or bring in the mage or the witch before a figure is placed.
remind-mage-separate = Mage and witch share a feature: move one of them before the scoring.
remind-mage-remove = Magic symbol, but no road or city is free: take the mage or the witch off the board.
remind-mage-gives = { $figure } here: { $points ->
    [one] 1 extra point
   *[other] { $points } extra points
  }, then the figure leaves the board.
remind-witch-takes = { $figure } here: { $points ->
    [one] 1 point
   *[other] { $points } points
  } fewer, then the figure leaves the board.

# mists, cooperative
choose-points-or-removal = { $place } is finished: points, or remove ghosts?
choose-points = A feature is finished: points, or remove ghosts?
choose-bury = A cemetery is closed: which meeple is buried there?
choose-cemetery-ghost = Onto which open cemetery does the extra ghost go?
choose-place-hound = A hound is reached: to which meeple does it go?
choose-hound-removal = Which ghosts around the hound are removed?
choose-turn-tile-down = Where does the face-down tile go?
choose-fill-circles = Which ghosts move into the spell circles?
choose-bring-eloise = Her stock is empty: to which meeple does Eloise go?
choose-eloise-before = Or had Eloise been put beside another meeple before?
choose-move-eloise = To which meeple does Eloise move?
event-points-taken = The points
event-meeple-buried = Buried: { $figure }
event-supply-buried = Buried from the supply: { $figure }
event-tile-turned-down = A tile face down: { $place }
refused-in-mist = Nobody may stand in the mist.
remind-ghosts-come = { $count ->
    [0] No ghost on this tile
    [one] 1 ghost onto this tile
   *[other] { $count } ghosts onto this tile
  } (of { $symbols } printed): { $why } In the supply afterwards: { $left }.
ghosts-why-no-mist = it shows no mist.
ghosts-why-new = its mist is new.
ghosts-why-extended = its mist joins mist on the board, so one fewer.
ghosts-why-finished = it finishes its mist.
remind-mist-finished = { $count ->
    [one] The mist is finished: 1 ghost goes
   *[other] The mist is finished: { $count } ghosts go
  } back to the supply.
remind-mist-spoiled = This mist can never be finished now. Its ghosts leave only if they are removed.
remind-cemetery-ghost = One more ghost onto an open cemetery.
remind-haunted-neighbours = { $count ->
    [one] 1 ghost onto the misty tile
   *[other] { $count } ghosts, one onto each misty tile
  } around the cemetery.
remind-cemetery-cleared = { $count ->
    [one] The cemetery is closed: its ghost goes
   *[other] The cemetery is closed: its { $count } ghosts go
  } back to the supply.
remind-bury = The cemetery is closed: bury a meeple there.
remind-decide = Feature finished: { $points } points ({ $value } × { $colors }), or remove up to { $ghosts } ghosts from one tile.
remind-place-hound = { $name } is reached: put the hound beside a meeple.
remind-hound-removes = { $name } removes up to 3 ghosts from each of up to 2 tiles around it.
remind-join-piles = Put the rest of the pile on top of the next one: { $left } tiles to draw.
remind-hound-scores = The meeple with { $name } scores: { $points ->
    [one] 1 extra point
   *[other] { $points } extra points
  }, then the hound leaves the game.
remind-turn-tile-down = Lay a tile face down beside an open cemetery.
remind-few-ghosts = { $count ->
    [0] No ghost is left in the supply. If another one is due, the game is lost.
    [one] Only 1 ghost is left in the supply.
   *[other] Only { $count } ghosts are left in the supply.
  }
remind-few-tiles = { $left ->
    [one] Only 1 tile
   *[other] Only { $left } tiles
  } in the pile, { $missing ->
    [one] 1 point
   *[other] { $missing } points
  } still needed.

# Eloise and the spell circles, cooperative
remind-fill-circles = { $circles ->
    [one] Fill 1 circle
   *[other] Fill { $circles } circles
  }: { $moved } from the tiles around them, { $stock } from the supply.
remind-pick-ghosts = { $count ->
    [one] Choose the ghost that moves
   *[other] Choose the { $count } ghosts that move
  } into the circles.
remind-no-cemetery-ghost = No ghost onto a cemetery: none came from the supply.
remind-stuck = Ghosts in these circles are stuck for the rest of the game.
remind-eloise-bring = Her stock is empty: put Eloise beside a meeple, before one is placed.
remind-eloise-next = Eloise comes with the next meeple that is placed.
remind-eloise-scores = { $points ->
    [one] Eloise scores: 1 point for the ghost in a circle, then she moves on.
   *[other] Eloise scores: { $points } points for the ghosts in circles, then she moves on.
  }
remind-eloise-move = Move Eloise to another meeple.
