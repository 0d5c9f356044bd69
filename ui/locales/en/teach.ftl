# Teaching tiles.
packs-teach = Teach tiles from pictures
teach-title = Teach tiles
teach-help = The camera reads a tile most reliably when it has a picture of it. Here you show it yours, even ones that no program knows: each is cut out, you say what is printed on it with a few clicks, and it goes into a tile pack.
teach-into = Which pack they go into
teach-pack = Name of the pack
teach-box = Box the tiles are from
teach-box-why = For mists and spell circles this program only has practice tiles; the first tile you teach replaces them.
teach-photo = From a photograph
teach-photo-why = Lay the tiles face up on a plain table, in rows or anyhow, apart or edge to edge, and photograph them from above. Outlines that are wrong or missing are put right with a click.
teach-choose = Choose a photograph…
teach-cut = Cut out the tiles
teach-live = From the running game
teach-live-why = Click a tile in the picture, or lay tiles in rows in front of the camera. New pictures of known tiles count as soon as you choose the camera again; tiles that were unknown, from the next game on.
teach-live-rows = Cut out the tiles in this picture
teach-live-unknown = { $count ->
    [one] Name the tile that is not known
   *[other] Name the { $count } tiles that are not known
}
teach-unknown = Unknown tile
teach-known = Tile read as { $face }
teach-progress = { $left } to go, { $done } taught
teach-no-picture = This file cannot be read as a picture. Choose a JPEG or PNG.
teach-none-found = No tiles were found. Draw them on the photograph, from corner to corner, or take another one: on a plain table, from above, not tiny.
teach-found = { $count ->
    [one] One tile found.
   *[other] { $count } tiles found.
}
spread-name = { $count ->
    [one] Name this tile
   *[other] Name these { $count } tiles
}
teach-kept = Kept: { $face }
teach-keep = Correct: keep as { $name } (Enter)
teach-keep-known = Correct: it is { $name } (Enter)
teach-is = It is { $name }
teach-same-sides = Or, with the same sides:
teach-letters = Tiles of this box that the pack has no picture of yet; click yours if it is one of them:
teach-no-such = No tile of this box has these sides. Correct them on the picture, or click the right tile below.
teach-of-no-box = It is in no box: keep as { $name }
teach-skip = Leave this one out
teach-stop = Stop
teach-understood = Understood
teach-twin = It is { $face }: add the picture to it
teach-twin-why = Looks like a known tile: another copy, or the same tile with different artwork.
teach-no-tile = Or it is not a tile to lay:
teach-is-tatan = A Tatan card
teach-is-back = The back of the tiles
teach-illegal = The { $side } side does not fit the tile beside it.
teach-joins = Cities and roads: join differently
teach-fog = Mist: join differently
teach-walls = Fields: divide differently
teach-shields = City { $sides }: { $count ->
    [0] no coat of arms
    [one] one coat of arms
   *[other] { $count } coats of arms
}
teach-ghosts = Mist { $sides }: { $count ->
    [0] no ghost
    [one] one ghost
   *[other] { $count } ghosts
}
teach-road-clear = Road { $sides }: can be stood on
teach-road-hidden = Road { $sides }: entirely under mist
teach-magic-on = With the symbol of mage and witch
teach-magic-off = Without the symbol of mage and witch
teach-garden-on = With a garden
teach-garden-off = Without a garden
teach-north = north
teach-east = east
teach-south = south
teach-west = west
teach-n = N
teach-e = E
teach-s = S
teach-w = W
teach-field = Field
teach-road = Road
teach-city = City
teach-nothing = –
teach-middle = Middle: { $what }
teach-monastery = Monastery
teach-castle = Castle
teach-cemetery = Cemetery
teach-mist-on = Mist in the { $side }: yes
teach-mist-off = Mist in the { $side }: no
teach-says-road = Road { $sides }
teach-says-city = City { $sides }{ $shields ->
    [0] {""}
    [one] , one coat of arms
   *[other] , { $shields } coats of arms
}
teach-says-field = Field { $sides }{ $cities ->
    [0] {""}
    [one] , touches one city
   *[other] , touches { $cities } cities
}
teach-circles-why = Click each spell circle on the picture; click it again to take it away.
teach-circle-put = Put a spell circle on the picture
teach-circle-take = Take spell circle { $number } away
teach-says-circles = { $count ->
    [one] with a spell circle
   *[other] with { $count } spell circles
}
teach-says-mist = Mist { $sides }{ $ghosts ->
    [0] {""}
    [one] , one ghost
   *[other] , { $ghosts } ghosts
}
teach-this = Teach this tile

