# Plättchen beibringen.
packs-teach = Plättchen anhand von Bildern beibringen
teach-title = Plättchen beibringen
teach-help = Am sichersten erkennt die Kamera Plättchen, von denen sie ein Bild hat. Hier zeigt ihr eure, auch solche, die kein Programm kennt: Jedes wird ausgeschnitten, ihr sagt mit wenigen Klicks, was darauf ist, und es kommt in einen Plättchensatz.
teach-into = In welchen Satz
teach-pack = Name des Satzes
teach-box = Schachtel, aus der sie sind
teach-box-why = Von Nebel und Bannkreisen liegen nur Übungsplättchen bei; das erste eigene Plättchen tritt an ihre Stelle.
teach-photo = Aus einem Foto
teach-photo-why = Legt die Plättchen offen auf einen einfarbigen Tisch, in Reihen oder anders, mit Abstand oder ohne, und fotografiert sie von oben. Falsche oder fehlende Umrisse sind mit einem Klick berichtigt.
teach-choose = Foto wählen …
teach-cut = Plättchen ausschneiden
teach-live = Aus dem laufenden Spiel
teach-live-why = Klickt ein Plättchen im Bild an, oder legt Plättchen in Reihen vor die Kamera. Neue Bilder bekannter Plättchen gelten, sobald die Kamera neu gewählt wird; Plättchen, die niemand kannte, ab dem nächsten Spiel.
teach-live-rows = Plättchen in diesem Bild ausschneiden
teach-live-unknown = { $count ->
    [one] Das unbekannte Plättchen benennen
   *[other] Die { $count } unbekannten Plättchen benennen
}
teach-unknown = Unbekanntes Plättchen
teach-known = Plättchen, gelesen als { $face }
teach-progress = noch { $left }, gelernt { $done }
teach-no-picture = Diese Datei ist kein lesbares Bild. Wählt ein Foto als JPEG oder PNG.
teach-none-found = Keine Plättchen gefunden. Zeichnet sie auf dem Foto, von Ecke zu Ecke, oder nehmt ein anderes: einfarbiger Tisch, von oben, nicht winzig.
teach-found = { $count ->
    [one] Ein Plättchen gefunden.
   *[other] { $count } Plättchen gefunden.
}
spread-name = { $count ->
    [one] Dieses Plättchen benennen
   *[other] Diese { $count } Plättchen benennen
}
teach-kept = Behalten: { $face }
teach-keep = Stimmt: behalten als { $name } (Eingabe)
teach-keep-known = Stimmt: Es ist { $name } (Eingabe)
teach-is = Es ist { $name }
teach-same-sides = Oder, mit denselben Seiten:
teach-letters = Plättchen dieser Schachtel, von denen der Satz noch kein Bild hat; klickt es an, wenn es eines davon ist:
teach-no-such = Kein Plättchen dieser Schachtel hat diese Seiten. Berichtigt sie im Bild, oder klickt unten das richtige an.
teach-of-no-box = Es ist aus keiner Schachtel: behalten als { $name }
teach-skip = Dieses auslassen
teach-stop = Aufhören
teach-understood = Verstanden
teach-twin = Es ist { $face }: Bild dazulegen
teach-twin-why = Sieht aus wie ein bekanntes Plättchen: ein weiteres Exemplar, oder dasselbe anders gezeichnet.
teach-no-tile = Oder kein Plättchen zum Legen:
teach-is-tatan = Eine Tatan-Karte
teach-is-back = Die Rückseite der Plättchen
teach-illegal = Die Seite im { $side } passt nicht zum Plättchen daneben.
teach-joins = Städte und Straßen: anders verbinden
teach-fog = Nebel: anders verbinden
teach-walls = Wiesen: anders teilen
teach-shields = Stadt { $sides }: { $count ->
    [0] kein Wappen
    [one] ein Wappen
   *[other] { $count } Wappen
}
teach-ghosts = Nebel { $sides }: { $count ->
    [0] kein Geist
    [one] ein Geist
   *[other] { $count } Geister
}
teach-road-clear = Straße { $sides }: man kann darauf stehen
teach-road-hidden = Straße { $sides }: ganz unter Nebel
teach-magic-on = Mit dem Magiesymbol
teach-magic-off = Ohne das Magiesymbol
teach-garden-on = Mit Garten
teach-garden-off = Ohne Garten
teach-north = Norden
teach-east = Osten
teach-south = Süden
teach-west = Westen
teach-n = N
teach-e = O
teach-s = S
teach-w = W
teach-field = Wiese
teach-road = Straße
teach-city = Stadt
teach-nothing = –
teach-middle = Mitte: { $what }
teach-monastery = Kloster
teach-castle = Schloss
teach-cemetery = Friedhof
teach-mist-on = Nebel im { $side }: ja
teach-mist-off = Nebel im { $side }: nein
teach-says-road = Straße { $sides }
teach-says-city = Stadt { $sides }{ $shields ->
    [0] {""}
    [one] , ein Wappen
   *[other] , { $shields } Wappen
}
teach-says-field = Wiese { $sides }{ $cities ->
    [0] {""}
    [one] , grenzt an eine Stadt
   *[other] , grenzt an { $cities } Städte
}
teach-circles-why = Klickt jeden Bannkreis im Bild an; noch ein Klick nimmt ihn weg.
teach-circle-put = Einen Bannkreis ins Bild setzen
teach-circle-take = Bannkreis { $number } wegnehmen
teach-says-circles = { $count ->
    [one] mit einem Bannkreis
   *[other] mit { $count } Bannkreisen
}
teach-says-mist = Nebel { $sides }{ $ghosts ->
    [0] {""}
    [one] , ein Geist
   *[other] , { $ghosts } Geister
}
teach-this = Dieses Plättchen beibringen

