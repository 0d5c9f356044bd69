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
review-help = Arrow keys: by moments, with Shift by turns
review-back-saved = Back to the saved games
review-empty = Nothing has happened in this game yet. Lay the first tile, then look back.
review-turn-before = To the turn before
review-before = One moment back
review-after = One moment on
review-turn-after = To the next turn
review-slider = Moment of the game: { $what }
review-begin = Before the first tile
review-moment = Turn { $turn } · { $what }
review-no-pictures = Only the drawn board is shown: no pictures of the table were kept.
review-race = Race
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
review-largest = The largest lines
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
review-best-eloise = Eloise’s best: { $points } points
review-best-hound = A hound’s best: { $points } points
review-best-ghosts = The dearest ghosts: { $points } points lost
review-best-mage = The mage’s best: { $points } points more
review-best-witch = The witch’s worst: { $points } points less
review-best-tatan = Tatan’s best: { $points } points
review-luck = Luck of the draw
review-luck-player = Player
review-luck-draws = Tiles
review-luck-places = Places it fitted
review-luck-treasures = Monasteries and shields
review-luck-nobody = Nobody known
review-luck-against = { $drawn } (expected { $expected })
review-luck-why = Expected: the mean over all tiles that were left at each draw. What a tile is worth depends on what one makes of it, so only this is counted: in how many places it fitted, and how many monasteries and coats of arms it showed.

# packing away and building again
action-rebuild = Pack away or rebuild
pack-away-page = Map of the packed-away game
pack-away-how = Build the tiles up in the order of their numbers. Then put the figures and everything else down, and open the game again.
pack-away-tiles = Tiles
pack-away-figures = Figures
pack-away-pieces = Ghosts and animals
pack-away-beside = Beside the board
pack-away-tile = { $number } · Tile { $face }: { $place }, { $degrees ->
    [0] not turned
   *[other] turned by { $degrees }°
  }
pack-away-figure = { $figure } { $where }, on tile number { $number }
pack-away-ghosts = { $count ->
    [one] 1 ghost: { $where }
   *[other] { $count } ghosts: { $where }
  }
pack-away-player = { $name }: { $points } points, in hand { $hand }
rebuild-title = Pack away and rebuild
rebuild-empty = No tile lies yet, so there is nothing to pack away.
rebuild-click = To pack away: print the map, then clear the table. To rebuild: lay the tiles in order and click each one.
rebuild-camera = The camera ticks off what it sees. Click what it cannot see.
rebuild-camera-not-yet = Lay the first tiles, number 1 to start with: as soon as the camera recognises the board it ticks them off. A click works as well.
rebuild-count = { $tiles } of { $all } tiles, { $figures } of { $standing } figures
rebuild-print = Map to print
rebuild-clear = Untick all
rebuild-written = The map is in { $path }. Open it in a browser to print it.
rebuild-done = Everything lies again.
rebuild-play = Go on playing
rebuild-extra = No tile belongs here: { $place }
rebuild-square = Tile number { $number }
rebuild-seen = { $what } (seen)
rebuild-turn = Turn it clockwise by { $degrees }°.
rebuild-other = Tile { $face } lies here instead.
