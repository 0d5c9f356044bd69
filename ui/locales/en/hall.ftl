# a hall of many tables

hall-table = Table { $number }
hall-left = { $left } left
hall-count = { $count ->
    [one] one table
   *[other] { $count } tables
}
hall-nobody = No table has reported yet.
hall-nobody-why = Tables appear by themselves as soon as they report a game. If a table is playing and does not appear: is it in this very hall, and may the wall’s account read it?
hall-wall-away = The broker cannot be reached. The wall keeps trying. Check the address, the network and the broker.
hall-keys = S sorts · arrow keys turn pages · + − size · L language · F11 full screen · a click opens a table
hall-away = Not connected; this is how things stood.
hall-needs = Tables that need help
hall-tables = Tables
hall-standings = Standings
hall-place = Place
hall-player = Player
hall-games = Games
hall-won = Won
hall-ahead = Lead
hall-points = Points
hall-more = Board and last points
hall-back = Back
hall-no-board = This table does not show its board.

hall-needy = Help ({ $count }): { $tables }

hall-by-need = who needs help first
hall-by-name = by table
hall-by-left = fewest tiles left first
hall-by-score = highest score first

hall-disagrees = Result disputed
hall-calls = Calls for help
hall-unsaved = Cannot save
hall-lost = Camera sees nothing
hall-differs = Table differs
hall-asks = Open question
hall-gone = Not connected
hall-waits = Waiting { $minutes } min
hall-unconfirmed = Over, not confirmed
hall-final = Final
hall-empty = Not begun

# the window's page about it

hall-title = Hall of tables
hall-why = A club evening or a tournament shows all its tables on one wall. This table tells the organisers’ message broker how its game stands. Only what you agree to below leaves this machine; pictures of the camera never do.
hall-this-game = This game
hall-not-told = This game is not reported to a hall.
hall-join = Report this game to the hall
hall-join-first = Name the hall’s address below first.
hall-leave = Stop reporting
hall-told-as = This game is reported to { $hall } as { $table }.
hall-connected = Connected.
hall-connecting = Connecting …
hall-waiting = { $count ->
    [one] One message waits to be sent.
   *[other] { $count } messages wait to be sent.
}
hall-call = Call the organisers
hall-call-off = No help needed any more
hall-confirm = Confirm the result
hall-confirm-why = For the hall. After that it is final.
hall-confirmed = The hall has your result. It is final.
hall-confirmed-waits = Your result is final. The hall gets it as soon as the broker is there.

hall-which = Which hall
hall-address = Address
hall-address-hint = mqtts://broker.example/club/friday
hall-address-wrong = That is not a hall’s address. It should name broker and hall: mqtts://broker.example/club/friday
hall-address-password = User and password do not belong in the address, where everybody sees them. Put them in the account’s file.
hall-address-plain = mqtt:// would be unencrypted. Use mqtts://
hall-table-name = This table
hall-table-hint = such as 7; empty: the account’s user
hall-account = File of the account
hall-account-hint = /home/anna/hall.toml
hall-account-why = The organisers give it to you, with user and password or a certificate. Keep it where nobody else can read it.
hall-always = Report every game that begins here
hall-always-why = Switch it off again after the evening.

hall-agreed = What this table agrees to
hall-agreed-why = Scores, whose turn it is, tiles left, and whether the table needs help are always told. Players are called:
hall-names-initials = by their initials
hall-names-full = by their names
hall-names-colors = by their colours
hall-board = Show the board
hall-board-why = Every move, and at the end the record with the names as chosen above. The hall can check the result then.
hall-drawing = Also send the drawn board as a picture
hall-drawing-why = For other people’s pages that cannot draw it from the moves.

hall-trouble-away = The broker cannot be reached. Play on: what happens is kept and sent later.
hall-trouble-insecure = The broker cannot prove who it is. The account’s file should name a certificate as authority.
hall-trouble-refused = The broker does not accept user and password. Check the account’s file, or ask the organisers.
hall-trouble-forbidden = This account may not speak for this table. Ask the organisers.
hall-trouble-account = The account’s file cannot be used. Check it, or ask the organisers for a new one.
hall-trouble-unkept = What waits for the broker cannot be kept on disk. It is lost if the program ends.

hall-notice = This game is not reported to the hall. { $what } { $help } You can change that under “More”, “Hall of tables”.
hall-fail-address = The hall’s address cannot be used.
hall-fail-account = { $what } ({ $why })
hall-fail-unread = The account’s file cannot be read.
hall-fail-unread-help = Check where the file is and who may read it.
hall-fail-malformed = The account’s file cannot be understood.
hall-fail-malformed-help = The file names user, password, authority, certificate and key, each on a line of its own. The organisers can give you a new one.
hall-fail-open = Others can read the account’s file, which holds a password.
hall-fail-open-help = Make it readable by you alone: chmod 600.
hall-fail-certificates = The account’s certificates cannot be used.
hall-fail-certificates-help = The file names PEM files; authority is who vouches for the broker.
hall-fail-no-table = Nobody has said which table this is.
hall-fail-no-table-help = Give this table a name.
hall-fail-table = A table cannot be called that.
hall-fail-table-help = Up to forty letters, digits, spaces, hyphens, underscores and full stops, beginning with a letter or digit.
hall-fail-trouble = No connection can be opened.

bar-hall-name = Hall
bar-hall = This game is reported to the hall as { $table }.
