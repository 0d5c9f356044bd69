# Wörter der Ansichten: Titel, Knöpfe, Erklärungen.

# this language, in its own words
language-name = Deutsch
language-take = Alles auf Deutsch zeigen
decimal-point = ,
date-months = 1 2 3 4 5 6 7 8 9 10 11 12
date-written = { $day }.{ $month }.{ $year }

app-name = Nebelwacht
app-claim = Schaut bei Carcassonne zu und zählt mit.

# Leiste oben
bar-menu = Startseite
bar-menu-why = Den Tisch verlassen und zur Startseite gehen. Das Spiel ist gespeichert.
bar-keys = Tasten
bar-theme-system = Farben: wie das System
bar-theme-light = Farben: hell
bar-theme-dark = Farben: dunkel
bar-theme-why = Wechselt zwischen hell, dunkel und den Farben des Systems

# Startseite
welcome-demo = Vorführung ansehen
welcome-demo-why = Ein Spiel auf einem gezeichneten Tisch, Bild für Bild gelesen. Es ist nichts einzustellen.
welcome-camera = Meine Kamera benutzen
welcome-camera-why = Webcam über den Tisch stellen, Mitspieler wählen, losspielen.
welcome-phone = Ein Handy benutzen
welcome-phone-why = Code scannen, Handy anlehnen, losspielen. Ohne App.
welcome-hand = Von Hand mitzählen
welcome-hand-why = Ohne Kamera: Plättchen mit der Maus legen, gezählt wird von selbst.
welcome-open = Spiel öffnen
welcome-open-why = Ein gespeichertes Spiel fortsetzen oder ein altes ansehen.
welcome-continue = Das offene Spiel fortsetzen
welcome-continue-why = { $players } · Zug { $turns } · { $played }

# neues Spiel
new-title = Neues Spiel
new-players = Mitspieler
new-players-why = In der Reihenfolge, in der ihr sitzt, im Uhrzeigersinn. Wer oben steht, beginnt.
new-groups = Zuletzt gespielt:
new-group = Die Runde { $names } mit ihren Regeln
new-add-known = { $name } hinzufügen
new-name = Name von Platz { $seat }
new-name-hint = Name
new-color = Farbe von Platz { $seat }
new-move-up = { $name } nach oben
new-move-down = { $name } nach unten
new-remove = { $name } entfernen
new-add = Mitspieler hinzufügen
new-source = Woher kommen die Bilder?
new-source-camera = Von einer Kamera an diesem Rechner
new-source-camera-why = Sie darf senkrecht oder schräg auf den Tisch schauen.
new-source-path = Aus einem Film oder Bilderordner
new-source-path-why = Folgt einem Spiel, das schon gefilmt wurde.
new-source-url = Von einer Adresse im Netzwerk
new-source-url-why = Zum Beispiel ein Handy mit einer Webcam-App.
new-source-hand = Keine Bilder, ich gebe alles von Hand ein
new-source-hand-why = Ohne Bilder legt ihr die Plättchen auf dem Bildschirm.
new-camera-none = Keine Kamera gefunden. Eine anstecken und neu suchen, oder von Hand mitzählen.
new-camera-again = Neu suchen
new-camera-choice = Kamera
new-path = Film oder Ordner
new-path-hint = /pfad/zum/film.mp4
new-path-file = Film wählen …
new-path-folder = Ordner wählen …
new-url = Adresse der Bilder
new-url-hint = http://192.168.1.20:8080/video
new-pack = Mit welchen Plättchen spielt ihr?
new-pack-why = Ein Plättchensatz weiß, wie eure Plättchen aussehen. Er entsteht unter „Mehr“, „Plättchen beibringen“.
new-pack-any = Der Satz, der am besten passt
new-pack-any-why = Alle Sätze werden an dem ausprobiert, was auf dem Tisch liegt.
new-pack-own = Zeichnungen dieses Programms (Vorführung)
new-pack-own-why = Nur für Plättchen, die aus den Zeichnungen dieses Programms gedruckt sind.
new-pack-none = Von euren Plättchen gibt es noch keinen Satz. Aus Fotos wird einer: „Mehr“, „Plättchen beibringen“.

