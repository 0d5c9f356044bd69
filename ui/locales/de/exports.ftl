# Wörter exportierter Dateien, und warum es eine nicht gibt.

report-language = Deutsch
report-base = Carcassonne
report-with = Carcassonne mit { $modules }
report-minutes = { $minutes ->
    [one] 1 Minute
   *[other] { $minutes } Minuten
  }
report-level = Level { $level }.
report-open = Das Spiel ist noch nicht zu Ende.
report-race = Der Punktestand Zug um Zug
report-turns-axis = Zug
report-by-category = Wofür es die Punkte gab
report-of-which = davon { $module }
report-lines = Jede Punktezeile
report-turn = Zug
report-player = Spieler
report-points = Punkte
report-reason = Wofür
report-sum = Rechnung
report-score = Stand
report-transcript = Das Spiel in Worten
report-before = Vor dem ersten Zug
report-final = Schlusswertung
report-line = { $name } { $points }: { $reason }, { $sum }
report-made = Geschrieben von Nebelwacht; es beobachtet Carcassonne-Tische und zählt mit.

lack-modules = kennt diese Regeln nicht: { $modules }
lack-ruling = spielt die Tischregel { $number } anders: { $ruling }
lack-bag = spielt nur mit den Plättchen der Schachteln, nicht mit einem anderen Beutel oder mit neu gelernten Plättchen
lack-put-back = legt nie Plättchen in den Beutel zurück
lack-tile = hat kein Plättchen { $face } oder nicht so viele davon
lack-event = kennt das nicht: { $event }
lack-stood-before = kennt keine Figuren, die schon vor dem ersten Zug standen
lack-out-of-turn = erlaubt nicht, dass jemand außer der Reihe spielt (Zug { $turn })
lack-no-players = Es spielt noch niemand.
lack-too-long = die Partie ist zu lang für einen QR-Code
lack-failed = sie lässt sich nicht erstellen: { $why }

# der Schirm
action-export = Dateien zu diesem Spiel
export-title = Dateien zu diesem Spiel
export-folder = Sie kommen in den Ordner { $folder }.
export-write = Dateien schreiben
export-other = Anderer Ordner …
export-at-work = Die Dateien werden geschrieben …
export-done = { $count ->
    [one] 1 Datei ist geschrieben:
   *[other] { $count } Dateien sind geschrieben:
  }
export-in-the-way = { $path } gibt es schon, mit anderem Inhalt.
export-in-the-way-help = Wählt einen anderen Ordner; es wurde nichts geschrieben.
export-for-showing = Zum Ansehen, Drucken und Zeigen
export-for-playing = Zum Weiterspielen, hier oder anderswo
export-for-counting = Für eigene Statistiken
export-for-programming = Für Programmierer
export-picture = Plan und Rangliste
export-picture-why = Der fertige Plan mit den Punkten aller daneben (PNG), zum Weitergeben.
picture-made = Gewertet mit Nebelwacht
picture-copy = Bild kopieren
picture-save = Bild speichern
picture-copied = Das Bild der Partie liegt in der Zwischenablage.
picture-saved = Das Bild liegt in { $path }.
picture-failed = Von dieser Partie gibt es kein Bild: { $why }
export-record = Das Spiel selbst
export-record-why = Eine Aufzeichnung (JSON Lines), die Nebelwacht wieder öffnet.
export-schema = Beschreibung der Aufzeichnung
export-schema-why = JSON-Schema der Zeilen einer Aufzeichnung, für Programmierer.
export-json = Der letzte Stand des Spiels
export-json-why = Plan, Figuren, Spieler und Punkte als JSON, für Programmierer.
export-csv = Punktetabelle
export-csv-why = Eine Zeile je Wertung (CSV), für eine Tabellenkalkulation.
export-svg = Zeichnung des Plans
export-svg-why = Der Plan in den Zeichnungen dieses Programms (SVG), in jeder Größe scharf.
export-png = Bild des Plans
export-png-why = Dasselbe als Bild (PNG).
export-html = Bericht
export-html-why = Eine Seite in beiden Sprachen, zum Lesen und Drucken.
export-transcript = Das Spiel in Worten
export-transcript-why = Jeder Zug als Text (Markdown).
export-bgstats = BG Stats
export-bgstats-why = Eine Partie zum Öffnen mit der App, ein Link und ein QR-Code fürs Handy.
export-jcz = JCloisterZone
export-jcz-why = Ein Spielstand, der sich dort nachspielen lässt, falls es diese Regeln kennt.
