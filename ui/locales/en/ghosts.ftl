# ghosts, castles, cemeteries and spell circles in competition
choose-haunt-opponent = Beside which opponent’s meeple does the ghost go?
choose-haunt-own = Beside which of your own meeples does the ghost go?
choose-draw-into-circle = Which meeple’s ghost moves into the new circle?
refused-guards = Guards take no ghosts.
event-pile-empty = The face-down pile is empty
remind-haunt-opponent = Mist extended: a ghost beside an opponent’s meeple.
remind-haunt-own = Mist destroyed: a ghost beside one of your own meeples.
remind-haunt-from-circle = It comes out of a spell circle.
remind-put-beside = { $why } A ghost { $from } to { $figure }.
haunt-why-opponent = Mist extended.
haunt-why-own = Mist destroyed.
remind-driven-off = { $figure }: the third ghost. The meeple and its ghosts go home.
remind-left-out = { $whose } No ghost this time: { $why }
haunt-no-ghost = the supply is empty.
haunt-no-meeple = no meeple can take one.
remind-guards-take-none = Guards take no ghosts.
remind-draw-in = A ghost from a nearby meeple moves into the new circle.
remind-drawn-in = The ghost of { $figure } moves into the new circle.
remind-circles-filled = { $supply ->
    [one] 1 circle is
   *[other] { $supply } circles are
  } filled from the supply{ $empty ->
    [0] .
    [one] , 1 stays empty.
   *[other] , { $empty } stay empty.
  }
remind-ghost-to-supply = A ghost of the emptied circle goes to the supply: no meeple can take it.
remind-ghosts-cost = { $count ->
    [one] 1 ghost costs { $name } 2 points
   *[other] { $count } ghosts cost { $name } 2 points each
  }. The feature then scores { $points }.
remind-stops-at-zero = The score track stops at 0.
remind-castle = Castle finished: { $points } points, { $misty ->
    [one] 1 misty tile
   *[other] { $misty } misty tiles
  } around it.
remind-take-guard = Cemetery closed: { $name } gets a guard, and the warden goes home.
remind-no-guard-left = Cemetery closed: no guard is left for { $name }. The warden goes home.
remind-cost-at-end = In the final scoring each ghost beside a meeple costs a point: { $ghosts }.
panel-haunted = { $count ->
    [one] 1 ghost
   *[other] { $count } ghosts
  } beside a meeple of { $name }
panel-ghosts-left = Ghosts left: { $supply }
panel-owed = { $count ->
    [one] 1 ghost is still due
   *[other] { $count } ghosts are still due
  }
panel-guards = Guards to win: { $each }