# Plättchen, die anders aussehen als der Satz
foreign-title = Eure Plättchen sehen anders aus als dieser Satz
foreign-help = Nehmt einen anderen Satz, oder bringt sie bei: Die Karte neben dem Tisch hilft.
foreign-other = „{ $name }“ liest { $count ->
    [one] eines
   *[other] { $count }
  } der Plättchen, die hier liegen.
foreign-none = Keiner der Sätze auf diesem Rechner kann sie lesen. Wählt trotzdem einen, oder bringt eure Plättchen bei.
foreign-take = Mit „{ $name }“ spielen
foreign-teach = Diese Plättchen beibringen
foreign-choose = Satz wählen
source-pack-why = Ab jetzt liest ein anderer Satz den Tisch; vom Spiel geht nichts verloren.
new-options = Regeln an diesem Tisch
new-options-kept = Wie diese Runde zuletzt gespielt hat; was hier geändert wird, merkt sich die Runde.
new-options-box = Regeln und Module der Schachtel
new-abbot = Abt und Gärten
new-abbot-why = Alle haben einen Abt; Gärten zählen wie Klöster.
new-farmers = Bauern
new-farmers-why = Meeple dürfen auf Wiesen liegen und zählen am Ende fertige Städte.
new-small-city = Eine Stadt aus zwei Plättchen bringt 4 Punkte
new-small-city-why = An: 4 Punkte wie jede Stadt. Aus: 2 Punkte wie in alten Ausgaben.
new-put-back = Plättchen, die nirgends passen, kommen zurück in den Beutel
new-put-back-why = An: wieder untermischen. Aus: sie scheiden aus.
new-at-once = Ein Meeple, der im selben Zug wieder heimkommt
new-at-once-ask = Nachfragen
new-at-once-always = Immer besetzt
new-at-once-never = Nie besetzt
new-at-once-why = Wenn ein Plättchen eine Straße, eine Stadt oder ein Kloster fertig macht, auf dem niemand stand, und die Kamera dort keinen Meeple gesehen hat.
new-meeples = Meeple für jeden
new-meeples-why = Der auf der Wertungstafel zählt nicht mit.
new-meeples-fixed = Wie viele Meeple jeder hat, sagen die Module.
new-modules = Module
new-start-seen = Das erste gesehene Plättchen ist der Start
new-start-seen-why = An: was zuerst liegt. Aus: das Startplättchen der Schachtel (D).
new-start = Spiel beginnen
new-back = Zurück
new-fault-colors = Zwei haben dieselbe Farbe. Bitte jedem eine eigene geben.
new-fault-source = Bitte angeben, welche Kamera, welcher Film oder welche Adresse gemeint ist.
new-fault-other = So geht es noch nicht: { $why }

# gespeicherte Spiele
open-title = Gespeicherte Spiele
open-damaged = { $file } ist beschädigt oder von einer neueren Version. (Meldung: { $why })
open-none = In diesem Ordner ist noch kein Spiel. Jedes Spiel wird beim Spielen von selbst hier gespeichert.
open-folder = Ordner: { $folder }
open-other = Andere Datei wählen …
open-unfinished = offen
open-over = beendet
open-turns = { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
  }
open-go-on = Fortsetzen
open-look = Ansehen
open-watch = Dabei auf den Tisch schauen
open-watch-why = Aus: von Hand weiter. Die Kamera kann später dazukommen.

# Tisch
table-view-both = Beides
table-view-board = Spielplan
table-view-picture = Bild
table-board = Gezeichneter Spielplan, { $tiles } Plättchen
table-board-fields = Gezeichneter Spielplan mit Wiesengrenzen, { $tiles } Plättchen
table-picture = Bild des Tisches
table-picture-none = Noch kein Bild.
table-picture-hand = Dieses Spiel wird von Hand geführt. Es gibt kein Bild.
table-zoom-in = Spielplan größer zeigen
table-zoom-out = Spielplan kleiner zeigen
table-fit = Alles zeigen
table-reminders = Nicht vergessen
table-lines = Letzte Punkte
table-lines-none = Noch keine Punkte.
table-lines-final = Schlusswertung
table-end-title = Das Spiel ist aus
table-end-winner = { $name } gewinnt mit { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
  }.
table-end-by = { $lead ->
    [one] 1 Punkt
   *[other] { $lead } Punkte
  } vor { $second }; größter Vorsprung: { $what } (+{ $ahead }).
table-end-tie = { $names } teilen sich den Sieg mit { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
  }.
