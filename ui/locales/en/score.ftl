# The end of a game from one photograph.
score-title = Score a photograph
score-reading = Reading the photograph…
score-phone = Take the photograph with a phone
score-phone-how = Scan the code, tap the one button, and photograph the whole board from above. Nothing is installed, and no warning appears. Questions about the picture and the final scoring appear here and on the phone.
score-phone-here = { $count ->
    [0] The page for the phone is on; nobody has it open
    [one] The page for the phone is on; one phone has it open
   *[other] The page for the phone is on; { $count } phones have it open
}
phone-score-how = Photograph the whole board from above, and leave all figures standing until you are done.
score-too-low = The camera stood low, { $degrees }° above the table: tiles and figures at the far side may be missing or wrong. A photograph from 45° or more shows them.
score-doubts = { $count ->
    [0] No questions about the photograph
    [one] One question about the photograph
   *[other] { $count } questions about the photograph
}
# What is unclear without changing anybody's points: `what` are the two that follow.
score-idle = Unclear, but nobody’s points depend on it: { $what }
score-idle-tiles = { $count ->
    [one] one tile
   *[other] { $count } tiles
}
score-idle-figures = { $count ->
    [one] one figure
   *[other] { $count } figures
}
score-which-tile = Which tile lies here?
score-which-figure = Which figure stands here?
score-was-scored = A figure still stands in something finished ({ $feature }). Has it been scored?
score-tile = Tile { $face }
score-no-tile = No tile
other-tile = Another tile…
score-figure = { $figure } { $on }
score-nobody = Nobody
score-scored = It has been scored
score-not-scored = Not yet
score-answer = { $what }. Final scores: { $ends }
score-total = { $name } { $points }
score-team = The team: { $points }
score-back = Take the last answer back
score-track = Points on the score track
score-track-why = Where the scoring meeples stand before the final scoring.
score-track-of = Points of { $name } on the score track
score-keep = Save as a game
score-keep-why = It opens like any other game and can be corrected and exported.
welcome-photo = Score a photograph
welcome-photo-why = Game over? Photograph the board with a phone and get the final scoring.
new-source-board = One photograph of the finished board
new-source-board-why = The game is over: a photograph from above gives you the final scoring.
new-board = Photograph of the board
new-board-phone = Take it with a phone
new-board-how = Leave this empty to take the picture with a phone, or name a file:
new-board-hint = /path/to/board.jpg
new-board-start = Read the photograph
fail-photo = { $photo } cannot be read as a picture: { $why }
fail-photo-help = Choose a photograph in JPEG or PNG format.
fail-no-board = No tile was found in { $photo }.
fail-no-board-help = Photograph the whole board from 45° or more above the table, and choose the pack of exactly these tiles.