# eine Karte beibringen
map-learnt-why = Von eurer gedruckten Karte gelernt; die Kamera erkennt sie an ihrem Aufdruck.
map-learnt-printless = Gelernt, aber ohne Bild ihres Aufdrucks: von Hand führen oder die Karte noch einmal zeigen.
map-teach-title = Karte beibringen
map-teach-help = Das Programm kennt die gedruckte Karte nicht. Zeigt sie einmal: Klickt die vier Ecken an, dann sagt, was auf den Feldern ist. Sie bleibt auf diesem Rechner, mit einem Bild ihres Aufdrucks, an dem die Kamera sie erkennt.
map-teach-photo = Aus einem Foto der Karte
map-teach-photo-why = Die leere Karte flach hinlegen und ganz fotografieren, möglichst von oben, ohne dass sich eine Lampe spiegelt.
map-teach-open = Öffnen
map-teach-live = Von der laufenden Kamera
map-teach-live-why = Die ganze Karte muss im Bild sein, und nichts darf auf ihr liegen.
map-teach-take = Dieses Bild nehmen
map-teach-corners = Klickt die vier Ecken der Felder an: die äußersten Ecken der ersten und letzten Reihe, ob dort ein Feld gedruckt ist oder nicht.
map-teach-grid = Stellt Spalten und Reihen so ein, dass die Linien auf den gedruckten Feldern liegen. Eine Ecke lässt sich ziehen.
map-teach-cols = Spalten
map-teach-rows = Reihen
map-teach-turn = Norden ist an einer anderen Ecke
map-teach-clear = Ecken neu setzen
map-teach-on = Die Linien passen: weiter zu den Feldern
map-teach-other = Anderes Bild
map-teach-picture = Foto der Karte; klickt ihre Ecken an
map-teach-nw = Nordwesten
map-teach-brush = Was ist dort gedruckt?
map-teach-brush-why = Am Anfang sind alle Felder Land. Wählt, was etwas anderes ist, und klickt die Felder an oder zieht darüber.
map-teach-sides = An einer Großstadt die kleinen Marken anklicken: grün, wo die Stadt offen ist; rot auf einem Feld daneben, wenn Gebiete dort enden.
map-teach-rules = Was die Regeln daraus machen
map-teach-sound = Vollständig: auf ihr lässt sich spielen.
map-teach-name = Name
map-teach-name-own = Benelux
map-teach-keep = Karte behalten
map-teach-kept = Behalten: { $path }. Wählt sie, wenn ihr ein Spiel mit der Karte beginnt.
map-teach-corners-again = Zurück zu den Ecken
map-land = Land
map-nothing = Kein Feld
map-start = Startfeld
map-town = Kleinstadt
map-large-city = Großstadt
map-wave = Welle
map-island-any = Insel
map-island = Insel, { $color }
map-side-open = { $square } { $side }: die Stadt ist offen
map-side-shut = { $square } { $side }: die Stadt ist geschlossen
map-side-ends = { $square } { $side }: Gebiete enden an der Stadt
map-side-runs = { $square } { $side }: Gebiete enden nicht an der Stadt
map-fault-unreadable = Das ist keine Kartendatei: { $why }
map-fault-letter = Spalte { $col }, Reihe { $row }: Dieses Zeichen steht für kein Feld. Es gibt . S T C ~ I und das Leerzeichen.
map-fault-large = Die Karte hat mehr Reihen oder Spalten, als auf einen Tisch passen.
map-fault-no-square = Spalte { $col }, Reihe { $row }: Hier ist ein Feld beschrieben, das es nicht gibt.
map-fault-twice = Spalte { $col }, Reihe { $row } ist zweimal beschrieben.
map-fault-starts = { $found ->
    [one] 1 Startfeld
   *[other] { $found } Startfelder
  }; es braucht mindestens 2.