# teaching a map
map-learnt-why = Learnt from your printed map; the camera recognises its print.
map-learnt-printless = Learnt, but without a picture of its print: keep score by hand, or teach the map again.
map-teach-title = Teach a map
map-teach-help = The program does not know the printed map. Show it once: click its four corners, then say what is on its squares. It stays on this computer, with a picture of its print that the camera finds it by.
map-teach-photo = From a photograph of the map
map-teach-photo-why = Lay the bare map flat and photograph all of it, from above if you can, without lamps reflected in it.
map-teach-open = Open it
map-teach-live = From the running camera
map-teach-live-why = The whole map must be in the picture, with nothing on it.
map-teach-take = Take this picture
map-teach-corners = Click the four corners of the grid of squares: the outermost corners of the first and last row, whether or not a square is printed there.
map-teach-grid = Set the number of columns and rows until the lines lie on the printed squares. Drag a corner to move it.
map-teach-cols = Columns
map-teach-rows = Rows
map-teach-turn = North is at another corner
map-teach-clear = Set the corners again
map-teach-on = The lines fit: continue with the squares
map-teach-other = Another picture
map-teach-picture = Photograph of the map; click its corners
map-teach-nw = North-west
map-teach-brush = What is printed there?
map-teach-brush-why = All squares are land to begin with. Choose something else and click its squares, or draw over them.
map-teach-sides = At a large city, click the small marks: green where the city is open; red on a square beside it if features end there.
map-teach-rules = What the rules make of it
map-teach-sound = Complete: this map can be played.
map-teach-name = Name
map-teach-name-own = Benelux
map-teach-keep = Keep the map
map-teach-kept = Kept: { $path }. Choose it when you start a game with the map.
map-teach-corners-again = Back to the corners
map-land = Land
map-nothing = No square
map-start = Start square
map-town = Town
map-large-city = Large city
map-wave = Wave
map-island-any = Island
map-island = Island, { $color }
map-side-open = { $square } { $side }: the city is open
map-side-shut = { $square } { $side }: the city is closed
map-side-ends = { $square } { $side }: features end at the city
map-side-runs = { $square } { $side }: features do not end at the city
map-fault-unreadable = This is not a map file: { $why }
map-fault-letter = Column { $col }, row { $row }: this letter stands for no square; there are . S T C ~ I and blank.
map-fault-large = The map has more rows or columns than fit on a table.
map-fault-no-square = Column { $col }, row { $row }: something is said about a square that does not exist.
map-fault-twice = Column { $col }, row { $row } is described twice.
map-fault-starts = { $found ->
    [one] 1 start square
   *[other] { $found } start squares
  }; at least 2 are needed.
map-fault-nameless = The start square in column { $col }, row { $row } needs a name of its own.
map-fault-colorless = The island in column { $col }, row { $row } needs a colour.
map-fault-color = Column { $col }, row { $row } has a colour but is no island.
map-fault-islands = { $found ->
    [one] 1 island square
   *[other] { $found } island squares
  } ({ $color }); 2 are needed.
map-fault-open = Column { $col }, row { $row } has open sides but is no large city.
map-fault-closed = Column { $col }, row { $row } ends where it does not touch a large city.
map-odd-starts = The printed map has the start squares Meppel, Eindhoven and Charleroi, this one { $names }.
map-odd-waves = The printed map has 3 waves, this one { $found }.
map-odd-no-city = There is no large city.
map-odd-no-side = The large city in column { $col }, row { $row } is open on no side.
map-odd-chips = There is room for only { $found } of the 20 chips.
map-odd-place = { $name } is not where it is expected.

# Learning a whole box from photographs.
learn-page-title = Which tiles are these?
learn-page-help = Choose what each tile shows. The line below gathers your answers; run it when you are done, or after a few: each answer settles others.
learn-page-line = Your answers
learn-tile = Tile { $number }
learn-none-of-it = not from this box
learn-missing = Not found yet
whole-box = Photograph the whole box
whole-box-why = Lay the tiles of the base game, or of Mage & Witch, face up on a plain table with a little room between them, whichever way they are turned; several photographs are fine too. They are cut out and named all together, and you are only asked about doubtful ones.
whole-box-others = Only the base game and Mage & Witch can be learnt whole. Choose one of them above, or teach the tiles of this box one by one.
whole-begin = Learn the box
whole-go-on = Continue where you left off
whole-help = Every step is kept. Tiles that are certain show their letter; click an outline to change it.
whole-add = Add this photograph
whole-working = Looking at the tiles…
whole-undo = Undo (Ctrl+Z)
whole-later = Continue later
whole-keep = Put the sure tiles into “{ $pack }”
whole-kept = The tiles are in the pack “{ $pack }”.
whole-state = { $sure } named, { $open } open, { $missing } missing{ $foreign ->
    [0] {""}
   *[other] , { $foreign } too many
}
whole-complete = Complete: all { $sure } tiles are named.
whole-photo = Photograph { $number }
whole-photo-help = Is a tile without an outline? Click its middle. Is an outline wrong? Draw it again: drag from one corner of the tile to the opposite one.
whole-photo-gone = This photograph was added earlier; its tiles are kept.
whole-which = which one is it?
whole-no-tile = Remove this outline
whole-next = Still open:
whole-too-many = { $count ->
    [one] One tile too many for this box
   *[other] { $count } tiles too many for this box
  }
whole-too-dark = { $count ->
    [one] Too dark: photograph this tile again
   *[other] Too dark: photograph these { $count } tiles again
  }
whole-glare = { $count ->
    [one] A lamp is mirrored in this tile: photograph it again
   *[other] A lamp is mirrored in these { $count } tiles: photograph them again
  }
