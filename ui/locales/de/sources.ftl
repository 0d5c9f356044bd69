# Warum es keine Bilder gibt, und was sich dagegen tun lässt.
source-detail = { $help } ({ $why })

# eine Kamera an diesem Rechner
camera-busy = Ein anderes Programm benutzt sie.
camera-busy-help = Schließt es (ein Videotelefonat, ein anderes Fenster), oder nehmt eine andere Kamera.
camera-forbidden = Dieses Benutzerkonto darf sie nicht benutzen.
camera-forbidden-help = Nehmt es unter Linux in die Gruppe „video“ auf und meldet euch neu an.
camera-gone = Sie ist nicht da oder nicht mehr.
camera-gone-help = Seht nach, ob das Kabel an beiden Enden steckt, oder nehmt einen anderen Anschluss.
camera-silent = Sie ist da, sendet aber nichts.
camera-silent-help = Zieht ihren Stecker und steckt ihn wieder ein, möglichst ohne Verteiler dazwischen.
camera-fails = Sie funktioniert nicht.
camera-fails-help = Zieht ihren Stecker und steckt ihn wieder ein, oder nehmt eine andere Kamera.
source-camera-fails = Kamera { $index }: { $what }
source-none = Keine Kamera gefunden.
source-none-help = Steckt eine an, nehmt ein Handy, oder zählt von Hand mit.
source-no-such-camera = Eine Kamera { $index } gibt es nicht. Da sind: { $found }.
source-no-such-camera-help = Nehmt eine davon, oder steckt sie wieder an.

# Filme, Ordner und Adressen
source-unreadable = „{ $what }“ nennt keine Kamera, keinen Film, keinen Ordner und keine Adresse.
source-unreadable-help = Eine Adresse beginnt mit http:// oder rtsp://.
source-missing = „{ $path }“ gibt es nicht.
source-missing-help = Seht nach, ob es richtig geschrieben ist, oder wählt es mit dem Knopf.
source-forbidden = „{ $path }“ darf nicht gelesen werden.
source-forbidden-help = Seht nach, wer es lesen darf.
source-not-a-film = „{ $path }“ ist kein Film.
source-not-a-film-help = Nehmt einen Film (mp4, mkv, avi, webm, mov) oder für Bilder einen Ordner.
source-broken-film = „{ $path }“ ist ein Film, der sich nicht öffnen lässt.
source-broken-film-help = Läuft er auch anderswo nicht, kopiert ihn noch einmal.
source-torn = „{ $path }“ bricht nach { $played } von { $expected } Bildern ab.
source-torn-help = Bis dahin wurde alles gelesen.
source-no-picture-in = In „{ $path }“ ist kein Bild.
source-no-picture-in-help = Legt Bilder hinein (JPEG oder PNG), oder nehmt einen anderen Ordner.
source-bad-picture = „{ $path }“ ist kein lesbares Bild.
source-bad-picture-help = Es wird ausgelassen.
source-waits = Von { $url } kommt kein Bild.
source-gone = Von { $url } kam { $seconds } Sekunden lang kein Bild.
source-waits-help = Seht nach, ob die Kamera sendet und ob ein Browser unter dieser Adresse ihr Bild zeigt.

# ein Handy
source-phone-silent = Das Handy ist verbunden, sendet aber kein Bild.
source-phone-silent-help = Seine Seite muss offen und sein Bildschirm an bleiben.
source-phone-away = Kein Handy filmt.
source-phone-away-help = Scannt den Code mit dem Handy und lasst seine Seite offen.
source-phone-sends = Ein Bild vom Handy war nicht zu lesen.
source-phone-sends-help = Das nächste kommt von selbst.
source-other = Die Bilder lassen sich nicht lesen: { $why }
source-other-help = Versucht es noch einmal, oder nehmt eine andere Kamera.
