# Set-up: what lies ready before the first turn.
set-out-title = Set-up: { $done } of { $all }
set-out-help = Tick what is ready. The camera ticks what it sees.
set-out-ready = Everything is ready for the first tile.
set-out-away = Hide this list
lay-start-tile = Lay the start tile in the middle
lay-big-start-tile = Lay the large start tile (2 × 2) in the middle
lay-pieces = Each colour gets { $pieces }; all others stay in the box
lay-meeples = { $count ->
    [one] one meeple
   *[other] { $count } meeples
  }
lay-big-meeples = { $count ->
    [one] one big meeple
   *[other] { $count } big meeples
  }
lay-guards = { $count ->
    [one] one guard
   *[other] { $count } guards
  }
lay-abbots = { $count ->
    [one] one abbot
   *[other] { $count } abbots
  }
lay-scoring-meeples = Put one meeple of each colour on the score track
lay-team-meeple = Put one meeple of a spare colour on the score track: it scores for everybody
lay-shuffle = Shuffle { $count } tiles and pile them face down
lay-mage-and-witch = Put mage and witch beside the board
lay-crop-circle-card = The crop circle card stays in the box: it is not used here
lay-no-base-tiles = The tiles of the base game stay in the box
lay-no-base-start-tile = The start tile of the base game stays in the box
lay-no-castles-and-cemeteries = The tiles with a castle or a cemetery stay in the box
lay-no-castles = The tiles with a castle stay in the box
lay-no-cemeteries = The tiles with a cemetery stay in the box
lay-ghosts-on-start = { $count ->
    [one] Put 1 ghost on the ghost printed on the start tile
   *[other] Put { $count } ghosts on the ghosts printed on the start tile
  }
lay-ghost-supply = { $count ->
    [one] Lay 1 ghost ready as the supply
   *[other] Lay { $count } ghosts ready as the supply
  }
lay-ghosts-in-box = { $count ->
    [one] 1 ghost stays in the box
   *[other] { $count } ghosts stay in the box
  }
lay-piles = Split the tiles into { $piles } piles of { $each }; draw from the first
lay-hounds = Lay Rufus on space { $first } of the score track, Ronja on space { $second }
lay-no-hounds = The hounds stay in the box
lay-goal = Lay the goal token for { $count } points on the score track
lay-no-ghosts-on-start = No ghost goes on the start tile
lay-guard-supply = Put { $count } more guards of each colour beside the score track as the supply
lay-no-goal-levels-hounds = Goal token, level card and hounds stay in the box
lay-eloise = { $count ->
    [one] Put Eloise at the edge of the play area with 1 ghost in front of her
   *[other] Put Eloise at the edge of the play area with { $count } ghosts in front of her
  }
lay-second-stock = { $count ->
    [one] Put 1 ghost beside her as a second stock
   *[other] Put { $count } ghosts beside her as a second stock
  }
lay-no-eloise = Eloise stays in the box
lay-tatan-cards = { $count ->
    [one] Shuffle 1 Tatan card in; it is counted with the tiles
   *[other] Shuffle { $count } Tatan cards in; they are counted with the tiles
  }
lay-start-squares = Lay the start tile on one of the two start squares and a drawn tile on the other
lay-chips = { $count ->
    [0] The map chips lie face down on the map
   *[other] Lay the map chips face down on the map: { $count } to go
  }
lay-chips-away = Put { $count } map chips away unseen
lay-island = Island ({ $color }), square { $square }: pile 5 tiles face down and turn up the top one

# teach the own tiles first
own-tiles-first = { $count ->
    [one] The camera does not know one of these tiles yet: show it first.
   *[other] The camera does not know { $count } of these tiles yet: show them first, which takes about { $minutes } minutes.
  }
own-tiles-teach = Show them now
own-tiles-try = Try it with practice tiles
own-tiles-practice = When you keep score by hand, the bag holds the practice tiles of this program, not those of your box.

# parts of a box
parts-title = Played with
parts-ghosts = Ghosts
parts-castles = Castles
parts-cemeteries = Cemeteries
bag-title = { $count ->
    [one] In the bag: 1 tile
   *[other] In the bag: { $count } tiles
  }
bag-why = Change this only if you play with more or fewer tiles than the boxes hold.
bag-boxes = { $name }: boxes
bag-others = Other tiles that the program does not know
bag-others-why = They are counted with the rest. When one is laid, choose “?” by hand; what touches it stays open.
bag-faces = Single tiles
bag-reset = As in the box

# drawn examples of table options
example-yes = Yes
example-no = No
example-legend = Red: a meeple of one’s own. Blue: an opponent’s. White: the circles. Outlined: the new tile. “2. 3×” means that three ghosts come second.
example-bk4b = The mist of the new tile with three circles meets a clear side on the left: three ghosts for the circles, and with Yes one more.
example-bk5 = The new tile extends the mist above and destroys its own on the right. With Yes the ghost for extending comes last, with No the circles are filled last.
example-bk7 = Two ghosts stand in circles on the left. The new tile extends that mist and destroys it on the right. With Yes one circle ghost goes to the opponent first and the other to one’s own meeple, with No both come to one’s own.
