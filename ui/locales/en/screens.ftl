# Words of the screens: titles, buttons, explanations.

# this language, in its own words
language-name = English
language-take = Show everything in English
decimal-point = .
date-months = Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
date-written = { $day } { $month } { $year }

app-name = Nebelwacht
app-claim = Watches your Carcassonne table and keeps the score.

# bar at the top
bar-menu = Start screen
bar-menu-why = Leave the table for the start screen. The game is saved.
bar-keys = Keys
bar-theme-system = Theme: same as the system
bar-theme-light = Theme: light
bar-theme-dark = Theme: dark
bar-theme-why = Switch between light, dark and the system’s theme

# welcome
welcome-demo = Watch the demo
welcome-demo-why = A game on a drawn table, read picture by picture. Nothing to set up.
welcome-camera = Use my camera
welcome-camera-why = Put a webcam over the table, choose players, play.
welcome-phone = Use a phone
welcome-phone-why = Scan a code, lean the phone against something, play. No app needed.
welcome-hand = Keep score by hand
welcome-hand-why = No camera: lay the tiles with the mouse, and the points are counted.
welcome-open = Open a game
welcome-open-why = Continue a saved game or look at an old one.
welcome-continue = Continue the unfinished game
welcome-continue-why = { $players } · turn { $turns } · { $played }

# new game
new-title = New game
new-players = Players
new-players-why = In the order in which you sit, clockwise. The first one begins.
new-groups = Played before:
new-group = The group { $names }, with its rules
new-add-known = Add { $name }
new-name = Name of player { $seat }
new-name-hint = Name
new-color = Colour of player { $seat }
new-move-up = Move { $name } up
new-move-down = Move { $name } down
new-remove = Remove { $name }
new-add = Add a player
new-source = Where do the pictures come from?
new-source-camera = A camera on this computer
new-source-camera-why = It may look at the table from above or from the side, and needn’t be level.
new-source-path = A film or a folder of pictures
new-source-path-why = Follow a game that was filmed before.
new-source-url = A stream from the network
new-source-url-why = For example a phone with a webcam app.
new-source-hand = None, I enter everything by hand
new-source-hand-why = Without pictures you lay the tiles on the screen.
new-camera-none = No camera was found. Plug one in and look again, or keep score by hand.
new-camera-again = Look again
new-camera-choice = Camera
new-path = Film or folder
new-path-hint = /path/to/film.mp4
new-path-file = Choose a film…
new-path-folder = Choose a folder…
new-url = Address of the stream
new-url-hint = http://192.168.1.20:8080/video
new-pack = Which tiles do you play with?
new-pack-why = A tile pack knows what your tiles look like. Make one under “More”, “Teach tiles”.
new-pack-any = Whichever pack reads them
new-pack-any-why = Every pack is tried on what lies on the table.
new-pack-own = This program’s drawings (demo tiles)
new-pack-own-why = Only for tiles printed from this program’s drawings.
new-pack-none = There is no pack of your tiles yet. Make one from photographs of them: “More”, “Teach tiles”.

# tiles that look different from the pack
foreign-title = Your tiles look different from this pack
foreign-help = Take another pack, or teach your tiles: see the card beside the table.
foreign-other = “{ $name }” reads { $count ->
    [one] 1
   *[other] { $count }
  } of the tiles that lie here.
