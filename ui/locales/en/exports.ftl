# Words of exported files, and why one cannot be given.

report-language = English
report-base = Carcassonne
report-with = Carcassonne with { $modules }
report-minutes = { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
  }
report-level = Level { $level }.
report-open = The game is not over yet.
report-race = The score turn by turn
report-turns-axis = turn
report-by-category = What the points were for
report-of-which = of which { $module }
report-lines = Every line of points
report-turn = Turn
report-player = Player
report-points = Points
report-reason = For
report-sum = Sum
report-score = Score
report-transcript = The game in words
report-before = Before the first turn
report-final = final scoring
report-line = { $name } { $points }: { $reason }, { $sum }
report-made = Written by Nebelwacht, which watches Carcassonne tables and keeps the score.

lack-modules = does not know these rules: { $modules }
lack-ruling = plays table option { $number } differently: { $ruling }
lack-bag = plays with the tiles of the boxes only, not with another bag or with taught tiles
lack-put-back = never puts tiles back into the bag
lack-tile = has no tile { $face }, or not as many of them
lack-event = has no way to record this: { $event }
lack-stood-before = has no way to record figures that stood there before the first turn
lack-out-of-turn = does not allow playing out of turn (turn { $turn })
lack-no-players = Nobody plays yet.
lack-too-long = the play is too long for a QR code
lack-failed = it cannot be made: { $why }

# the screen
action-export = Files from this game
export-title = Files from this game
export-folder = They are written into { $folder }.
export-write = Write the files
export-other = Another folder…
export-at-work = Drawing and writing…
export-done = { $count ->
    [one] 1 file was written:
   *[other] { $count } files were written:
  }
export-in-the-way = { $path } already exists with other content.
export-in-the-way-help = Choose another folder; nothing was written.
export-for-showing = To look at, print and show
export-for-playing = To continue playing, here or elsewhere
export-for-counting = For your own statistics
export-for-programming = For programmers
export-picture = Board and ranking
export-picture-why = The final board with everybody’s points beside it (PNG), to share.
picture-made = Scored with Nebelwacht
picture-copy = Copy picture
picture-save = Save picture
picture-copied = The picture of the game is on the clipboard.
picture-saved = The picture is in { $path }.
picture-failed = There is no picture of this game: { $why }
export-record = The game itself
export-record-why = A record (JSON Lines) that Nebelwacht can open again.
export-schema = Description of the record
export-schema-why = JSON Schema of a record’s lines, for programmers.
export-json = The last state of the game
export-json-why = Board, pieces, players and points as JSON, for programmers.
export-csv = Table of points
export-csv-why = A row for each line of points (CSV), for a spreadsheet.
export-svg = Drawing of the board
export-svg-why = The board in this program’s drawings (SVG), sharp at any size.
export-png = Picture of the board
export-png-why = The same as a picture (PNG).
export-html = Report
export-html-why = One page in both languages, for reading and printing.
export-transcript = The game in words
export-transcript-why = Every turn as text (Markdown).
export-bgstats = BG Stats
export-bgstats-why = A play to open in the app, a link, and a QR code for the phone.
export-jcz = JCloisterZone
export-jcz-why = A saved game to replay there, if its rules cover this one.
