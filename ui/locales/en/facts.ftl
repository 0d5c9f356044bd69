# Words for what the tracker says: it speaks in typed facts, the wording is here.

color-red = red
color-blue = blue
color-yellow = yellow
color-green = green
color-black = black
color-pink = pink

feature-road = road
feature-city = city
feature-field = field
feature-monastery = monastery
feature-garden = garden
feature-castle = castle
feature-cemetery = cemetery

on-road = on the road
on-city = in the city
on-field = in the field
on-monastery = in the monastery
on-garden = in the garden
on-castle = in the castle
on-cemetery = in the cemetery

figure-meeple = meeple
figure-big-meeple = big meeple
figure-guard = guard
figure-abbot = abbot
figure-ghost = ghost
figure-cat = cat
figure-mage = mage
figure-witch = witch
figure-hound = hound
figure-chip = chip
player-color = { $name } ({ $color })
figure-of = { $name }’s { $figure }

terrain-city = city
terrain-road = road
terrain-field = field
terrain-any = anything

side-north = top
side-east = right
side-south = bottom
side-west = left
side-corner = { $along } { $across }

place-square = column { $col }, row { $row }
place-middle = the middle of the table
place-start = the start tile
place-one = { $one } from the start tile
place-two = { $one } and { $two } from the start tile
place-right = { $n } right
place-left = { $n } left
place-up = { $n } up
place-down = { $n } down

unit-tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
  }
unit-shields = { $count ->
    [one] 1 coat of arms
   *[other] { $count } coats of arms
  }
unit-cities = { $count ->
    [one] 1 finished city
   *[other] { $count } finished cities
  }
unit-by-hand = { $count } by hand

unit-colors = { $count ->
    [one] 1 colour
   *[other] { $count } colours
  }
unit-mage = { $count } (mage)
unit-witch = { $count } (witch)
unit-ghosts = { $count ->
    [one] 1 ghost
   *[other] { $count } ghosts
  }
unit-castle = castle { $count }
unit-misty-tiles = { $count ->
    [one] 1 misty tile
   *[other] { $count } misty tiles
  }
unit-followers = { $count ->
    [one] 1 follower
   *[other] { $count } followers
  }
unit-large-followers = { $count ->
    [one] 1 large follower
   *[other] { $count } large followers
  }
unit-chip = chip { $count }

reason-completed = { $feature } finished
reason-final = { $feature } at the end
reason-abbot = abbot taken home
reason-by-hand = given by hand
reason-hound = hound
reason-eloise = Eloise
reason-tatan = Tatan card
reason-chip = map chip
team-name = Team
line-open = if the turn ends like this
line-turn = turn { $turn }
line-spoken = { $name }, { $points ->
    [one] 1 point
   *[other] { $points } points
  }: { $reason }, { $sum }.

# why a tile may not lie there
fault-occupied = Tile { $face } is already there.
fault-no-neighbour = There is no tile next to it.
fault-too-far = No board reaches that far.
fault-edge = Its { $side } side shows { $own }, but tile { $neighbour } beside it shows { $theirs }.

# why the rules refuse something
refused-unknown-face = There is no tile { $face }.
refused-no-copy = All { $face } tiles have been laid.
refused-fits = Tile { $face } fits somewhere, so it may not be discarded.
refused-too-many-points = { $points } points are too many at once.
refused-no-turn = No turn has begun. Lay a tile first.
refused-over = The game is over. Undo to change it.
refused-not-newest = A figure may only be placed on the newest tile.
refused-no-segment = The tile has no such place.
refused-second = A figure has already been placed this turn.
refused-occupied = Somebody is already there.
refused-none-in-hand = { $name } has no { $figure } left.
refused-wrong-feature = { $figure }: may not stand { $place }.
refused-no-farmers = Farmers are switched off in this game.
refused-not-in-play = { $figure }: not part of this game.
refused-not-player = Nobody plays { $color }.
refused-no-figure = That figure is no longer on the board.
refused-no-event = That entry no longer exists.
refused-not-fact = That entry cannot be changed this way.
refused-not-before = The game has begun: it is too late to add tiles from before.
refused-no-choice = That choice is no longer open, or it cannot be skipped.
refused-not-called-for = The rules do not call for that now: nothing is open that it would settle.
refused-called-for-other = The rules do not call for that now. What is open: { $open }
refused-ghosts = Only { $there ->
    [one] 1 ghost is
   *[other] { $there } ghosts are
  } there, not { $count }.
