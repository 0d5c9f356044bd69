# Plättchen zeigen.
packs-teach = Plättchen nach Bildern zeigen
teach-title = Plättchen zeigen
teach-help = Die Kamera benennt nur Plättchen, von denen sie ein Bild hat. Hier zeigst du ihr deine, auch solche, die kein Programm kennt: Jedes wird ausgeschnitten, du sagst mit wenigen Klicks, was darauf ist, und es kommt in einen Plättchensatz. Wähle diesen Satz beim nächsten Spiel.
teach-into = In welchen Satz
teach-pack = Name des Satzes
teach-box = Schachtel, aus der sie sind
teach-box-why = Von Nebel und Bannkreisen liegen nur Übungsplättchen bei; das erste gezeigte Plättchen tritt an ihre Stelle.
teach-photo = Aus einem Foto
teach-photo-why = Lege die Plättchen in Reihen auf einen einfarbigen Tisch, je ein halbes Plättchen auseinander, und fotografiere sie von oben.
teach-choose = Foto wählen …
teach-cut = Plättchen ausschneiden
teach-live = Aus dem laufenden Spiel
teach-live-why = Klicke ein Plättchen im Bild an, oder lege Plättchen in Reihen vor die Kamera. Neue Bilder bekannter Plättchen gelten, sobald die Kamera neu gewählt wird; Plättchen, die niemand kannte, ab dem nächsten Spiel.
teach-live-rows = Plättchen in Reihen ausschneiden
teach-unknown = Unbekanntes Plättchen
teach-known = Plättchen, gelesen als { $face }
teach-progress = noch { $left }, gezeigt { $done }
teach-no-picture = Diese Datei ist kein lesbares Bild.
teach-none-found = Keine Plättchen gefunden. Sie müssen einzeln auf einem einfarbigen Tisch liegen und dürfen nicht winzig sein.
teach-found = { $count ->
    [one] Ein Plättchen gefunden.
   *[other] { $count } Plättchen gefunden.
}
teach-kept = Behalten: { $face }
teach-keep = Stimmt: behalten als { $name } (Eingabe)
teach-skip = Dieses auslassen
teach-stop = Aufhören
teach-understood = Verstanden
teach-twin = Es ist { $face }: Bild dazulegen
teach-twin-why = Sieht aus wie ein bekanntes Plättchen: ein weiteres Exemplar, oder dasselbe anders gezeichnet.
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
teach-magic-on = Mit dem Zeichen von Magier und Hexe
teach-magic-off = Ohne das Zeichen von Magier und Hexe
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
teach-castle = Burg
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
teach-says-mist = Nebel { $sides }{ $ghosts ->
    [0] {""}
    [one] , ein Geist
   *[other] , { $ghosts } Geister
}
teach-this = Dieses Plättchen zeigen
