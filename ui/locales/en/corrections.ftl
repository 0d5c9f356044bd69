# correcting what was noted, and the list of it
ask-doubted = What really happened?
ask-missed = What was missed in this turn?
ask-whose-turn = Whose turn was it?
answer-garden = The same tile, with a garden
answer-no-garden = The same tile, without a garden
answer-turn-of = { $name } was on turn
answer-never = It never happened
answer-as-it-is = It is right as it is
doubt-missed = Something was missed
doubt-turn = It was somebody else's turn
doubt-look = What fits there, likeliest first. Later turns are counted anew.
doubt-nothing = Nothing else fits there.
doubt-page = { $from } to { $to } of { $total }
doubt-page-back = Answers before
doubt-page-on = More answers
doubt-overturns = { $count ->
    [one] 1 later entry would no longer hold
   *[other] { $count } later entries would no longer hold
  }
history-title = What happened
history-none = Nothing has happened yet.
history-camera = camera, { $percent } %
history-person = by hand
history-rule = by the rules
history-was = noted first: { $what }
history-removed = never happened
history-undone = taken back
history-refused = without effect: { $why }
history-correct = Correct: { $what }
changed-what = Counted anew: { $what }
changed-score = { $name } { $was } ➡ { $now }
changed-turns = { $count ->
    [one] turn { $turns }
   *[other] turns { $turns }
  }
changed-nothing = Noted. No points change.
changed-without-effect = { $count ->
    [one] 1 later entry has no effect any more.
   *[other] { $count } later entries have no effect any more.
  }
action-undo-turn = Take the whole turn back
action-redo-turn = Bring the whole turn back
action-history = History or points
why-close = Close
why-tile = Tile { $face }, { $place }
why-doubt = Something is wrong here? Choose a tile or figure to correct it.
why-still = { $sum } = { $points }

# tiles for a gap
hole-title = Gap: { $place }
hole-none = No tile that is left fits here.
hole-fits = { $left ->
    [one] 1 of { $of } tiles left fits.
   *[other] { $left } of { $of } tiles left fit.
  }
hole-next = Next tile: { $percent } %
hole-in-time = Before the game ends: { $percent } %
hole-player = { $name } draws one: { $percent } %
hole-never = less than 1
hole-why = Every tile left is equally likely to be drawn.
hole-close = Close
hole-tap = Gap at { $place }: which tiles fit

# searching, and commands
search-shield = shield
search-magic = magic
search-mist = mist
palette-hint = Type what you want to do, or a tile
palette-nothing = Nothing is called that.
action-palette = Find a command
action-find-tile = Find the drawn tile
action-take-home = Take scored figures home
action-whose = Figures of the next player
action-discard = Drop a tile that fits nowhere
action-gap = Which tiles fit: the next gap
action-garden = The tile in hand shows a garden
action-last-place = Place before
hand-none-found = No tile left is like that.

# what watches the game
source-title = What watches the table?
source-why = The game goes on where it is, whoever watches. The camera finds the tiles by itself.
source-unsaved = This game is not saved, so it cannot go on with another camera.
source-by-hand = Nobody: go on by hand
source-camera = Camera: { $name }
source-no-camera = No camera was found.
source-stream = Address of a camera in the network
source-stream-go = Watch by this
action-source = Camera on or off

# deleting a game
open-delete = Delete
open-delete-sure = Delete this game with everything kept of it? There is no way back.
open-delete-yes = Delete for good
open-delete-no = Keep it
