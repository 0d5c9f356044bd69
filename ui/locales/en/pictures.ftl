# pictures kept of a game
pictures-title = Pictures of the table
pictures-new = For new games. They stay on this computer, in a folder beside the saved game, and are deleted with it.
pictures-now = For this game, from now on. What has been kept so far stays.
pictures-none = Keep none
pictures-none-why = Corrections show only what the camera sees at that moment, nothing from before.
pictures-evidence = Keep evidence
pictures-evidence-why = A small picture around each tile and figure that the camera noted, so that you can see later where 28 points came from.
pictures-all = Keep evidence and boards
pictures-all-why = Also the whole board after each turn, for looking back: a few megabytes per game.
pictures-title-new = Pictures of this game
pictures-not-kept = Some pictures of this game were not kept ({ $why }). The game itself continues.
pictures-switch-failed = The choice could not be saved ({ $why }); pictures are kept as before.
real-then = { $place } when it was noted
real-now = { $place } now
why-moment = The table in turn { $turn }, when these points were given.
history-then = What the camera saw when this was noted
review-drawn = Drawn
review-photo = Photograph (V)
review-fader = Fade from the drawn board to the photograph
lack-no-pictures = no pictures of the table were kept of this game
export-photo = Photograph of the board
export-photo-why = The real tiles side by side, made from the pictures kept of them (PNG).
export-cases = Test cases
export-cases-why = Every kept picture with a label that says what it shows, for measuring how well tables are read.

# aiming
aim-title = Aim the camera
aim-picture = Live picture with each part of the table coloured by how well it can be read
aim-help = Green can be read well. One thing at a time: follow the advice here and watch the colours.
aim-start = Start
aim-by-hand = Continue by hand
aim-whenever = You can start whenever you like, and come back with C.
aim-none = No camera is watching this game
aim-none-help = Add one with “Camera on or off” (📷 below the table), or continue by hand.
aim-waiting = Waiting for the first picture
aim-waiting-help = It takes a few seconds. If nothing comes, continue by hand; the camera can join later.
aim-dark = More light
aim-dark-help = The table is so dark that the picture is mostly noise. Switch a lamp on, or turn it towards the table.
aim-glare = A lamp is reflected
aim-glare-help = Nothing can be seen where it shines. Move the lamp aside, or move the camera until the bright spot is off the tiles.
aim-far = Move closer
aim-far-help = The tiles are too small in the picture. Bring the camera closer, or choose a larger picture.
aim-blurred = Out of focus
aim-blurred-help = Edges are soft. Wipe the lens, focus on the table, and see that the stand does not shake.
aim-slanted = Look from higher up
aim-slanted-help = The camera looks at the table from too low. Raise it, or tilt it down.
aim-room = Make room
aim-room-help = The board reaches the edge of the picture; the next tile may lie outside. Turn the camera so that the board is in the middle, or move it back a little.
aim-lay = Well aimed
aim-lay-help = Now lay the start tile in the middle of the picture.
aim-good = Well aimed
aim-good-help = Everything around the board can be read. You can start.
aim-colors = Players’ colours
aim-colors-show = Put a piece of each player beside the board, a little apart, to see here whether this light keeps their colours apart.
aim-colors-apart = Can be told apart in this light: { $colors }
aim-colors-near = { $colors } look almost alike in this light. Switch on a whiter or brighter lamp, or play with other colours.
aim-colors-missing = Not seen beside the board: { $colors }. If a piece lies there, this light makes it look like another colour: a whiter lamp helps.
camera-new = A new camera
camera-new-help = Its lens is learnt once two dozen tiles lie on the table, and the place of the board as the game goes on. Both are kept for next time.
camera-known = This camera is known
camera-lens = Lens known since { $since }, from { $tiles } tiles.
camera-board = It last saw a board on { $seen }. If tiles still lie there, they are found at once.
camera-forget = Forget
camera-forget-why = Deletes what is known about this camera. It is learnt again from what the camera sees from now on.
aim-zone-good = { $count ->
    [one] 1 part
   *[other] { $count } parts
  } can be read well
aim-zone-weak = { $count ->
    [one] 1 part
   *[other] { $count } parts
  }: tiles that look alike will be asked about
aim-zone-bad = { $count ->
    [one] 1 part
   *[other] { $count } parts
  } can hardly be read

# a knocked table
relay-title = Put the table right
relay-count = { $done } of { $all } done. The picture shows what goes where; the camera ticks it off.
relay-lay = Lay tile { $face }: { $place }{ $degrees ->
    [0] {""}
   *[other] , turned by { $degrees }°
  }
relay-turn = Turn tile { $face } clockwise by { $degrees }°: { $place }
relay-swap = Take tile { $other } away and lay { $face } there: { $place }{ $degrees ->
    [0] {""}
   *[other] , turned by { $degrees }°
  }
relay-away = Take away what lies there: { $place }
relay-ticked = ☑ { $what }
relay-done = Everything is back in place. Watching continues by itself in a moment.
