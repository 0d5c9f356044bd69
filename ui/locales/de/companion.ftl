# Die Begleitansichten: Fernseher, Rückblick, Regeln, Wiederaufbau, Plättchensätze, Einstellungen.

# Leiste
bar-more = Mehr
bar-more-why = Fernseher, Rückblick, Regeln und mehr

# Fernseher
action-tv = Fernseher (zweites Fenster)
tv-title = Nebelwacht – Fernseher
tv-target = von { $target }

# alle Seiten
page-back = Zurück zum Tisch

# Rückblick
action-review = Rückblick auf das Spiel
open-review = Rückblick
review-title = Rückblick
review-help = Pfeiltasten: Ereignis für Ereignis, mit Umschalt Zug für Zug
review-back-saved = Zurück zu den gespeicherten Spielen
review-empty = In diesem Spiel ist noch nichts geschehen. Legt das erste Plättchen, dann gibt es etwas zu sehen.
review-turn-before = Zum Zug davor
review-before = Ein Ereignis zurück
review-after = Ein Ereignis weiter
review-turn-after = Zum nächsten Zug
review-slider = Zeitpunkt im Spiel: { $what }
review-begin = Vor dem ersten Plättchen
review-moment = Zug { $turn } · { $what }
review-no-pictures = Zu sehen ist nur der gezeichnete Plan: Bilder vom Tisch wurden nicht aufgehoben.
review-race = Punkteverlauf
review-points = Punkte
review-story = Verlauf
review-axis-turn = Zug
review-axis-points = Punkte
review-race-spoken = Punkte Zug um Zug. Am Ende: { $scores }
review-scores-then = Punktestand zu diesem Zeitpunkt
review-by-reason = Woher die Punkte kamen
review-by-module = Punkte nach Modulen
review-base = Grundspiel
review-lines = Zeile für Zeile: Ein Klick zeigt den Moment
review-leads = Wer führte
review-leads-none = Die Führung hat nie gewechselt.
review-lead = Zug { $turn }: { $to } überholt { $from }
review-largest = Die höchsten Einzelwertungen
review-features = Auf dem Plan
review-road = Längste Straße: { $tiles ->
    [one] 1 Plättchen
   *[other] { $tiles } Plättchen
  }, { $state }
review-city = Größte Stadt: { $tiles ->
    [one] 1 Plättchen
   *[other] { $tiles } Plättchen
  }, { $state }
review-completed = fertig
review-open = nicht fertig
review-best = Sternstunden der Module
review-best-eloise = Eloises beste Wertung: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }
review-best-hound = Beste Wertung eines Hundes: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }
review-best-ghosts = Die teuersten Geister: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } verloren
review-best-mage = Größter Gewinn durch den Magier: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } mehr
review-best-witch = Größter Verlust durch die Hexe: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  } weniger
review-best-tatan = Beste Tatan-Wertung: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }
review-luck = Glück beim Ziehen
review-luck-player = Wer
review-luck-draws = Gezogen
review-luck-places = Passende Stellen
review-luck-treasures = Klöster und Wappen
review-luck-nobody = Unbekannt
review-luck-against = { $drawn } (erwartet { $expected })
review-luck-why = Erwartet: der Durchschnitt aller Plättchen, die beim Ziehen noch übrig waren. Was ein Plättchen wert ist, hängt davon ab, was man daraus macht; gezählt wird deshalb nur, an wie vielen Stellen es passte und wie viele Klöster und Wappen es zeigte.

# Wegräumen und Wiederaufbau
action-rebuild = Wegräumen oder wiederaufbauen
pack-away-page = Aufbauplan des weggeräumten Spiels
pack-away-how = Legt die Plättchen in der Reihenfolge ihrer Nummern. Stellt dann Figuren und alles andere auf und öffnet das Spiel wieder.
pack-away-tiles = Plättchen
pack-away-figures = Figuren
pack-away-pieces = Geister und Tiere
pack-away-beside = Neben dem Plan
pack-away-tile = { $number } · Plättchen { $face }: { $place }, { $degrees ->
    [0] nicht gedreht
   *[other] um { $degrees }° gedreht
  }
pack-away-figure = { $figure }: { $place }, auf Plättchen Nummer { $number }
pack-away-ghosts = { $count ->
    [one] 1 Geist: { $place }
   *[other] { $count } Geister: { $place }
  }
pack-away-player = { $name }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
  }, im Vorrat { $hand }
