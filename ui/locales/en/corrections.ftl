# correcting what was noted, and the list of it
ask-doubted = What really happened?
ask-missed = What was missed in this turn?
ask-whose-turn = Whose turn was it?
answer-garden = The same tile, with a garden
answer-no-garden = The same tile, without a garden
answer-turn-of = It was { $name }’s turn
answer-never = It never happened
answer-as-it-is = It is right as it stands
doubt-missed = Something was missed
doubt-turn = It was somebody else’s turn
doubt-look = What fits there, likeliest first. Later turns are counted again.
doubt-nothing = Nothing else fits there.
doubt-page = { $from } to { $to } of { $total }
doubt-page-back = Previous answers
doubt-page-on = More answers
doubt-overturns = { $count ->
    [one] 1 later entry would no longer hold
   *[other] { $count } later entries would no longer hold
  }
history-title = What happened
history-none = Nothing has happened yet.
history-camera = camera, { $percent }%
history-person = by hand
history-rule = by the rules
history-was = first noted as: { $what }
history-removed = never happened
history-undone = taken back
history-refused = no effect: { $why }
history-correct = Correct: { $what }
changed-what = Counted again: { $what }
changed-score = { $name } { $was } ➡ { $now }
changed-turns = { $count ->
    [one] turn { $turns }
   *[other] turns { $turns }
  }
changed-nothing = Noted. No score changes.
changed-without-effect = { $count ->
    [one] 1 later entry no longer has an effect.
   *[other] { $count } later entries no longer have an effect.
  }
action-undo-turn = Undo the whole turn
action-redo-turn = Redo the whole turn
action-history = History or points
why-close = Close
why-tile = Tile { $face }, { $place }
why-doubt = Is something wrong here? Choose a tile or figure to correct it.
why-still = { $sum } = { $points }

# tiles for a gap
hole-title = Gap: { $place }
hole-none = None of the remaining tiles fit here.
hole-fits = { $left ->
    [one] 1 of the { $of } remaining tiles fits.
   *[other] { $left } of the { $of } remaining tiles fit.
  }
hole-next = Next tile: { $percent }%
hole-in-time = Before the game ends: { $percent }%
hole-player = { $name } draws one: { $percent }%
hole-never = less than 1
hole-why = Every remaining tile is equally likely to be drawn.
hole-close = Close
hole-tap = Gap at { $place }: which tiles fit

# searching, and commands
search-shield = shield
search-magic = magic
search-mist = mist
search-ghost = ghost
search-circle = spell circle, circle
palette-hint = Type what you want to do, or a tile
palette-nothing = Nothing matches.
action-palette = Find a command
action-find-tile = Find the drawn tile
action-take-home = Take scored figures home
action-whose = Place figures of the next player
action-leave = Leave an optional choice alone
action-discard = Discard a tile that fits nowhere
action-gap = Which tiles fit: the next gap
action-garden = The tile in hand shows a garden
action-last-place = Previous place for the tile
hand-none-found = None of the remaining tiles match.

# what watches the game
source-title = What watches the table?
source-why = The game continues where it is, whatever watches it. The camera finds the tiles by itself.
source-unsaved = This game is not saved, so another camera cannot take over.
source-by-hand = Nothing: continue by hand
source-camera = Camera: { $name }
source-no-camera = No camera was found.
source-stream = Address of a camera on the network
source-stream-go = Watch with it
action-source = Camera on or off

# deleting a game
open-delete = Delete
open-delete-sure = Delete this game with everything kept of it? This cannot be undone.
open-delete-yes = Delete for good
open-delete-no = Keep it
