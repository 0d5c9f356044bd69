# Wörter für das, was der Zähler sagt: er spricht in Tatsachen, die Sprache steht hier.

color-red = Rot
color-blue = Blau
color-yellow = Gelb
color-green = Grün
color-black = Schwarz
color-pink = Rosa

feature-road = Straße
feature-city = Stadt
feature-field = Wiese
feature-monastery = Kloster
feature-garden = Garten
feature-castle = Schloss
feature-cemetery = Friedhof

on-road = auf der Straße
on-city = in der Stadt
on-field = auf der Wiese
on-monastery = im Kloster
on-garden = im Garten
on-castle = im Schloss
on-cemetery = auf dem Friedhof

figure-meeple = Meeple
figure-big-meeple = Großer Meeple
figure-guard = Wächter
figure-abbot = Abt
figure-ghost = Geist
figure-cat = Katze
figure-mage = Magier
figure-witch = Hexe
figure-hound = Hund
figure-chip = Chip
player-color = { $name } ({ $color })
figure-of = { $figure } ({ $name })

terrain-city = Stadt
terrain-road = Straße
terrain-field = Wiese
terrain-any = beliebig

side-north = oben
side-east = rechts
side-south = unten
side-west = links
side-corner = { $along } { $across }

place-square = Spalte { $col }, Reihe { $row }
place-middle = mitten auf dem Tisch
place-start = am Start
place-one = { $one } vom Start
place-two = { $one } und { $two } vom Start
place-right = { $n } rechts
place-left = { $n } links
place-up = { $n } oberhalb
place-down = { $n } unterhalb

unit-tiles = { $count ->
    [one] 1 Plättchen
   *[other] { $count } Plättchen
  }
unit-shields = { $count ->
    [one] 1 Wappen
   *[other] { $count } Wappen
  }
unit-cities = { $count ->
    [one] 1 fertige Stadt
   *[other] { $count } fertige Städte
  }
unit-by-hand = { $count } von Hand

unit-colors = { $count ->
    [one] 1 Farbe
   *[other] { $count } Farben
  }
unit-mage = { $count } (Magier)
unit-witch = { $count } (Hexe)
unit-ghosts = { $count ->
    [one] 1 Geist
   *[other] { $count } Geister
  }
unit-castle = Schloss { $count }
unit-misty-tiles = { $count ->
    [one] 1 Nebelplättchen
   *[other] { $count } Nebelplättchen
  }
unit-followers = { $count ->
    [one] 1 Gefolgsmann
   *[other] { $count } Gefolgsleute
  }
unit-large-followers = { $count ->
    [one] 1 großer Gefolgsmann
   *[other] { $count } große Gefolgsleute
  }
unit-chip = Chip { $count }

reason-completed = { $feature } fertig
reason-final = { $feature } am Ende
reason-abbot = Abt heimgeholt
reason-by-hand = von Hand vergeben
reason-hound = Hund
reason-eloise = Eloise
reason-tatan = Tatan-Karte
reason-chip = Landkartenchip
team-name = Team
line-open = wenn der Zug so endet
line-turn = Zug { $turn }
line-spoken = { $name }, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }: { $reason }, { $sum }.

# warum ein Plättchen dort nicht liegen darf
fault-occupied = Dort liegt schon Plättchen { $face }.
fault-no-neighbour = Daneben liegt kein Plättchen.
fault-too-far = So weit reicht kein Spielplan.
fault-edge = { $side } zeigt es { $own }, aber Plättchen { $neighbour } daneben zeigt { $theirs }.