table-tiles-left = { $left ->
    [one] noch 1 Plättchen
   *[other] noch { $left } Plättchen
  }
table-tiles-of = von { $total }
table-turn = Zug { $number }
table-turn-of = { $name } ist am Zug
table-turn-next = Danach: { $name }
table-turn-unknown = Wer dran ist, zeigt die erste Figur.
table-turn-before = Noch nicht begonnen
table-score-with-turn = { $points } nach diesem Zug
table-score-range = zwischen { $low } und { $high }
table-score-projected = am Ende { $points }
table-supply = { $count } × { $figure }
table-card = { $name }, { $color }, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }
table-card-together = { $name }, { $color }
table-card-turn = am Zug

# Fragekarte
question-more = und { $count } weitere
question-share = { $percent } %
question-look = Kamera und Regeln sind unsicher. Spielt weiter, die Antwort kann warten.
question-none = Nichts davon: von Hand berichtigen

stranger-title = Dieses Plättchen kennt die Kamera nicht. Welches ist es?
stranger-is = Plättchen { $face }, um { $degrees }° gedreht
stranger-take = Sein Bild im Satz behalten
stranger-take-why = Dann kennt die Kamera das Plättchen von jetzt an. Rückgängig nimmt beides zurück. Nehmt den Haken weg, wenn im Bild etwas auf dem Plättchen steht.
stranger-covered = Das Plättchen ist nicht ganz zu sehen, darum wird kein Bild von ihm behalten.
stranger-later = Später
stranger-none = Keines davon: beibringen
stranger-name = Dieses Plättchen benennen
stranger-learnt = Plättchen { $face } ist gelernt: Sein Bild ist im Satz „{ $pack }“.
stranger-forgotten = Das Bild von Plättchen { $face } ist wieder aus dem Satz „{ $pack }“ genommen.
stranger-enough = Der Satz „{ $pack }“ hat genug Bilder von Plättchen { $face }; dieses wird nicht behalten.
stranger-not-kept = Das Bild des Plättchens konnte nicht behalten werden; das Spiel geht weiter.

# von Hand
hand-title = Von Hand
hand-close = Schließen
hand-choose = 1. Wählt das gezogene Plättchen.
hand-lay = 2. Klickt auf einen leuchtenden Platz. R dreht das Plättchen.
hand-laid = Plättchen { $face } liegt. Setzt eine Figur oder beendet den Zug.
hand-nowhere = Plättchen { $face } passt nirgends.
hand-filter = Nach Namen oder Seiten suchen
hand-filter-hint = D, Stadt Straße, srwr
hand-tile = Plättchen { $face }, noch { $left }
hand-turned = { $degrees ->
    [0] Nicht gedreht
   *[other] Um { $degrees }° gedreht
  }
hand-rotate = Drehen
hand-cancel = Zurücklegen
hand-discard = Abwerfen, passt nirgends
hand-garden = Dieses zeigt einen Garten
hand-whose = Wessen Figur
hand-put = { $figure } { $place }
hand-laid-only = Plättchen { $face } liegt.
hand-no-place = Auf ihm kann keine Figur stehen. Beendet den Zug, oder wählt das nächste Plättchen.
hand-put-already = Eine Figur ist gesetzt. Beendet den Zug, oder wählt das nächste Plättchen.
hand-remove = Figuren auf dem Plan: { $count }
hand-take = { $figure } { $place } wegnehmen
hand-turn-of = Wer ist am Zug?
hand-turn-of-player = { $name } ist am Zug
hand-points = Punkte auf der Wertungstafel
hand-points-why = Begann das Spiel vor dem Zusehen, hier eintragen, was alle haben.
hand-points-set = Diese Punkte übernehmen
hand-end-game = Spiel beenden …
hand-end-sure = { $left ->
    [0] Das Spiel beenden und die Schlusswertung zählen?
    [one] Das Spiel jetzt beenden, obwohl noch 1 Plättchen übrig ist, und die Schlusswertung zählen?
   *[other] Das Spiel jetzt beenden, obwohl noch { $left } Plättchen übrig sind, und die Schlusswertung zählen?
  }
hand-end-no = Weiterspielen
hand-end-yes = Spiel jetzt beenden
home-by-itself = { $figure } wurde gewertet und ist wieder im Vorrat.
home-take = Heimholen
hand-place = Plättchen { $face } legen: { $place }, um { $degrees }° gedreht
hand-place-spot = { $figure } setzen: { $place }

