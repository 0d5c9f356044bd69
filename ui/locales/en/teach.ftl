# Teaching tiles.
packs-teach = Teach tiles from pictures
teach-title = Teach tiles
teach-help = The camera names only tiles it has a picture of. Here you show it yours, also such as no program knows: each is cut out, you say what is printed on it with a few clicks, and it is kept in a tile pack. Choose that pack when you start the next game.
teach-into = Into which pack
teach-pack = Name of the pack
teach-box = Box the tiles are from
teach-box-why = Of mists and spell circles only practice tiles come with this program; the first tile you teach takes their place.
teach-photo = From a photograph
teach-photo-why = Lay the tiles in rows on a plain table, half a tile apart, and photograph them from above.
teach-choose = Choose a photograph …
teach-cut = Cut out the tiles
teach-live = From the running game
teach-live-why = Click a tile in the picture, or lay tiles in rows before the camera. New pictures of known tiles count as soon as the camera is chosen anew; tiles that nobody knew, from the next game on.
teach-live-rows = Cut out the tiles in rows
teach-unknown = Unknown tile
teach-known = Tile read as { $face }
teach-progress = { $left } to go, { $done } taught
teach-no-picture = This file is no picture that can be read.
teach-none-found = No tiles were found. They must lie apart from each other on a plain table and be no smaller than a thumbnail.
teach-found = { $count ->
    [one] One tile found.
   *[other] { $count } tiles found.
}
teach-kept = Kept: { $face }
teach-keep = It is right: keep as { $name } (Enter)
teach-skip = Leave this one out
teach-stop = Stop
teach-understood = Understood
teach-twin = It is { $face }: keep the picture with it
teach-twin-why = Looks like a tile that is known: another copy, or the same in another artwork.
teach-illegal = The { $side } side does not fit the tile that lies beside it.
teach-joins = Cities and roads: join in another way
teach-fog = Mist: join in another way
teach-walls = Fields: divide in another way
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
teach-road-hidden = Road { $sides }: wholly under mist
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
teach-says-mist = Mist { $sides }{ $ghosts ->
    [0] {""}
    [one] , one ghost
   *[other] , { $ghosts } ghosts
}
teach-this = Teach this tile