# warum die Regeln etwas ablehnen
refused-unknown-face = Es gibt kein Plättchen { $face }.
refused-no-copy = Alle Plättchen { $face } liegen schon.
refused-fits = Plättchen { $face } passt irgendwo, also darf es nicht abgeworfen werden.
refused-too-many-points = { $points } Punkte auf einmal sind zu viele.
refused-no-turn = Es läuft kein Zug. Erst ein Plättchen legen.
refused-over = Das Spiel ist aus. Zum Ändern rückgängig machen.
refused-not-newest = Eine Figur darf nur auf das neueste Plättchen.
refused-no-segment = Diese Stelle gibt es auf dem Plättchen nicht.
refused-second = In diesem Zug wurde schon eine Figur gesetzt.
refused-occupied = Dort steht schon jemand.
refused-none-in-hand = { $name } hat keine Figur dieser Art mehr: { $figure }.
refused-wrong-feature = { $figure }: darf { $place } nicht stehen.
refused-no-farmers = Bauern sind in diesem Spiel ausgeschaltet.
refused-not-in-play = { $figure }: gehört nicht zu diesem Spiel.
refused-not-player = Niemand spielt { $color }.
refused-no-figure = Diese Figur steht nicht mehr auf dem Plan.
refused-no-event = Diesen Eintrag gibt es nicht mehr.
refused-not-fact = Dieser Eintrag lässt sich so nicht ändern.
refused-not-before = Das Spiel läuft schon: Plättchen von vorher lassen sich nicht mehr eintragen.
refused-no-choice = Diese Wahl ist nicht mehr offen oder muss getroffen werden.
refused-not-called-for = Das verlangen die Regeln jetzt nicht: Nichts ist offen, was damit entschieden wäre.
refused-called-for-other = Das verlangen die Regeln jetzt nicht. Offen ist: { $open }
refused-ghosts = Dort sind nur { $there ->
    [one] 1 Geist
   *[other] { $there } Geister
  }, nicht { $count }.
refused-no-question = Diese Frage ist schon geklärt.
refused-no-undo = Es gibt nichts rückgängig zu machen.
refused-no-redo = Es gibt nichts zu wiederholen.
refused-heading = Geht nicht: { $why }

# Erinnerungen
remind-take-home = { $figure } { $place } heimholen: schon gewertet.
remind-completed = { $feature } fertig: { $points }. Am Ende des Zuges gehen die Figuren heim.
remind-completed-nobody = { $feature } fertig. Niemand steht dort.
remind-may-place = { $name } darf noch eine Figur setzen.
remind-may-place-somebody = Es darf noch eine Figur gesetzt werden.
remind-abbot = { $name } darf den Abt für { $points } Punkte heimholen.
remind-out-of-turn = { $expected } war am Zug, aber { $seen } hat gesetzt. Stimmt die Reihenfolge nicht, unter „Von Hand“ den Namen anklicken.
remind-not-allowed = { $figure } darf dort nicht stehen und zählt nicht. { $why }
remind-last-tile = Das letzte Plättchen liegt. Zug beenden, dann kommt die Schlusswertung.
remind-rule = Regel: { $source }
points-for = { $name } { $points }

rejected-event = Ein Eintrag zählt nicht: { $why }

# Fragen
ask-tile = Welches Plättchen liegt hier?
ask-figure = Wem gehört diese Figur, und wo steht sie?
ask-gone = Wo ist die Figur hin? { $figure }
ask-old-tile = Dieses Plättchen sieht jetzt anders aus. Welches ist es?
ask-at-once = Dieses Plättchen macht etwas fertig, auf dem niemand stand. Wer hat es besetzt und gleich gewertet?
answer-unclaimed = Niemand hat es besetzt
ask-unreadable = Ich sehe Plättchen, kann sie aber nicht erkennen. Ist das das Startplättchen?
answer-no-tile = Nein, da liegt noch kein Plättchen
answer-tile = Plättchen { $face }, um { $degrees }° gedreht
answer-tile-plain = Plättchen { $face }
answer-figure = { $figure } { $place }
answer-no-figure = Keine Figur dieses Spiels
answer-still-there = Noch da, nur verdeckt oder umgefallen
answer-taken = Vom Plan genommen
answer-abbot-recalled = Der Abt ging heim und zählt
answer-taken-back = Der Zug wurde zurückgenommen

