# pages for phones

phone-title = Score
phone-scores = Score
phone-board = Drawn board
phone-hand = By hand
phone-questions = To be decided
phone-leave-alone = Leave it
phone-figure = Who stands on the new tile?
phone-end-turn = End the turn
phone-undo = Undo the last step
phone-lay = Lay a tile by hand
phone-lay-how = Tap the tile, then its place. North is at the top of the drawn board.
phone-place = { $place }, { $degrees ->
    [0] not turned
   *[other] turned by { $degrees }°
  }
phone-left-which = Which ones?
phone-lost = Connection lost. The page comes back by itself.
phone-not-sent = That did not get through. Try again.
phone-order-unreadable = That was not understood. Reload the page.
phone-order-overtaken = The game has moved on in the meantime; nothing was changed.

phone-no-key-title = This page needs a code
phone-no-key = Scan the code that Nebelwacht shows on its screen. Codes are new for each game, so old addresses no longer work.
phone-wrong-key-title = This code is for another page
phone-wrong-key = Each code opens one page only. Scan the code for this page on the screen of Nebelwacht.

phone-welcome-title = The phone as a camera
phone-welcome-why = Browsers give the camera to encrypted pages only. Nebelwacht encrypts with a certificate of its own, which no company vouches for, so your browser will warn you once. Your pictures go straight to the computer on your table and nowhere else.
phone-welcome-go = Open the camera page
phone-welcome-without = Rather not?
phone-welcome-photo = Take single photographs instead, without a warning
phone-welcome-other = Another phone
phone-welcome-picture = The warning on { $name }, with the two places to tap
phone-welcome-tap = Tap “{ $button }”.
phone-welcome-allow = Tap “Start the camera” and allow it.
phone-android = Android (Chrome)
phone-android-warning = Your connection is not private
phone-android-one = Advanced
phone-android-two = Proceed to … (unsafe)
phone-iphone = iPhone (Safari)
phone-iphone-warning = This Connection Is Not Private
phone-iphone-one = Show Details
phone-iphone-two = visit this website

phone-camera-title = Camera
phone-camera-before = Lean the phone against something so that it sees the whole table from above.
phone-camera-start = Start the camera
phone-camera-picture = What the camera sees
phone-camera-how = The screen stays on. Plug the phone in if the game is long.
phone-camera-torch = Torch
phone-camera-zoom = Zoom
phone-camera-waiting = Connected. The first picture is about to be read.
phone-camera-busy = Another phone is the camera already. Close its page to take over.
phone-camera-refused = The camera was not allowed. Allow it in the browser’s settings for this page, then try again.
phone-camera-none = The camera cannot be used. Close other apps that use it, then try again.

phone-photo-title = One photograph at a time
phone-photo-how = Take a picture of the whole board after each turn, or whenever you like. What has changed is read as moves.
phone-photo-take = Take a photograph
phone-photo-sending = Sending …
phone-photo-taken = Thank you. The picture is being read.
phone-photo-none = That is not a picture that can be read. Send a photograph (JPEG or PNG).
phone-photo-filmed = A phone is filming this game. Close its page to take photographs instead.
phone-photo-unwanted = This game is not set up for photographs.

# the window's page about them

bar-phones = { $count ->
    [0] Pages for phones are on; nobody has one open
    [one] Pages for phones are on; one is open
   *[other] Pages for phones are on; { $count } are open
  }
phones-title = Phones
phones-why = Everybody in the house who scans a code sees the score on their own phone, without an app. The pages are there only while this game is open and they are switched on. Phone and computer must be in the same network.
phones-on = Switch the pages on
phones-off = Switch the pages off
phones-here = Who is here
phones-nobody = Nobody yet.
phones-guest = { $page }, from { $from }
phones-code = Code for: { $page }
phones-copy = Copy the address
phones-look = See the score
phones-look-how = For everybody: scores, last points, the board and what not to forget.
phones-answer = See the score and answer
phones-answer-how = For those who play: also answers questions, lays a tile by hand, ends the turn and takes a step back.
phones-overlay = For stream software
phones-overlay-how = Scores and last points on a transparent background, as a browser source in OBS and the like.
phones-camera = The phone as a camera
phones-camera-how = Scan this code with the phone that is to film. Its page says what to tap; then lean the phone so that it sees the whole table.
phones-photo = One photograph at a time
phones-photo-how = Scan this code with the phone that takes the pictures: one of the whole board after each turn.
new-source-phone = A phone
new-source-phone-why = No app: the phone scans a code and films with its browser.
new-source-photos = Photographs from a phone
new-source-photos-why = One picture of the board after each turn, through the phone’s browser.