rebuild-title = Wegräumen und Wiederaufbau
rebuild-empty = Noch liegt kein Plättchen, also gibt es nichts wegzuräumen.
rebuild-click = Zum Wegräumen: Aufbauplan drucken, dann den Tisch abräumen. Zum Wiederaufbau: Plättchen der Reihe nach legen und jedes anklicken.
rebuild-camera = Die Kamera hakt ab, was sie sieht. Klickt an, was sie nicht sehen kann.
rebuild-camera-not-yet = Legt die ersten Plättchen, Nummer 1 zuerst: Sobald die Kamera den Plan erkennt, hakt sie ab. Ein Klick geht auch.
rebuild-count = { $tiles } von { $all } Plättchen, { $figures } von { $standing } Figuren
rebuild-print = Aufbauplan drucken
rebuild-clear = Alle Haken entfernen
rebuild-written = Der Aufbauplan liegt in { $path }. Zum Drucken im Browser öffnen.
rebuild-done = Alles liegt wieder an seinem Platz.
rebuild-play = Weiterspielen
rebuild-extra = Hier gehört kein Plättchen hin: { $place }
rebuild-square = Plättchen Nummer { $number }
rebuild-seen = { $what } (gesehen)
rebuild-turn = Im Uhrzeigersinn um { $degrees }° drehen.
rebuild-other = Hier liegt stattdessen Plättchen { $face }.

# Hilfen
table-score-projected-range = am Ende { $low } bis { $high }
aids-title = Hilfen: { $state }
aids-all = alle an
aids-none = keine (puristisch)
aids-some = einige
aids-why = Was gesehen wurde, die Punkte und was die Regeln verlangen, erfahrt ihr immer. Die Schalter werden mit dem Spiel gespeichert.
aids-all-on = Alle an
aids-all-off = Keine davon
aids-projection = Wie es am Ende stünde
aids-projection-why = Auf jeder Karte: der Punktestand, wenn das Spiel jetzt zu Ende wäre.
aids-effects = Wohin eine Wahl führt
aids-effects-why = Punkte und Geister neben jeder Möglichkeit, die beste oben.
aids-hints = Was noch möglich ist
aids-hints-why = Zum Beispiel, dass noch eine Figur gesetzt werden darf.
aids-cards = Regelkarten
aids-cards-why = Jede Regel in Kürze, wenn sie zum ersten Mal gilt.

# Plättchensätze
packs-title = Plättchensätze
packs-help = Ein Satz enthält Bilder eurer Plättchen. Was er nicht zeigt, wird an den anderen Bildern erkannt, oder ihr werdet gefragt.
packs-count = { $faces ->
    [one] 1 Motiv
   *[other] { $faces } Motive
  }, { $pictures ->
    [one] 1 Bild
   *[other] { $pictures } Bilder
  }
packs-trouble = Nicht verwendbar: neu bauen oder löschen. (Meldung: { $why })
packs-all = { $name }: alle { $of }
packs-none = { $name }: keines von { $of }
packs-lacks = { $name }: { $has } von { $of }, ohne { $lacks }
packs-some = { $name }: { $has } von { $of }
packs-teach-missing = { $count ->
    [one] Das fehlende Plättchen beibringen
   *[other] Die { $count } fehlenden Plättchen beibringen
  }
packs-delete = Löschen
packs-delete-now = Wirklich löschen
packs-keep = Behalten
packs-export = In den Ordner kopieren
packs-folder = Ordner
packs-folder-why = Bauen: Bilder, die nach ihrem Motiv heißen, wie D.jpg oder D_02.png. Importieren: der Ordner eines Satzes von anderswo. Kopieren: wohin Sätze geschrieben werden.
packs-no-folder = Nennt zuerst unten den Ordner, in den der Satz kopiert werden soll.
packs-name = Name des neuen Satzes
packs-build = Daraus einen Satz bauen
packs-import = Diesen Satz importieren
packs-join = Zwei Sätze verbinden
packs-join-why = Ein neuer Satz mit allen Bildern beider, auch mehreren eines Plättchens; die beiden bleiben, wie sie sind.
packs-one = Erster Satz
packs-other = Zweiter Satz
packs-joined = Name des verbundenen Satzes
packs-join-now = Verbinden
packs-join-anew = Es sind verschiedene Plättchen: unter neuen Namen verbinden
packs-written = Fertig: { $path }
packs-deleted = Gelöscht: { $path }

# Einstellungen
settings-title = Einstellungen
settings-help = Einstellungen gelten sofort und werden gespeichert.
settings-language = Sprache
settings-system = Wie das System
settings-look = Aussehen
settings-light = Hell
settings-dark = Dunkel
settings-zoom = Schriftgröße
settings-zoom-why = In einem großen Fenster ist alles von selbst größer; das hier kommt dazu.
settings-calm = Keine Animationen
settings-calm-why = Listen und Menüs öffnen sich sofort, ohne zu gleiten.
settings-tv = Fernseher
settings-tv-why = Das zweite Fenster (T) wird so groß gezeichnet, dass man es vom Sofa aus lesen kann.
settings-distance = Vom Sofa zum Bildschirm
settings-diagonal = Von Ecke zu Ecke des Bildschirms
settings-inch = Zoll
settings-tv-sizes = Die Schrift wird { $text } mm hoch, die Punkte { $score } mm.
settings-cameras = Bekannte Kameras
settings-cameras-why = Was über eine Kamera gelernt wurde, hilft, ihre Bilder schneller zu lesen. Wurde sie verstellt, wird alles neu gefunden.
settings-kept = Was aufgehoben wird
settings-kept-why = Spiele werden als Text gespeichert, mit Bildern nur wie oben gewählt. Ohne euer Zutun verlässt nichts diesen Rechner.

