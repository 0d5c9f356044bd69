# Berichtigen, was notiert wurde, und die Liste davon
ask-doubted = Was ist wirklich geschehen?
ask-missed = Was fehlt in diesem Zug?
ask-whose-turn = Wer war am Zug?
answer-garden = Dasselbe Plättchen, mit Garten
answer-no-garden = Dasselbe Plättchen, ohne Garten
answer-turn-of = { $name } war am Zug
answer-never = Das ist gar nicht passiert
answer-as-it-is = Es stimmt so
doubt-missed = Etwas fehlt
doubt-turn = Jemand anders war am Zug
doubt-look = Was dort passt, das Wahrscheinlichste zuerst. Spätere Züge werden neu gerechnet.
doubt-nothing = Nichts anderes passt dort.
doubt-page = { $from } bis { $to } von { $total }
doubt-page-back = Vorherige Antworten
doubt-page-on = Weitere Antworten
doubt-overturns = { $count ->
    [one] 1 späterer Eintrag gälte nicht mehr
   *[other] { $count } spätere Einträge gälten nicht mehr
  }
history-title = Verlauf
history-none = Noch ist nichts geschehen.
history-camera = Kamera, { $percent } %
history-person = von Hand
history-rule = nach Regel
history-was = zuerst notiert: { $what }
history-removed = nie geschehen
history-undone = zurückgenommen
history-refused = ohne Wirkung: { $why }
history-correct = Berichtigen: { $what }
changed-what = Neu gerechnet: { $what }
changed-score = { $name } { $was } ➡ { $now }
changed-turns = { $count ->
    [one] Zug { $turns }
   *[other] Züge { $turns }
  }
changed-nothing = Notiert. Kein Punktestand ändert sich.
changed-without-effect = { $count ->
    [one] 1 späterer Eintrag wirkt nicht mehr.
   *[other] { $count } spätere Einträge wirken nicht mehr.
  }
action-undo-turn = Ganzen Zug zurücknehmen
action-redo-turn = Ganzen Zug wiederherstellen
action-history = Verlauf oder Punkte
why-close = Schließen
why-tile = Plättchen { $face }, { $place }
why-doubt = Stimmt etwas nicht? Wählt ein Plättchen oder eine Figur und berichtigt es.
why-still = { $sum } = { $points }

# Plättchen für eine Lücke
hole-title = Lücke: { $place }
hole-none = Kein übriges Plättchen passt hier.
hole-fits = { $left ->
    [one] 1 von { $of } übrigen Plättchen passt.
   *[other] { $left } von { $of } übrigen Plättchen passen.
  }
hole-next = Das nächste Plättchen: { $percent } %
hole-in-time = Bis zum Spielende: { $percent } %
hole-player = { $name } zieht eins: { $percent } %
hole-never = weniger als 1
hole-why = Jedes übrige Plättchen wird gleich wahrscheinlich gezogen.
hole-close = Schließen
hole-tap = Lücke bei { $place }: welche Plättchen passen

# suchen und Befehle
search-shield = Wappen
search-magic = Magiesymbol
search-mist = Nebel
search-ghost = Geist, Gespenst
search-circle = Bannkreis, Kreis
palette-hint = Tippt, was ihr tun wollt, oder ein Plättchen
palette-nothing = Nichts gefunden.
action-palette = Befehl suchen
action-find-tile = Gezogenes Plättchen suchen
action-take-home = Gewertete Figuren heimholen
action-whose = Figuren der nächsten Person setzen
action-leave = Auf eine freiwillige Wahl verzichten
action-discard = Plättchen abwerfen, das nirgends passt
action-gap = Was passt: die nächste Lücke
action-garden = Das Plättchen in der Hand zeigt einen Garten
action-last-place = Vorheriger Platz für das Plättchen
hand-none-found = Kein übriges Plättchen passt dazu.

# was das Spiel beobachtet
source-title = Was beobachtet den Tisch?
source-why = Das Spiel geht weiter, wo es steht, egal wer zusieht. Die Kamera findet die Plättchen selbst.
source-unsaved = Dieses Spiel wird nicht gespeichert, darum kann keine andere Kamera weitermachen.
source-by-hand = Nichts: von Hand weiter
source-camera = Kamera: { $name }
source-no-camera = Keine Kamera gefunden.
source-stream = Adresse einer Kamera im Netz
source-stream-go = Damit beobachten
action-source = Kamera an oder aus

# ein Spiel löschen
open-delete = Löschen
open-delete-sure = Dieses Spiel mit allem löschen, was davon aufgehoben ist? Das lässt sich nicht zurücknehmen.
open-delete-yes = Endgültig löschen
open-delete-no = Behalten