refused-no-question = This question is already settled.
refused-no-undo = There is nothing to undo.
refused-no-redo = There is nothing to redo.
refused-heading = Not possible: { $why }

# reminders
remind-take-home = Take { $figure } { $place } home: it has scored.
remind-completed = { $feature } finished: { $points }. The figures go home at the end of the turn.
remind-completed-nobody = { $feature } finished. Nobody stands there.
remind-may-place = { $name } may still place a figure.
remind-may-place-somebody = A figure may still be placed.
remind-abbot = { $name } may take the abbot home for { $points } points.
remind-out-of-turn = It was { $expected }’s turn, but { $seen } placed a figure. If the order is wrong, click a name under “By hand”.
remind-not-allowed = { $figure } may not stand there and does not count. { $why }
remind-last-tile = The last tile has been laid. End the turn for the final scoring.
remind-rule = Rule: { $source }
points-for = { $name } { $points }

rejected-event = An entry does not count: { $why }

# questions
ask-tile = Which tile lies here?
ask-figure = Whose figure is this, and where does it stand?
ask-gone = Where did { $figure } go?
ask-old-tile = This tile looks different now. Which one is it?
ask-at-once = This tile finished something with nobody on it. Who claimed it and scored at once?
answer-unclaimed = Nobody claimed it
ask-unreadable = I see tiles but cannot make them out. Is this the start tile?
answer-no-tile = No, there is no tile yet
answer-tile = Tile { $face }, turned by { $degrees }°
answer-tile-plain = Tile { $face }
answer-figure = { $figure } { $place }
answer-no-figure = Not a figure of this game
answer-still-there = Still there, only hidden or knocked over
answer-taken = Taken off the board
answer-abbot-recalled = The abbot went home and scores
answer-taken-back = The move was taken back

# table and board differ
desync-title = Table and screen differ
desync-help = Put the table right as described, and watching continues by itself. If the screen is right, press “The screen is right”.
differ-missing = Tile { $face } is missing: { $place }.
differ-other = Tile { $face } should be here ({ $place }), but the camera sees { $seen }.
differ-illegal = Tile { $face } does not fit ({ $place }). { $why }
differ-illegal-likely = Perhaps tile { $face }, turned by { $degrees }°?
differ-unknown = A tile that is in no tile pack ({ $place }). Take your hand or cup away, or choose it by hand.
differ-over = A new tile ({ $place }), although the game should be over. Was something missed, such as ghosts that were removed? Add it, and the game continues.
differ-no-start = The start tile ({ $face }) cannot be found. Lay it, or start a new game with “The first tile seen is the start tile”.
differ-no-start-any = No tile can be read yet. Lay one fully in the picture, or aim the camera (C).
differ-not-found = The tiles on the table do not match this game. Is it the right table?