# Tisch und Spielplan verschieden
desync-title = Tisch und Bildschirm sind verschieden
desync-help = Richtet den Tisch wie beschrieben, dann geht es von selbst weiter. Hat der Bildschirm recht, drückt den Knopf.
differ-missing = Plättchen { $face } fehlt: { $place }.
differ-other = Hier sollte Plättchen { $face } liegen ({ $place }), zu sehen ist { $seen }.
differ-illegal = Plättchen { $face } passt nicht ({ $place }). { $why }
differ-illegal-likely = Vielleicht Plättchen { $face }, um { $degrees }° gedreht?
differ-unknown = Ein Plättchen, das in keinem Plättchensatz ist ({ $place }). Hand oder Becher wegnehmen oder von Hand wählen.
differ-over = Ein neues Plättchen ({ $place }), obwohl das Spiel nach der Zählung zu Ende ist. Wurde etwas übersehen, zum Beispiel weggenommene Geister? Nachtragen, dann geht es weiter.
differ-no-start = Das Startplättchen ({ $face }) ist nicht zu finden. Legt es, oder beginnt ein neues Spiel mit „Das erste gesehene Plättchen ist der Start“.
differ-no-start-any = Noch ist kein Plättchen lesbar. Legt eines ganz ins Bild, oder richtet die Kamera aus (C).
differ-not-found = Die Plättchen auf dem Tisch passen nicht zu diesem Spiel. Ist es der richtige Tisch?

# was die Kamera gerade denkt
state-by-hand = Von Hand geführt
state-by-hand-help = Plättchen mit „Von Hand“ legen.
state-opening = Kamera wird geöffnet
state-opening-help = Das dauert ein paar Sekunden.
state-failed = Keine Bilder
state-failed-help = { $what } { $help } Von Hand geht es weiter.
state-ended = Der Film ist zu Ende
state-ended-help = Es kommen keine Bilder mehr. Weiter geht es von Hand, mit Rückblick (L) oder Dateien (Strg+E).
state-paused = Zuschauen ist angehalten
state-paused-help = Nichts auf dem Tisch zählt, bis ihr P drückt.
state-waiting = Wird vorbereitet
state-waiting-help = Das Aussehen der Plättchen wird gelernt. Beim ersten Mal mit einem Satz kann das eine halbe Minute dauern.
state-still = Der Tisch ist ruhig
state-still-help = Spielt weiter. Jede Änderung wird von selbst gelesen.
state-reading = Liest
state-reading-help = Dort liegt etwas Neues. Einen Moment.
state-moving = Etwas bewegt sich
state-moving-help = Gelesen wird, wenn der Tisch ruhig ist.
state-cut = Ein Plättchen ragt aus dem Bild
state-cut-help = Kamera verschieben oder höher hängen, bis es ganz im Bild ist, oder das Plättchen von Hand wählen.
state-hand = Eine Hand ist im Bild
state-hand-help = Gelesen wird, wenn die Hand weg ist.
state-desync = Tisch und Bildschirm sind verschieden
state-desync-help = Siehe die Karte rechts.
state-lost-tiles = Keine Plättchen gefunden
state-lost-unreadable = Ich sehe Plättchen, erkenne sie aber nicht
state-lost-unreadable-help = Gehören sie zum gewählten Plättchensatz? Mehr Licht und eine nähere Kamera helfen; die Frage beantworten oder das Plättchen von Hand legen.
state-lost-tiles-help = Das Startplättchen in die Mitte des Bildes legen, alle vier Kanten sichtbar.
state-lost-bumped = Tisch oder Kamera wurde bewegt
state-lost-bumped-help = Das gibt sich, sobald alles ruhig ist. Sonst die Kamera zurückdrehen.
state-lost-light = Zu dunkel oder zu hell
state-lost-light-help = Eine Lampe einschalten, oder wegdrehen, wenn sie blendet.
state-lost-picture = Die Kamera liefert keine Bilder
state-lost-picture-help = Stecker prüfen. Von Hand geht es weiter.
state-over = Das Spiel ist aus
state-over-help = Alle Punkte sind gezählt.
state-storage = Das Spiel lässt sich gerade nicht speichern ({ $why }). Es läuft im Arbeitsspeicher weiter, und das Speichern wird von selbst wieder versucht.