map-fault-nameless = Das Startfeld in Spalte { $col }, Reihe { $row } braucht einen eigenen Namen.
map-fault-colorless = Die Insel in Spalte { $col }, Reihe { $row } braucht eine Farbe.
map-fault-color = Spalte { $col }, Reihe { $row } hat eine Farbe, ist aber keine Insel.
map-fault-islands = { $found ->
    [one] 1 Inselfeld
   *[other] { $found } Inselfelder
  } ({ $color }); es braucht 2.
map-fault-open = Spalte { $col }, Reihe { $row } hat offene Seiten, ist aber keine Großstadt.
map-fault-closed = Spalte { $col }, Reihe { $row } endet, wo keine Großstadt liegt.
map-odd-starts = Die gedruckte Karte hat die Startfelder Meppel, Eindhoven und Charleroi, diese hat { $names }.
map-odd-waves = Die gedruckte Karte hat 3 Wellen, diese { $found }.
map-odd-no-city = Es gibt keine Großstadt.
map-odd-no-side = Die Großstadt in Spalte { $col }, Reihe { $row } ist nach keiner Seite offen.
map-odd-chips = Nur { $found } der 20 Chips finden Platz.
map-odd-place = { $name } liegt nicht dort, wo es zu erwarten wäre.

# Eine ganze Schachtel aus Fotos lernen.
learn-page-title = Welche Plättchen sind das?
learn-page-help = Wählt, was jedes Plättchen zeigt. Die Zeile unten sammelt eure Antworten; führt sie aus, wenn ihr fertig seid, oder schon nach wenigen: Jede Antwort klärt weitere.
learn-page-line = Eure Antworten
learn-tile = Plättchen { $number }
learn-none-of-it = nicht aus dieser Schachtel
learn-missing = Noch nicht gefunden
whole-box = Die ganze Schachtel fotografieren
whole-box-why = Legt die Plättchen des Grundspiels oder von „Magier & Hexe“ offen mit etwas Abstand auf einen einfarbigen Tisch, beliebig gedreht; auch auf mehreren Fotos. Sie werden ausgeschnitten und alle gemeinsam benannt; gefragt wird nur, was zweifelhaft ist.
whole-box-others = So lassen sich nur das Grundspiel und „Magier & Hexe“ lernen. Wählt oben eines davon, oder zeigt die Plättchen dieser Schachtel einzeln.
whole-begin = Schachtel einlesen
whole-go-on = Weitermachen, wo ihr wart
whole-help = Jeder Schritt wird behalten. Was sicher ist, trägt seinen Buchstaben; klickt einen Umriss an, um ihn zu ändern.
whole-add = Dieses Foto dazunehmen
whole-working = Die Plättchen werden angesehen …
whole-undo = Rückgängig (Strg+Z)
whole-later = Später weiter
whole-keep = Sichere Plättchen in „{ $pack }“ legen
whole-kept = Die Plättchen sind im Satz „{ $pack }“.
whole-state = { $sure } benannt, { $open } offen, { $missing } fehlen{ $foreign ->
    [0] {""}
   *[other] , { $foreign } zu viel
}
whole-complete = Vollständig: Alle { $sure } Plättchen sind benannt.
whole-photo = Foto { $number }
whole-photo-help = Hat ein Plättchen keinen Umriss? Klickt auf seine Mitte. Ist ein Umriss falsch? Zeichnet ihn neu: Zieht von einer Ecke des Plättchens zur gegenüberliegenden.
whole-photo-gone = Dieses Foto kam früher dazu; seine Plättchen sind behalten.
whole-which = welches ist es?
whole-no-tile = Diesen Umriss entfernen
whole-next = Noch offen:
whole-too-many = { $count ->
    [one] Ein Plättchen zu viel für diese Schachtel
   *[other] { $count } Plättchen zu viel für diese Schachtel
  }
whole-too-dark = { $count ->
    [one] Zu dunkel: dieses Plättchen noch einmal fotografieren
   *[other] Zu dunkel: diese { $count } Plättchen noch einmal fotografieren
  }
whole-glare = { $count ->
    [one] Darin spiegelt sich eine Lampe: dieses Plättchen noch einmal fotografieren
   *[other] Darin spiegelt sich eine Lampe: diese { $count } Plättchen noch einmal fotografieren
  }