foreign-none = None of the packs on this computer reads them. Choose one all the same, or teach your tiles.
foreign-take = Play with “{ $name }”
foreign-teach = Teach these tiles
foreign-choose = Choose a pack
source-pack-why = Another pack reads the table from now on; nothing of the game is lost.
new-options = Rules at this table
new-options-kept = As this group last played; what is changed here is kept with the group.
new-options-box = Rules and modules of the box
new-abbot = Abbot and gardens
new-abbot-why = Each player has an abbot; gardens score like monasteries.
new-farmers = Farmers
new-farmers-why = Meeples may lie in fields and score for finished cities at the end.
new-small-city = A city of two tiles scores 4 points
new-small-city-why = On: 4 points, as for every city. Off: 2 points, as in old editions.
new-put-back = Tiles that fit nowhere go back into the bag
new-put-back-why = On: they are shuffled in again. Off: they leave the game.
new-at-once = A meeple that comes home in the same move
new-at-once-ask = Ask
new-at-once-always = Always claimed
new-at-once-never = Never claimed
new-at-once-why = When a tile finishes a road, city or monastery nobody stood on and the camera saw no meeple there.
new-meeples = Meeples for each player
new-meeples-why = Not counting the one on the score track.
new-meeples-fixed = The modules say how many meeples each player has.
new-modules = Modules
new-start-seen = The first tile seen is the start tile
new-start-seen-why = On: whichever tile is laid first. Off: the box’s start tile (D).
new-start = Start the game
new-back = Back
new-fault-colors = Two players have the same colour. Give each their own.
new-fault-source = Say which camera, film or address to watch.
new-fault-other = This cannot be used yet: { $why }

# saved games
open-title = Saved games
open-damaged = { $file } is damaged or of a newer version. ({ $why })
open-none = There is no saved game in this folder yet. Games are saved here by themselves as you play.
open-folder = Folder: { $folder }
open-other = Choose another file…
open-unfinished = unfinished
open-over = finished
open-turns = { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
  }
open-go-on = Continue
open-look = View
open-watch = Watch the table as well
open-watch-why = Off: continue by hand. The camera can join later.

# table
table-view-both = Both
table-view-board = Board
table-view-picture = Picture
table-board = Drawn board, { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
  }
table-board-fields = Drawn board with borders of fields, { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
  }
table-picture = Picture of the table
table-picture-none = No picture yet.
table-picture-hand = This game is kept by hand. There is no picture.
table-zoom-in = Show the board larger
table-zoom-out = Show the board smaller
table-fit = Show all
table-reminders = Do not forget
table-lines = Last points
table-lines-none = No points yet.
table-lines-final = Final scoring
table-end-title = The game is over
table-end-winner = { $name } wins with { $points ->
    [one] 1 point
   *[other] { $points } points
  }.
table-end-by = { $lead ->
    [one] 1 point
   *[other] { $lead } points
  } ahead of { $second }; the biggest lead: { $what } (+{ $ahead }).
table-end-tie = { $names } share the victory with { $points ->
    [one] 1 point
   *[other] { $points } points
  }.
table-tiles-left = { $left ->
    [one] 1 tile left
   *[other] { $left } tiles left
  }
table-tiles-of = of { $total }
table-turn = Turn { $number }
table-turn-of = It is { $name }’s turn
table-turn-next = Next: { $name }
table-turn-unknown = The first figure will show whose turn it is.
table-turn-before = The game has not begun.
table-score-with-turn = { $points } after this turn
table-score-range = between { $low } and { $high }
table-score-projected = projected: { $points }
table-supply = { $count } × { $figure }
table-card = { $name }, { $color }, { $points ->
    [one] 1 point
   *[other] { $points } points
  }
table-card-together = { $name }, { $color }
table-card-turn = their turn

# question card
question-more = and { $count } more
question-share = { $percent }%
question-look = Camera and rules are not sure. Play on; the answer can wait.
question-none = None of these: correct it by hand

stranger-title = The camera does not know this tile. Which one is it?
stranger-is = Tile { $face }, turned by { $degrees }°
stranger-take = Keep its picture in the pack
stranger-take-why = Then the camera knows the tile from now on. Undo takes back both. Untick this if something stands on the tile in the picture.
stranger-covered = The tile does not show completely, so no picture of it is kept.
stranger-later = Later
stranger-none = None of these: teach it
stranger-name = Name this tile
stranger-learnt = Tile { $face } is learnt: its picture is in the pack “{ $pack }”.
stranger-forgotten = The picture of tile { $face } is out of the pack “{ $pack }” again.
stranger-enough = The pack “{ $pack }” has enough pictures of tile { $face }; this one is not kept.
stranger-not-kept = The picture of the tile could not be kept; the game goes on.