part-capture = Die Bildaufnahme
part-vision = Das Lesen der Bilder
part-tracker = Das Mitzählen
part-restarted = { $part } war ausgefallen und läuft wieder. Nichts ist verloren. ({ $why })
pack-lacks = Der Plättchensatz hat kein Bild von { $faces }. Solche Plättchen werden nach dem gelesen, was die anderen Bilder zeigen; wo das nicht reicht, werdet ihr gefragt.

# warum etwas nicht begonnen werden konnte
fail-record = { $record } lässt sich nicht als Spiel öffnen. (Meldung: { $why })
fail-record-help = Die Datei wurde nicht verändert. Eine andere wählen.
fail-in-use = { $record } ist in einem anderen Fenster offen.
fail-in-use-help = Spielt dort weiter oder schließt es zuerst.
fail-not-saved = Dieses Spiel wird nicht gespeichert und kann darum nicht mit einer anderen Kamera oder einem anderen Plättchensatz weitergehen.
fail-not-saved-help = Fangt dafür ein eigenes Spiel an.
fail-pack = Der Plättchensatz { $pack } ist nicht nutzbar. (Meldung: { $why })
fail-pack-help = Einen anderen wählen oder neu bauen: „Mehr“, „Plättchensätze“.
fail-differing = Beide Sätze haben Plättchen namens { $faces } und beschreiben sie verschieden.
fail-differing-help = Sind es verschiedene Plättchen, können die des zweiten Satzes neue Namen bekommen. Sind es dieselben, zeigt sie für einen der Sätze noch einmal.
fail-folder = In { $folder } lässt sich nichts speichern: { $why }
fail-folder-help = Platz schaffen oder mit --data-dir einen anderen Ordner angeben.
fail-other = Das hat nicht geklappt: { $why }
fail-other-help = Noch einmal versuchen. Wenn das nicht hilft, von Hand mitzählen.

# Hinweise über dem Spielplan
tip-tile = Plättchen { $face }, gelegt in Zug { $turn }
tip-tile-start = Plättchen { $face }, lag am Anfang
tip-sure = zu { $percent } % sicher gelesen
tip-feature = { $feature }, offen
tip-feature-closed = { $feature }, fertig
tip-value = zählt { $sum }
tip-owner = gehört { $names }
tip-nobody = gehört niemandem
list-and = { $one } und { $two }

count-title = Vor der Schlusswertung: nachzählen, was alle noch im Vorrat haben
count-must = { $name } muss { $pieces } haben.
count-waiting = Möglich sind nur { $possible } × { $figure }: Eine Figur steht noch { $place }. Heimnehmen.
count-uncounted = Möglich sind nur { $possible } × { $figure }: Eine Figur steht, wo sie nicht zählt ({ $place }).
count-vanished = Vielleicht { $possible } × { $figure }: Die Figur { $place } ist nicht mehr zu sehen.
count-camera = Die Kamera sieht dort { $seen }.
count-camera-right = Die Kamera zählt im Vorrat von { $name } { $seen }, wie das Spiel.
count-camera-wrong = Die Kamera zählt im Vorrat von { $name } { $seen }; es müssen { $must } sein.
count-seen-exactly = { $least ->
        [one] eine Figur
       *[other] { $least } Figuren
    }
count-seen-between = { $least } bis { $most } Figuren
count-seen-at-least = { $least } oder mehr Figuren
count-help = Mehr oder weniger in einem Vorrat? Dann wurde eine Figur übersehen: Figur oder Plättchen anklicken oder von Hand eintragen (H).
count-short = Vor der Schlusswertung nachzählen. { $hands }
remind-one-too-many = { $figure }: eine Figur zu viel. Alle { $all } aus der Schachtel stehen schon auf dem Plan; eine davon wurde falsch gelesen oder ging unbemerkt heim. Anklicken.
