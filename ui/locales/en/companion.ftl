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