# by hand
hand-title = By hand
hand-close = Close
hand-choose = 1. Choose the tile that was drawn.
hand-lay = 2. Click a glowing place. R turns the tile.
hand-laid = Tile { $face } has been laid. Place a figure, or end the turn.
hand-nowhere = Tile { $face } fits nowhere.
hand-filter = Search by name or sides
hand-filter-hint = D, city road, crfr
hand-tile = Tile { $face }, { $left } left
hand-turned = { $degrees ->
    [0] Not turned
   *[other] Turned by { $degrees }°
  }
hand-rotate = Turn
hand-cancel = Put back
hand-discard = Discard, it fits nowhere
hand-garden = This copy shows a garden
hand-whose = Whose figure
hand-put = { $figure } { $place }
hand-laid-only = Tile { $face } has been laid.
hand-no-place = No figure can be placed on it. End the turn, or choose the next tile.
hand-put-already = A figure has been placed. End the turn, or choose the next tile.
hand-remove = Figures on the board: { $count }
hand-take = Take off { $figure } { $place }
hand-turn-of = Whose turn is it?
hand-turn-of-player = It is { $name }’s turn
hand-points = Points on the score track
hand-points-why = If the game was begun before watching, enter what each player has.
hand-points-set = Use these points
hand-end-game = End the game…
hand-end-sure = { $left ->
    [0] End the game and count the final points?
    [one] End the game now, although 1 tile is left, and count the final points?
   *[other] End the game now, although { $left } tiles are left, and count the final points?
  }
hand-end-no = Play on
hand-end-yes = End the game now
home-by-itself = { $figure } has scored and went home.
home-take = Take it home
hand-place = Lay tile { $face } at { $place }, turned by { $degrees }°
hand-place-spot = Place { $figure } { $place }

# actions, also shown in the key help
action-accept = Accept the likeliest answer
action-guess = Choose answer 1 to 9
action-end-turn = End turn
action-undo = Undo
action-redo = Redo
action-pause = Pause watching
action-resume = Watch again
action-resync = The screen is right
action-by-hand = By hand
action-turn-tile = Turn the tile in hand
action-next-place = Next place for the tile
action-lay-tile = Lay the tile in hand
action-put-down = Put the tile back
action-fit = Show the whole board
action-view = Switch between picture and board
action-help = Keys and what they do
action-end-game = End the game
action-rematch = Play again

# key help
key-ctrl = Ctrl
key-shift = Shift
key-alt = Alt
key-space = Space
key-enter = Enter
key-escape = Esc
help-title = Keys
help-close = Close
help-mouse = Wheel: zoom the board. Drag: move it; a figure or the newest tile, with Shift any tile, is put where it really is. Point at a line of points: see where they come from.

# modules of a new game
module-mage-and-witch = Mage & Witch
module-mage-and-witch-why = Two figures change what roads and cities are worth.
module-mists = Mists over Carcassonne
module-mists-why = Everybody plays together against the ghosts, with separate tiles.
module-ghosts = Ghosts, Castles and Cemeteries
module-ghosts-why = The mist tiles in the ordinary game, against each other.
module-circles = Spell Circles
module-circles-why = Circles hold ghosts; played together, Eloise joins in.
module-tatan = Tatan
module-tatan-why = Cards that move a tile or fill a gap at the end.
module-benelux = Benelux map
module-benelux-why = Tiles are laid on the squares of a map, with chips and islands.
module-other-way = The same box is already played as “{ $other }”.
module-needs-mist = Needs “{ $one }” or “{ $other }”.
module-own-risk = No rule sheet says how “{ $mist }” goes together with { $others }: at your own risk, each by its own sheet.
module-quoted = “{ $name }”
module-rulings = { $count ->
    [one] 1 table option
   *[other] { $count } table options
  }{ $changed ->
    [0] , as suggested
    [one] , 1 changed
   *[other] , { $changed } changed
  }
