# Tatan
choose-use-tatan = Eine Tatan-Karte wurde gezogen: ein Plättchen versetzen, oder zwei ziehen?
choose-relocate-tile = Wohin kommt das versetzte Plättchen?
choose-fill-gap = Welche Lücke wird mit Tatan-Karten gefüllt?
choose-follower-on-tatan = Welcher Gefolgsmann kommt auf die Tatan-Karten?
event-tile-moved = Das Plättchen ({ $from }) kommt hierher: { $to }, um { $degrees }° gedreht
event-tatan-drawn = Eine Tatan-Karte wurde gezogen
event-tatan-relocate = Ein Plättchen wird versetzt: { $place }
event-tatan-two = Zwei Plättchen werden gezogen
event-gap-filled = Gefüllte Lücke: { $places }
remind-tatan-use = Tatan-Karte: eines der markierten Plättchen versetzen oder zwei Plättchen ziehen.
remind-tatan-relocate = Das versetzte Plättchen an eine andere Stelle legen.
remind-tatan-tiles = { $count ->
    [one] Derselbe Spieler legt noch 1 Plättchen.
   *[other] Derselbe Spieler legt noch { $count } Plättchen.
  }
remind-tatan-keep = Die Tatan-Karte kommt vor ihren Spieler.
remind-tatan-gap = { $name } darf eine Lücke füllen: bis zu { $points } Punkte.
remind-tatan-follower = { $name } stellt einen Gefolgsmann auf die Tatan-Karten.
remind-tatan-no-tile = Tatan-Karten zählen in keinem Gebiet als Plättchen.
refused-stays = Das Plättchen bleibt liegen ({ $place }): { $why }.
stays-nothing-there = dort liegt keines
stays-no-print = es zeigt keinen Aufdruck
stays-start-tile = das Startplättchen wird an diesem Tisch nicht versetzt
stays-figure = es steht etwas darauf
stays-completed = es gehört zu etwas Fertigem
stays-same-place = es muss an eine andere Stelle
stays-breaks = der Plan würde auseinanderfallen
stays-fits-nowhere = es passt nirgends sonst

# Benelux-Karte
choose-buy-island-tile = Einen Chip für ein Inselplättchen zahlen? Sonst wird verdeckt gezogen.
choose-chip-value = Was zeigt der Chip unter dem neuen Plättchen?
event-chip-laid = Ein Chip ({ $color }): { $place }
event-chip-turned = { $value ->
    [one] Er zeigt 1 Punkt
   *[other] Er zeigt { $value } Punkte
  }
event-chip-turned-color = { $value ->
    [one] Er ist { $color } und zeigt 1 Punkt
   *[other] Er ist { $color } und zeigt { $value } Punkte
  }
event-island-revealed = Plättchen { $face } aufgedeckt: { $place }
event-island-taken = { $color } gegen Plättchen { $face }
chip-purple = Lila
chip-light-blue = Hellblau
chip-orange = Orange
chip-face-down = verdeckt
square-land = ein Landfeld
square-start = ein Startfeld
square-town = eine Kleinstadt
square-large-city = eine Großstadt
square-wave = eine Welle
square-island = eine Insel
square-none = außerhalb der Karte
fault-no-square = Dort darf kein Plättchen liegen: { $square }.
refused-start-first = Erst kommen die Startplättchen.
refused-island-tile = Plättchen { $face } wurde von einer Insel genommen und kommt zuerst.
refused-no-tile = Das letzte verdeckte Plättchen liegt schon.
chip-none-left = alle Chips liegen schon.
chip-not-land = dort liegt nie ein Chip: { $square }.
chip-occupied = dort liegt schon etwas.
chip-beside-chip = er würde einen anderen Chip berühren.
chip-beside-start = er würde ein benutztes Startfeld oder die offene Seite einer Großstadt berühren.
island-no-stack = dort ist kein Stapel.
island-used-up = dieser Stapel ist aufgebraucht.
island-turned-up = sein Plättchen ist schon aufgedeckt.
island-no-chip = es gibt keinen Chip dieser Farbe zum Zahlen.
island-face-down-first = ein verdecktes Plättchen wurde schon angesehen.
island-one-chip = in diesem Zug wurde schon ein Chip gezahlt.
island-not-now = das geht gerade nicht.
remind-map-starts = Die Startplättchen auf die Startfelder legen.
remind-map-chips = { $count ->
    [one] Noch 1 Chip
   *[other] Noch { $count } Chips
  } verdeckt auslegen.
remind-map-take-plain-chip = Unter diesem Plättchen liegt ein Chip: nehmen, umdrehen, werten und seine Farbe angeben.
remind-map-take-chip = Unter diesem Plättchen liegt ein Chip ({ $color }): nehmen, umdrehen, werten.
remind-map-buy = { $name }, vor dem Ziehen: einen Chip ({ $colors }) für ein Inselplättchen zahlen, oder verdeckt ziehen?
remind-map-reveal = Das nächste Plättchen der Insel ({ $color }) aufdecken.
remind-map-drop = Plättchen { $face } von der Insel passt nirgends: es scheidet aus. Verdeckt ziehen.
remind-map-border = Fertig, weil es am Rand der Karte endet.
remind-map-last = { $count ->
    [0] Das letzte verdeckte Plättchen liegt: das Spiel endet.
    [one] Das letzte verdeckte Plättchen liegt: das Spiel endet, 1 Inselplättchen bleibt übrig.
   *[other] Das letzte verdeckte Plättchen liegt: das Spiel endet, { $count } Inselplättchen bleiben übrig.
  }
remind-map-town = Das Plättchen deckt eine Kleinstadt zu: siehe euer Heft.
remind-map-city = Das Plättchen stößt an die offene Seite einer Großstadt: siehe euer Heft.