# Handlungen, auch in der Tastenhilfe
action-accept = Wahrscheinlichste Antwort annehmen
action-guess = Antwort 1 bis 9 wählen
action-end-turn = Zug beenden
action-undo = Rückgängig
action-redo = Wiederholen
action-pause = Zuschauen anhalten
action-resume = Weiter zuschauen
action-resync = Der Bildschirm hat recht
action-by-hand = Von Hand
action-turn-tile = Plättchen in der Hand drehen
action-next-place = Nächster Platz für das Plättchen
action-lay-tile = Plättchen in der Hand legen
action-put-down = Plättchen zurücklegen
action-fit = Ganzen Spielplan zeigen
action-view = Zwischen Bild und Spielplan wechseln
action-help = Tasten und was sie tun
action-end-game = Spiel beenden
action-rematch = Noch einmal spielen

# Tastenhilfe
key-ctrl = Strg
key-shift = Umschalt
key-alt = Alt
key-space = Leertaste
key-enter = Eingabe
key-escape = Esc
help-title = Tasten
help-close = Schließen
help-mouse = Mausrad: Spielplan größer und kleiner. Ziehen: verschieben; eine Figur oder das neueste Plättchen, mit Umschalt jedes, kommt dahin, wo es wirklich ist. Auf eine Punktezeile zeigen: sehen, woher die Punkte kommen.

# Module eines neuen Spiels
module-mage-and-witch = Magier & Hexe
module-mage-and-witch-why = Zwei Figuren ändern, was Straßen und Städte bringen.
module-mists = Nebel über Carcassonne
module-mists-why = Alle spielen gemeinsam gegen die Geister. Mit eigenen Plättchen.
module-ghosts = Geister, Schlösser und Friedhöfe
module-ghosts-why = Die Nebelplättchen im normalen Spiel, gegeneinander.
module-circles = Bannkreise
module-circles-why = Kreise halten Geister fest; gemeinsam gespielt kommt Eloise dazu.
module-tatan = Tatan
module-tatan-why = Karten, die ein Plättchen versetzen oder am Ende eine Lücke füllen.
module-benelux = Benelux-Karte
module-benelux-why = Die Plättchen liegen auf den Feldern einer Karte, mit Chips und Inseln.
module-other-way = Dieselbe Schachtel wird schon als „{ $other }“ gespielt.
module-needs-mist = Braucht „{ $one }“ oder „{ $other }“.
module-own-risk = Kein Regelblatt sagt, wie „{ $mist }“ mit { $others } zusammengeht: auf eigenes Risiko, jedes nach seinem eigenen Blatt.
module-quoted = „{ $name }“
module-rulings = { $count ->
    [one] 1 Tischregel
   *[other] { $count } Tischregeln
  }{ $changed ->
    [0] , wie vorgeschlagen
    [one] , 1 geändert
   *[other] , { $changed } geändert
  }
option-default-on = { $number } · Vorschlag: an
option-default-off = { $number } · Vorschlag: aus
option-suggested = { $answer } (Vorschlag)
level-choice = Level
level-target = Zielpunkte
level-ghosts = Geister im Spiel
level-first-hound = Erster Hund wartet auf
level-second-hound = Zweiter Hund wartet auf
level-unsure = Nicht alle Zahlen dieses Levels sind bekannt. Vergleicht sie mit eurer Levelübersicht.
level-confirmed = Die Zahlen stimmen mit unserer Levelübersicht überein
tatan-large = Alle haben einen großen Meeple
tatan-large-why = Aus einer anderen Schachtel; das Tatan-Blatt nennt ihn „großer Gefolgsmann“. Er zählt doppelt und an einer Tatan-Karte 4 Punkte.
map-sample = Übungskarte
map-sample-why = Eine Erfindung dieses Programms, um die Regeln zu probieren.
map-file = Unsere eigene Karte
map-file-why = Eine Datei, die die Felder eurer gedruckten Karte beschreibt.
map-file-hint = /pfad/zur/karte.toml
map-starts = Zwei Startfelder
map-chips = Mit Chips und Inseln
map-chips-why = Aus: nur die Karte.
map-towns = Punkte für Klein- und Großstädte von Hand
map-towns-why = An: Ihr werdet erinnert und tragt die Punkte aus eurem Heft von Hand ein. Aus: Sie bewirken nichts.
new-also = { $name } spielt auch { $colors }.
new-fault-level = Bitte die Zahlen des Levels mit der Levelübersicht vergleichen und bestätigen, dass sie stimmen.
new-fault-mists-players = Nebel über Carcassonne ist für 1 bis 5 Personen.
new-fault-starts = Bitte zwei Startfelder wählen.
new-fault-map = Die Karte ist nicht nutzbar: { $why }

