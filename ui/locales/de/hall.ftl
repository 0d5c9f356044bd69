# eine Halle mit vielen Tischen

hall-table = Tisch { $number }
hall-left = noch { $left }
hall-count = { $count ->
    [one] ein Tisch
   *[other] { $count } Tische
}
hall-nobody = Noch hat sich kein Tisch gemeldet.
hall-nobody-why = Tische erscheinen von selbst, sobald sie ein Spiel melden. Spielt ein Tisch und erscheint nicht: Ist er in genau dieser Halle, und darf das Konto der Wand sie lesen?
hall-wall-away = Der Broker ist nicht erreichbar. Es wird immer wieder versucht. Prüft die Adresse, das Netz und den Broker selbst.
hall-keys = S sortiert · Pfeiltasten blättern · + − Größe · L Sprache · F11 Vollbild · ein Klick öffnet einen Tisch
hall-away = Keine Verbindung; so stand es zuletzt.
hall-needs = Tische, die Hilfe brauchen
hall-tables = Tische
hall-standings = Tabelle
hall-place = Platz
hall-player = Name
hall-games = Spiele
hall-won = Siege
hall-ahead = Vorsprung
hall-points = Punkte
hall-more = Plan und letzte Punkte
hall-back = Zurück
hall-no-board = Dieser Tisch zeigt seinen Plan nicht.

hall-needy = Hilfe ({ $count }): { $tables }

hall-by-need = wer Hilfe braucht, zuerst
hall-by-name = nach Tischen
hall-by-left = die wenigsten Plättchen zuerst
hall-by-score = die meisten Punkte zuerst

hall-disagrees = Ergebnis strittig
hall-calls = Bittet um Hilfe
hall-unsaved = Kann nicht speichern
hall-lost = Kamera sieht nichts
hall-differs = Tisch weicht ab
hall-asks = Offene Frage
hall-gone = Getrennt
hall-waits = Wartet { $minutes } min
hall-unconfirmed = Vorbei, unbestätigt
hall-final = Endgültig
hall-empty = Noch nicht begonnen

# die Seite des Fensters dazu

hall-title = Halle mit vielen Tischen
hall-why = Ein Vereinsabend oder Turnier zeigt alle Tische an einer Wand. Dieser Tisch meldet dem Nachrichtenbroker der Veranstalter, wie sein Spiel steht. Nur was ihr unten erlaubt, verlässt diesen Rechner; Bilder der Kamera niemals.
hall-this-game = Dieses Spiel
hall-not-told = Dieses Spiel wird keiner Halle gemeldet.
hall-join = Dieses Spiel der Halle melden
hall-join-first = Tragt zuerst unten die Adresse der Halle ein.
hall-leave = Nicht mehr melden
hall-told-as = Dieses Spiel wird an { $hall } als { $table } gemeldet.
hall-connected = Verbunden.
hall-connecting = Verbindet …
hall-waiting = { $count ->
    [one] Eine Nachricht wartet darauf, gesendet zu werden.
   *[other] { $count } Nachrichten warten darauf, gesendet zu werden.
}
hall-call = Turnierleitung rufen
hall-call-off = Keine Hilfe mehr nötig
hall-confirm = Ergebnis bestätigen
hall-confirm-why = Für die Halle. Danach ist es endgültig.
hall-confirmed = Die Halle hat euer Ergebnis. Es ist endgültig.
hall-confirmed-waits = Euer Ergebnis ist endgültig. Die Halle bekommt es, sobald der Broker da ist.

