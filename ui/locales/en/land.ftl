# Tatan
choose-use-tatan = A Tatan card was drawn: move a tile, or draw two?
choose-relocate-tile = Where is the moved tile laid?
choose-fill-gap = Which gap is filled with Tatan cards?
choose-follower-on-tatan = Which follower goes on the Tatan cards?
event-tile-moved = The tile from { $from } goes to { $to }, turned by { $degrees }°
event-tatan-drawn = A Tatan card was drawn
event-tatan-relocate = To be moved: the tile at { $place }
event-tatan-two = Two tiles are drawn
event-gap-filled = Gap filled: { $places }
remind-tatan-use = Tatan card: move one of the marked tiles, or draw two tiles.
remind-tatan-relocate = Lay the moved tile at another place.
remind-tatan-tiles = { $count ->
    [one] The same player lays 1 more tile.
   *[other] The same player lays { $count } more tiles.
  }
remind-tatan-keep = The Tatan card goes in front of its player.
remind-tatan-gap = { $name } may fill a gap: up to { $points } points.
remind-tatan-follower = { $name } puts a follower on the Tatan cards.
remind-tatan-no-tile = Tatan cards do not count as tiles of a feature.
refused-stays = The tile ({ $place }) stays: { $why }.
stays-nothing-there = there is no tile
stays-no-print = it shows no print
stays-start-tile = this table does not move the start tile
stays-figure = something stands on it
stays-completed = it belongs to a finished feature
stays-same-place = it must go to another place
stays-breaks = the board would fall apart
stays-fits-nowhere = it fits nowhere else

# Benelux map
choose-buy-island-tile = Pay a chip for an island’s tile? If not, draw face down.
choose-chip-value = What does the chip under the new tile show?
event-chip-laid = A chip ({ $color }) at { $place }
event-chip-turned = { $value ->
    [one] It shows 1 point
   *[other] It shows { $value } points
  }
event-chip-turned-color = { $value ->
    [one] It is { $color } and shows 1 point
   *[other] It is { $color } and shows { $value } points
  }
event-island-revealed = Tile { $face } turned up at { $place }
event-island-taken = A { $color } chip for tile { $face }
chip-purple = purple
chip-light-blue = light blue
chip-orange = orange
chip-face-down = face down
square-land = a land square
square-start = a start square
square-town = a town
square-large-city = a large city
square-wave = a wave
square-island = an island
square-none = the outside of the map
fault-no-square = No tile may lie there: it is { $square }.
refused-start-first = The start tiles come first.
refused-island-tile = Tile { $face } was taken from an island and must be laid first.
refused-no-tile = The last face-down tile has already been laid.
chip-none-left = all chips have been laid.
chip-not-land = { $square } takes no chip.
chip-occupied = something is already there.
chip-beside-chip = it would touch another chip.
chip-beside-start = it would touch a used start square or an open side of a large city.
island-no-stack = there is no stack of tiles.
island-used-up = that stack is used up.
island-turned-up = its tile is already turned up.
island-no-chip = there is no chip of that colour to pay with.
island-face-down-first = a face-down tile has already been looked at.
island-one-chip = a chip has already been paid this turn.
island-not-now = this is not the moment for that.
remind-map-starts = Lay the start tiles on the start squares.
remind-map-chips = { $count ->
    [one] Lay 1 more chip
   *[other] Lay { $count } more chips
  } face down.
remind-map-take-plain-chip = A chip lies under this tile: take it, turn it over, score it, and say what colour it is.
remind-map-take-chip = A chip ({ $color }) lies under this tile: take it, turn it over, score it.
remind-map-buy = { $name }, before drawing: pay a chip ({ $colors }) for an island’s tile, or draw face down?
remind-map-reveal = Turn up the next tile of the { $color } island.
remind-map-drop = Tile { $face } from the island fits nowhere: it leaves the game. Draw face down.
remind-map-border = Finished because it ends at the border of the map.
remind-map-last = { $count ->
    [0] The last face-down tile has been laid: the game ends.
    [one] The last face-down tile has been laid: the game ends, 1 island tile stays unused.
   *[other] The last face-down tile has been laid: the game ends, { $count } island tiles stay unused.
  }
remind-map-town = The tile covers a town: see your booklet.
remind-map-city = The tile meets the open side of a large city: see your booklet.