# what the camera thinks right now
state-by-hand = Kept by hand
state-by-hand-help = Lay tiles with “By hand”.
state-opening = Opening the camera
state-opening-help = This takes a few seconds.
state-failed = No pictures
state-failed-help = { $what } { $help } You can continue by hand.
state-ended = End of the film
state-ended-help = There are no more pictures. Continue by hand, look back (L) or write files (Ctrl+E).
state-paused = Watching is paused
state-paused-help = Nothing on the table counts until you press P.
state-waiting = Getting ready
state-waiting-help = The look of the tiles is being learnt. The first time with a tile pack this can take half a minute.
state-still = The table is still
state-still-help = Carry on playing. Every change is read by itself.
state-reading = Reading
state-reading-help = Something new is there. One moment.
state-moving = Something is moving
state-moving-help = Reading continues when the table is still.
state-cut = A tile is cut off by the edge of the picture
state-cut-help = Move or raise the camera until all of it is in the picture, or choose the tile by hand.
state-hand = A hand is in the picture
state-hand-help = Reading continues when the hand is gone.
state-desync = Table and screen differ
state-desync-help = See the card on the right.
state-lost-tiles = No tiles found
state-lost-unreadable = I see tiles but cannot make them out
state-lost-unreadable-help = Are these the tiles of the chosen tile pack? More light and a nearer camera help; answer the question, or lay the tile by hand.
state-lost-tiles-help = Lay the start tile in the middle of the picture, all four edges in view.
state-lost-bumped = The table or camera was moved
state-lost-bumped-help = This sorts itself out once everything is still. If it doesn’t, turn the camera back.
state-lost-light = Too dark or too bright
state-lost-light-help = Switch on a lamp, or turn it away if it glares.
state-lost-picture = No pictures come from the camera
state-lost-picture-help = Check the plug. You can continue by hand.
state-over = The game is over
state-over-help = All points are counted.
state-storage = The game cannot be saved right now ({ $why }). It continues in memory, and saving is tried again.

part-capture = Camera input
part-vision = Reading
part-tracker = Scorekeeping
part-restarted = { $part } failed and was restarted. Nothing is lost. ({ $why })
pack-lacks = Your tile pack has no picture of { $faces }. Such a tile is read by what the other pictures show, and you are asked about it where that is not enough.

# why something could not be started
fail-record = { $record } cannot be opened as a game. ({ $why })
fail-record-help = The file was not changed. Choose another one.
fail-in-use = { $record } is open in another window.
fail-in-use-help = Continue there, or close it first.
fail-not-saved = This game is not saved, so it cannot go on with another camera or pack.
fail-not-saved-help = Begin a game of your own for that.
fail-pack = The tile pack { $pack } cannot be used. ({ $why })
fail-pack-help = Choose another pack, or build it again under “More”, “Tile packs”.
fail-differing = Both packs have tiles named { $faces }, and describe them differently.
fail-differing-help = If they are different tiles, those of the second pack can get new names. If they are the same, teach them again in one of the packs.
fail-folder = Nothing can be saved in { $folder }: { $why }
fail-folder-help = Free some space, or start with --data-dir and another folder.
fail-other = That did not work: { $why }
fail-other-help = Try again. If it keeps happening, keep score by hand.

# hints over the board
tip-tile = Tile { $face }, laid in turn { $turn }
tip-tile-start = Tile { $face }, laid at the start
tip-sure = read with { $percent }% certainty
tip-feature = { $feature }, open
tip-feature-closed = { $feature }, finished
tip-value = worth { $sum }
tip-owner = belongs to { $names }
tip-nobody = belongs to nobody
list-and = { $one } and { $two }

count-title = Before the final scoring: count what everybody has in hand
count-must = { $name } must have { $pieces }.
count-waiting = Only { $possible } × { $figure } possible: one still stands { $place }. Take it home.
count-uncounted = Only { $possible } × { $figure } possible: one stands where it does not count ({ $place }).
count-vanished = Perhaps { $possible } × { $figure }: the one { $place } can no longer be seen.
count-camera = The camera sees { $seen } there.
count-camera-right = The camera counts { $seen } in { $name }’s supply, as the game does.
count-camera-wrong = The camera counts { $seen } in { $name }’s supply; there must be { $must }.
count-seen-exactly = { $least ->
        [one] one piece
       *[other] { $least } pieces
    }
count-seen-between = { $least } to { $most } pieces
count-seen-at-least = { $least } or more pieces
count-help = More or fewer in somebody’s hand? Then a figure was missed: click it or its tile, or enter it by hand (H).
count-short = Count the hands before the final scoring. { $hands }
remind-one-too-many = { $figure }: one too many. All { $all } from the box are already on the board, so one of them was misread or went home unnoticed. Click it.