# der Streifen der Module, und das Team
panel-figure-away = { $figure }: nicht auf dem Plan
panel-figure-changes = { $figure } { $points }: { $place }
panel-ghosts = Geister: { $board } auf dem Plan, { $supply } im Vorrat
panel-pile = Stapel: { $left }
panel-piles = Stapel: { $left }, danach { $waiting }
panel-hound-waits = { $name } wartet auf { $space }
panel-hound-due = { $name } ist erreicht ({ $space })
panel-hound-with = { $name } ist bei einem Meeple
panel-castle = Schloss: { $filled } von 8, { $value } Punkte
panel-castle-blocked = Schloss: für immer blockiert
panel-cemetery = Friedhof: { $filled } von { $needed }
panel-open-mist = { $count ->
    [one] Offener Nebel: 1 Plättchen
   *[other] Offener Nebel: { $count } Plättchen
  }
panel-spoiled-mist = { $count ->
    [one] Nie mehr fertiger Nebel: 1 Plättchen
   *[other] Nie mehr fertiger Nebel: { $count } Plättchen
  }
panel-eloise-away = { $count ->
    [one] Noch 1 Geist aus ihrem Vorrat, dann kommt Eloise
   *[other] Noch { $count } Geister aus ihrem Vorrat, dann kommt Eloise
  }
panel-eloise-called = Eloise darf jetzt kommen
panel-eloise-moving = Eloise zieht zu einem anderen Meeple
panel-eloise-beside = Eloise kommt mit dem nächsten Meeple
panel-eloise-pending = { $points ->
    [one] Eloise: 1 Punkt, wenn ihr Meeple jetzt zählt
   *[other] Eloise: { $points } Punkte, wenn ihr Meeple jetzt zählt
  }
panel-circles = { $count ->
    [one] 1 Geist in einem Bannkreis
   *[other] { $count } Geister in Bannkreisen
  }
panel-tatan = { $held ->
    [0] Tatan-Karten: niemand hat eine; { $pile } im Stapel
   *[other] Tatan-Karten: { $cards }; { $pile } im Stapel
  }
panel-movable = { $count ->
    [one] 1 Plättchen darf versetzt werden
   *[other] { $count } Plättchen dürfen versetzt werden
  }
panel-gap = Lücke: { $points } Punkte
panel-face-down = Verdeckte Plättchen: { $left }
panel-chips = { $name }: { $chips }
panel-island = Insel ({ $color }): { $left }, oben { $face }
panel-island-hidden = Insel ({ $color }): { $left } verdeckt
team-of = { $points } von { $target }
team-spoken = Team: { $points } von { $target } Punkten
team-missing-hound = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } bis zum nächsten Hund
team-missing = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } bis zum Ziel
team-done = { $points } nach diesem Zug
outcome-won = Gemeinsam gewonnen: { $points } von { $target } Punkten.
outcome-no-ghosts = Verloren: Es mussten mehr Geister kommen, als noch da waren.
outcome-no-tiles = Verloren: Ein Plättchen musste gezogen werden, aber keines war mehr da.
outcome-left = Das Spiel wurde vorzeitig beendet, bei { $points } von { $target } Punkten.
hand-chips = Chips auslegen: Farbe wählen, falls die Rückseite sie zeigt, dann ein leuchtendes Feld anklicken.
hand-chips-evenly = Gleichmäßig auslegen
hand-chips-random = Zufällig auslegen
hand-chips-left = noch { $left } von { $total }
hand-island = Aufdecken: Insel { $color } ({ $place })

# wo sich kein Dateidialog öffnet
dialog-none = Auf diesem Rechner öffnet sich kein Dateidialog. Tippt den Pfad ein, oder zieht die Datei auf dieses Fenster.