option-default-on = { $number } · suggested: on
option-default-off = { $number } · suggested: off
option-suggested = { $answer } (suggested)
level-choice = Level
level-target = Points to reach
level-ghosts = Ghosts in the game
level-first-hound = First hound waits on
level-second-hound = Second hound waits on
level-unsure = Not all numbers of this level are known. Compare them with your level card.
level-confirmed = The numbers agree with our level card
tatan-large = Each player has a big meeple
tatan-large-why = From another box; the Tatan sheet calls it a large follower. It counts as two, and 4 points at a Tatan card.
map-sample = Practice map
map-sample-why = An invention of this program, to try the rules with.
map-file = Our own map
map-file-why = A file that describes the squares of your printed map.
map-file-hint = /path/to/map.toml
map-starts = Two start squares
map-chips = With chips and islands
map-chips-why = Off: the map alone.
map-towns = Points for towns and large cities by hand
map-towns-why = On: you are reminded, and enter the points from your booklet by hand. Off: they do nothing.
new-also = { $name } also plays { $colors }.
new-fault-level = Compare the numbers of the level with your level card and confirm that they agree.
new-fault-mists-players = Mists over Carcassonne is for 1 to 5 players.
new-fault-starts = Choose two start squares.
new-fault-map = The map cannot be used: { $why }

# the strip of the modules, and the team
panel-figure-away = { $figure }: not on the board
panel-figure-changes = { $figure } { $points }: { $place }
panel-ghosts = Ghosts: { $board } on the board, { $supply } in the supply
panel-pile = Pile: { $left }
panel-piles = Pile: { $left }, then { $waiting }
panel-hound-waits = { $name } waits on { $space }
panel-hound-due = { $name } has been reached ({ $space })
panel-hound-with = { $name } is with a meeple
panel-castle = Castle: { $filled } of 8, { $value } points
panel-castle-blocked = Castle: blocked for good
panel-cemetery = Cemetery: { $filled } of { $needed }
panel-open-mist = { $count ->
    [one] Open mist: 1 tile
   *[other] Open mist: { $count } tiles
  }
panel-spoiled-mist = { $count ->
    [one] Spoiled mist: 1 tile
   *[other] Spoiled mist: { $count } tiles
  }
panel-eloise-away = { $count ->
    [one] Eloise comes when 1 more ghost is taken
   *[other] Eloise comes when { $count } more ghosts are taken
  }
panel-eloise-called = Eloise may come now
panel-eloise-moving = Eloise moves to another meeple
panel-eloise-beside = Eloise comes with the next meeple
panel-eloise-pending = { $points ->
    [one] Eloise: 1 point if her meeple scores now
   *[other] Eloise: { $points } points if her meeple scores now
  }
panel-circles = { $count ->
    [one] 1 ghost in a circle
   *[other] { $count } ghosts in circles
  }
panel-tatan = { $held ->
    [0] Tatan cards: nobody has one; { $pile } in the pile
   *[other] Tatan cards: { $cards }; { $pile } in the pile
  }
panel-movable = { $count ->
    [one] 1 tile may be moved
   *[other] { $count } tiles may be moved
  }
panel-gap = Gap: { $points } points
panel-face-down = Face-down tiles: { $left }
panel-chips = { $name }: { $chips }
panel-island = Island ({ $color }): { $left }, on top { $face }
panel-island-hidden = Island ({ $color }): { $left } face down
team-of = { $points } of { $target }
team-spoken = Team: { $points } of { $target } points
team-missing-hound = { $points ->
    [one] 1 point
   *[other] { $points } points
  } to the next hound
team-missing = { $points ->
    [one] 1 point
   *[other] { $points } points
  } to the goal
team-done = { $points } after this turn
outcome-won = Won together: { $points } of { $target } points.
outcome-no-ghosts = Lost: more ghosts were due than were left.
outcome-no-tiles = Lost: a tile had to be drawn and none was left.
outcome-left = The game was ended early, at { $points } of { $target } points.
hand-chips = Lay the chips: choose a colour if their backs show one, then click a glowing square.
hand-chips-evenly = Lay them evenly
hand-chips-random = Lay them at random
hand-chips-left = { $left } of { $total } still to be laid
hand-island = Turn up: { $color } island ({ $place })

# where no file dialog opens
dialog-none = This desktop opens no file dialog. Type the path, or drop the file on this window.