hall-which = Welche Halle
hall-address = Adresse
hall-address-hint = mqtts://broker.example/verein/freitag
hall-address-wrong = Das ist keine Adresse einer Halle. So sieht eine aus, mit Broker und Halle: mqtts://broker.example/verein/freitag
hall-address-password = Name und Passwort gehören nicht in die Adresse, wo jeder sie sieht, sondern in die Datei des Kontos.
hall-address-plain = mqtt:// wäre unverschlüsselt. Nehmt mqtts://
hall-table-name = Dieser Tisch
hall-table-hint = etwa 7; leer: der Name des Kontos
hall-account = Datei des Kontos
hall-account-hint = /home/anna/halle.toml
hall-account-why = Ihr bekommt sie von den Veranstaltern, mit Name und Passwort oder einem Zertifikat. Legt sie dorthin, wo sonst niemand sie lesen kann.
hall-always = Jedes Spiel, das hier beginnt, der Halle melden
hall-always-why = Nach dem Abend wieder ausschalten.

hall-agreed = Was dieser Tisch erlaubt
hall-agreed-why = Punkte, wer am Zug ist, übrige Plättchen und ob der Tisch Hilfe braucht, werden immer gemeldet. Die Spieler heißen:
hall-names-initials = nach ihren Anfangsbuchstaben
hall-names-full = mit ihren Namen
hall-names-colors = nach ihren Farben
hall-board = Den Plan zeigen
hall-board-why = Jeder Zug und am Ende die Aufzeichnung, mit den Namen wie oben gewählt. Dann kann die Halle das Ergebnis nachrechnen.
hall-drawing = Auch den gezeichneten Plan als Bild senden
hall-drawing-why = Für Seiten anderer, die ihn nicht aus den Zügen zeichnen können.

hall-trouble-away = Der Broker ist nicht erreichbar. Spielt weiter: Was geschieht, wird aufgehoben und später gesendet.
hall-trouble-insecure = Der Broker kann sich nicht ausweisen. In der Datei des Kontos sollte ein Zertifikat als authority stehen.
hall-trouble-refused = Der Broker nimmt Name und Passwort nicht an. Prüft die Datei des Kontos oder fragt die Veranstalter.
hall-trouble-forbidden = Dieses Konto darf nicht für diesen Tisch sprechen. Fragt die Veranstalter.
hall-trouble-account = Die Datei des Kontos lässt sich nicht verwenden. Prüft sie oder lasst euch von den Veranstaltern eine neue geben.
hall-trouble-unkept = Was auf den Broker wartet, lässt sich nicht auf der Platte aufheben. Es geht verloren, wenn das Programm endet.

hall-notice = Dieses Spiel wird der Halle nicht gemeldet. { $what } { $help } Ändern lässt es sich unter „Mehr“ bei „Halle mit vielen Tischen“.
hall-fail-address = Die Adresse der Halle lässt sich nicht verwenden.
hall-fail-account = { $what } (Meldung: { $why })
hall-fail-unread = Die Datei des Kontos lässt sich nicht lesen.
hall-fail-unread-help = Seht nach, wo die Datei liegt und wer sie lesen darf.
hall-fail-malformed = Die Datei des Kontos ist nicht zu verstehen.
hall-fail-malformed-help = In der Datei stehen user, password, authority, certificate und key, jedes in einer Zeile. Die Veranstalter können euch eine neue geben.
hall-fail-open = Andere können die Datei des Kontos lesen, in der das Passwort steht.
hall-fail-open-help = Sorgt dafür, dass nur ihr sie lesen könnt: chmod 600.
hall-fail-certificates = Die Zertifikate des Kontos lassen sich nicht verwenden.
hall-fail-certificates-help = Die Datei nennt PEM-Dateien; authority ist, wer für den Broker bürgt.
hall-fail-no-table = Niemand hat gesagt, welcher Tisch das ist.
hall-fail-no-table-help = Gebt diesem Tisch einen Namen.
hall-fail-table = So kann kein Tisch heißen.
hall-fail-table-help = Höchstens vierzig Zeichen: Buchstaben, Ziffern, Leerzeichen, Bindestrich, Unterstrich und Punkt; vorn ein Buchstabe oder eine Ziffer.
hall-fail-trouble = Es lässt sich keine Verbindung aufbauen.

bar-hall-name = Halle
bar-hall = Dieses Spiel wird der Halle als { $table } gemeldet.
