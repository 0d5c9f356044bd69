# The companion screens: television, review, rules, rebuilding, tile packs, settings.

# bar
bar-more = More
bar-more-why = Television, review, rules and more

# television
action-tv = Television (second window)
tv-title = Nebelwacht – television
tv-target = of { $target }

# all pages
page-back = Back to the table

# looking back
action-review = Look back at the game
open-review = Look back
review-title = Looking back
review-help = Arrow keys step by moment, with Shift by turn
review-back-saved = Back to the saved games
review-empty = Nothing has happened in this game yet. Lay the first tile, then look back.
review-turn-before = Previous turn
review-before = Previous moment
review-after = Next moment
review-turn-after = Next turn
review-slider = Moment of the game: { $what }
review-begin = Before the first tile
review-moment = Turn { $turn } · { $what }
review-no-pictures = Only the drawn board is shown: no pictures of the table were kept.
review-race = Score race
review-points = Points
review-story = Story
review-axis-turn = Turn
review-axis-points = Points
review-race-spoken = Points turn by turn. At the end: { $scores }
review-scores-then = Scores at this moment
review-by-reason = Where the points came from
review-by-module = Points by module
review-base = Base game
review-lines = Line by line: click one to see its moment
review-leads = Who led
review-leads-none = The lead never changed hands.
review-lead = Turn { $turn }: { $to } overtakes { $from }
review-largest = Highest-scoring lines
review-features = On the board
review-road = Longest road: { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
  }, { $state }
review-city = Largest city: { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
  }, { $state }
review-completed = finished
review-open = not finished
review-best = Best moments of the modules
review-best-eloise = Eloise’s best: { $points ->
    [one] 1 point
   *[other] { $points } points
  }
review-best-hound = A hound’s best: { $points ->
    [one] 1 point
   *[other] { $points } points
  }
review-best-ghosts = The costliest ghosts: { $points ->
    [one] 1 point
   *[other] { $points } points
  } lost
review-best-mage = The mage’s best: { $points ->
    [one] 1 extra point
   *[other] { $points } extra points
  }
review-best-witch = The witch’s worst: { $points ->
    [one] 1 point
   *[other] { $points } points
  } lost
review-best-tatan = Tatan’s best: { $points ->
    [one] 1 point
   *[other] { $points } points
  }
review-luck = Luck of the draw
review-luck-player = Player
review-luck-draws = Tiles
review-luck-places = Places they fit
review-luck-treasures = Monasteries and shields
review-luck-nobody = Unknown player
review-luck-against = { $drawn } (expected { $expected })
review-luck-why = Expected: the average over all tiles that were left at each draw. What a tile is worth depends on what you make of it, so only this is counted: how many places it fitted, and how many monasteries and coats of arms it showed.

# packing away and building again
action-rebuild = Pack away or rebuild
pack-away-page = Map of the packed-away game
pack-away-how = Lay the tiles in the order of their numbers. Then put the figures and everything else in place, and open the game again.
pack-away-tiles = Tiles
pack-away-figures = Figures
pack-away-pieces = Ghosts and animals
pack-away-beside = Beside the board
pack-away-tile = { $number } · Tile { $face }: { $place }, { $degrees ->
    [0] not turned
   *[other] turned by { $degrees }°
  }
pack-away-figure = { $figure }: { $place }, on tile number { $number }
pack-away-ghosts = { $count ->
    [one] 1 ghost: { $place }
   *[other] { $count } ghosts: { $place }
  }
pack-away-player = { $name }: { $points ->
    [one] 1 point
   *[other] { $points } points
  }, in hand { $hand }
rebuild-title = Pack away and rebuild
rebuild-empty = No tile has been laid yet, so there is nothing to pack away.
rebuild-click = To pack away: print the map, then clear the table. To rebuild: lay the tiles in order and click each one.
rebuild-camera = The camera ticks off what it sees. Click what it cannot see.
rebuild-camera-not-yet = Lay the first tiles, starting with number 1: as soon as the camera recognises the board it ticks them off. You can also click them.
rebuild-count = { $tiles } of { $all } tiles, { $figures } of { $standing } figures
rebuild-print = Print the map
rebuild-clear = Untick all
rebuild-written = The map is in { $path }. Open it in a browser to print it.
rebuild-done = Everything is back in place.
rebuild-play = Continue playing
rebuild-extra = No tile belongs here: { $place }
rebuild-square = Tile number { $number }
rebuild-seen = { $what } (seen)
rebuild-turn = Turn it clockwise by { $degrees }°.
rebuild-other = Tile { $face } lies here instead.

# aids
table-score-projected-range = projected: { $low } to { $high }
aids-title = Aids: { $state }
aids-all = all on
aids-none = none (purist)
aids-some = some
aids-why = You are always told what was seen, the points, and what the rules ask for. These switches are saved with the game.
aids-all-on = All on
aids-all-off = None of them
aids-projection = Projected scores
aids-projection-why = On each score card: what the score would be if the game ended now.
aids-effects = What each choice leads to
aids-effects-why = Points and ghosts beside each option, the best one on top.
aids-hints = What you may still do
aids-hints-why = For example, that a figure may still be placed.
aids-cards = Rule cards
aids-cards-why = Each rule in short, the first time it applies.