# übrige Plättchen
aids-left = Übrige Plättchen
aids-left-why = Welche Plättchen noch kommen, und welche davon wo passen.
action-tiles-left = Übrige Plättchen und was wo passt
left-title = Übrige Plättchen
left-help = Auf jedem freien Platz steht, wie viele der übrigen Plättchen dort passen. Ein Klick zeigt, welche.
left-choose = Klickt auf einen freien Platz, um zu sehen, welche dort passen.
left-unwanted = In diesem Spiel ist diese Hilfe ausgeschaltet.
action-fields = Grenzen aller Wiesen
aids-fields = Grenzen der Wiesen
aids-fields-why = Alle Wiesen auf einmal über Plan und Bild, jede in der Farbe ihrer Besitzer.
left-hole = Was hier passt: { $place }
left-chance = { $fitting ->
    [one] 1 von { $all } übrigen Plättchen passt
   *[other] { $fitting } von { $all } übrigen Plättchen passen
  }; das nächste mit { $percent } % Wahrscheinlichkeit.
left-never = Kein übriges Plättchen passt hierher: Die Lücke bleibt.
left-square = { $place }: { $count ->
    [0] kein Plättchen passt
    [one] 1 Plättchen passt
   *[other] { $count } Plättchen passen
  }

# Ton und Stimme
settings-sound = Ton und Stimme
settings-sound-why = Aus, solange ihr es nicht einschaltet. Was zu hören ist, steht auch als Zeile am Tisch.
sound-tones = Töne
sound-tones-why = Ein kurzer Ton, wenn ein Plättchen gelesen wurde, Punkte fielen, eine Frage wartet oder Tisch und Bildschirm nicht übereinstimmen.
sound-tones-none = Dieser Rechner hat kein Programm, das Töne spielt. pipewire-bin, pulseaudio-utils oder alsa-utils bringen eines mit.
sound-tones-try = Ton probieren
sound-voice = Stimme
sound-voice-why = Dasselbe als gesprochener Satz.
sound-voice-none = Dieser Rechner hat kein Programm, das spricht. speech-dispatcher oder espeak-ng bringen eines mit.
sound-voice-try = Stimme probieren
sound-try-sentence = Anna bekommt acht Punkte.
sound-tile = Ein Plättchen wurde gelesen.
sound-question = Es gibt eine Frage.
sound-wrong = Tisch und Bildschirm stimmen nicht überein.
sound-over = Das Spiel ist aus.

# Statistik
statistics-title = Statistik
statistics-why = Gezählt aus den beendeten Partien, die auf diesem Rechner gespeichert sind.
statistics-reading = Die gespeicherten Partien werden gelesen …
statistics-none = Noch ist keine Partie beendet. Spielt eine zu Ende, dann zählt sie hier.
statistics-whose = Wessen Partien
statistics-newest = Die neuesten Partien
statistics-all = Alle Partien
statistics-games = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
  }
statistics-player = Spieler
statistics-played = Partien
statistics-won = Gewonnen
statistics-average = Punkte je Partie
statistics-most = Meiste Punkte
statistics-tiles = Plättchen je Partie
statistics-from = Am meisten aus
statistics-best = Bestes Gebiet
open-won = Gemeinsam gewonnen: { $names }
open-lost = Gemeinsam verloren: { $names }

# die Zuguhr
clock-time = ⏱ { $taken } von { $limit }
clock-over = ⏱ { $taken }: die { $limit } sind um
settings-keeping = Spielführung
settings-home = In Spielen von Hand gehen gewertete Figuren von selbst zurück
settings-home-why = Eine Zeile sagt es, und „Rückgängig“ holt sie wieder. Aus: Klickt sie auf dem Plan an.
settings-clock = Zuguhr
settings-clock-why = Zeigt, wie lange schon überlegt wird. Wenn die Zeit um ist, passiert nichts.
settings-limit = Zeit für einen Zug
settings-seconds = s

# ein Film
film-pause = Film anhalten
film-go-on = Film abspielen
film-speed = Film mit { $times }-fachem Tempo abspielen
film-place = Stelle im Film