# tile packs
packs-title = Tile packs
packs-help = A pack holds pictures of your tiles. Tiles it has no picture of are recognised by the others, or you are asked.
packs-count = { $faces ->
    [one] 1 face
   *[other] { $faces } faces
  }, { $pictures ->
    [one] 1 picture
   *[other] { $pictures } pictures
  }
packs-trouble = Cannot be used: build it again or delete it. ({ $why })
packs-all = { $name }: all { $of }
packs-none = { $name }: none of { $of }
packs-lacks = { $name }: { $has } of { $of }, without { $lacks }
packs-some = { $name }: { $has } of { $of }
packs-teach-missing = { $count ->
    [one] Teach the missing tile
   *[other] Teach the { $count } missing tiles
  }
packs-delete = Delete
packs-delete-now = Really delete
packs-keep = Keep
packs-export = Copy into the folder
packs-folder = Folder
packs-folder-why = Build: pictures named after their face, like D.jpg or D_02.png. Import: a pack’s folder from elsewhere. Copy: where packs are written to.
packs-no-folder = First enter the folder to copy the pack into, below.
packs-name = Name of the new pack
packs-build = Build a pack from it
packs-import = Import this pack
packs-join = Join two packs
packs-join-why = A new pack with every picture of both, several of one tile side by side; the two stay as they are.
packs-one = First pack
packs-other = Second pack
packs-joined = Name of the joined pack
packs-join-now = Join
packs-join-anew = They are different tiles: join under new names
packs-written = Done: { $path }
packs-deleted = Deleted: { $path }

# settings
settings-title = Settings
settings-help = Settings take effect at once and are saved.
settings-language = Language
settings-system = Same as the system
settings-look = Appearance
settings-light = Light
settings-dark = Dark
settings-zoom = Text size
settings-zoom-why = A large window shows everything larger by itself; this comes on top.
settings-calm = No animations
settings-calm-why = Lists and menus open at once instead of sliding.
settings-tv = Television
settings-tv-why = The second window (T) is drawn so large that it can be read from the sofa.
settings-distance = From the sofa to the screen
settings-diagonal = From corner to corner of the screen
settings-inch = inches
settings-tv-sizes = Letters will be { $text } mm high, scores { $score } mm.
settings-cameras = Known cameras
settings-cameras-why = What was learnt about a camera helps to read its pictures sooner. If the camera has been moved, everything is simply found again.
settings-kept = What is kept
settings-kept-why = Games are saved as text, with pictures only as chosen above. Nothing leaves this computer unless you say so.

# tiles left
aids-left = Tiles left
aids-left-why = Which tiles are left, and which of them fit where.
action-tiles-left = Tiles left and what fits where
left-title = Tiles left
left-help = Each free place shows how many of the remaining tiles fit there. Click one to see which.
left-choose = Click a free place to see which tiles fit there.
left-unwanted = This game is played without this aid.
action-fields = Borders of all fields
aids-fields = Borders of fields
aids-fields-why = All fields at once over board and picture, each in its owners’ colour.
left-hole = What fits at { $place }
left-chance = { $fitting ->
    [one] 1 of { $all } remaining tiles fits
   *[other] { $fitting } of { $all } remaining tiles fit
  }; the chance that the next one does is { $percent }%.
left-never = None of the remaining tiles fit there: the gap stays.
left-square = { $place }: { $count ->
    [0] no tile fits
    [one] 1 tile fits
   *[other] { $count } tiles fit
  }

# sound and voice
settings-sound = Sound and voice
settings-sound-why = Off unless you switch it on. Whatever is heard also appears as a line on the table.
sound-tones = Tones
sound-tones-why = A short tone when a tile is read, points are scored, a question is waiting, or table and screen differ.
sound-tones-none = This machine has no program that plays sounds. Installing pipewire-bin, pulseaudio-utils or alsa-utils adds one.
sound-tones-try = Try a tone
sound-voice = Voice
sound-voice-why = The same as a spoken sentence.
sound-voice-none = This machine has no program that speaks. Installing speech-dispatcher or espeak-ng adds one.
sound-voice-try = Try the voice
sound-try-sentence = Anna scores eight points.
sound-tile = A tile was read.
sound-question = There is a question.
sound-wrong = Table and screen differ.
sound-over = The game is over.

# statistics
statistics-title = Statistics
statistics-why = Counted from the finished games that are saved on this computer.
statistics-reading = Reading the saved games…
statistics-none = No game has been finished yet. Play one to its end, and it counts here.
statistics-whose = Whose games
statistics-newest = The newest games
statistics-all = All games
statistics-games = { $count ->
    [one] 1 game
   *[other] { $count } games
  }
statistics-player = Player
statistics-played = Games
statistics-won = Won
statistics-average = Points per game
statistics-most = Most points
statistics-tiles = Tiles per game
statistics-from = Most from
statistics-best = Best feature
open-won = Won together: { $names }
open-lost = Lost together: { $names }

# the turn clock
clock-time = ⏱ { $taken } of { $limit }
clock-over = ⏱ { $taken }: over the limit of { $limit }
settings-keeping = During the game
settings-home = In games by hand, figures that have scored go home by themselves
settings-home-why = A line says so, and Undo brings them back. Off: click them on the board.
settings-clock = Turn clock
settings-clock-why = Shows how long the player on the move has taken. Nothing happens when the time is up.
settings-limit = Time for a turn
settings-seconds = s

# a film
film-pause = Pause the film
film-go-on = Play the film
film-speed = Play the film { $times } times as fast
film-place = Place in the film
