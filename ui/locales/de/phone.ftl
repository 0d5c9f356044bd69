# Seiten für Handys

phone-title = Spielstand
phone-scores = Spielstand
phone-board = Gezeichneter Plan
phone-hand = Von Hand
phone-questions = Zu entscheiden
phone-leave-alone = Verzichten
phone-figure = Wer steht auf dem neuen Plättchen?
phone-end-turn = Zug beenden
phone-undo = Letzten Schritt zurücknehmen
phone-lay = Plättchen von Hand legen
phone-lay-how = Erst das Plättchen antippen, dann den Platz. Norden ist auf dem gezeichneten Plan oben.
phone-place = { $place }, { $degrees ->
    [0] nicht gedreht
   *[other] um { $degrees }° gedreht
  }
phone-left-which = Welche?
phone-lost = Keine Verbindung. Die Seite meldet sich von selbst wieder.
phone-not-sent = Das kam nicht an. Bitte noch einmal.
phone-order-unreadable = Das war nicht zu verstehen. Bitte die Seite neu laden.
phone-order-overtaken = Inzwischen ging das Spiel weiter; nichts wurde geändert.

phone-no-key-title = Diese Seite braucht einen Code
phone-no-key = Scannt den Code, den Nebelwacht auf seinem Bildschirm zeigt. Zu jedem Spiel gibt es neue; eine alte Adresse öffnet nichts mehr.
phone-wrong-key-title = Dieser Code gehört zu einer anderen Seite
phone-wrong-key = Jeder Code öffnet nur eine Seite. Scannt den passenden auf dem Bildschirm von Nebelwacht.

phone-welcome-title = Das Handy als Kamera
phone-welcome-why = Browser geben die Kamera nur für verschlüsselte Seiten frei. Nebelwacht verschlüsselt mit einem eigenen Zertifikat, für das keine Firma bürgt; deshalb warnt der Browser einmal. Die Bilder gehen geradewegs zum Rechner an eurem Tisch und nirgends sonst hin.
phone-welcome-go = Kameraseite öffnen
phone-welcome-without = Lieber nicht?
phone-welcome-photo = Stattdessen einzelne Fotos machen, ganz ohne Warnung
phone-welcome-other = Ein anderes Handy
phone-welcome-picture = Die Warnung auf { $name } mit den beiden Stellen zum Antippen
phone-welcome-tap = „{ $button }“ antippen.
phone-welcome-allow = „Kamera starten“ antippen und erlauben.
phone-android = Android (Chrome)
phone-android-warning = Dies ist keine sichere Verbindung
phone-android-one = Erweitert
phone-android-two = Weiter zu … (unsicher)
phone-iphone = iPhone (Safari)
phone-iphone-warning = Diese Verbindung ist nicht privat
phone-iphone-one = Details einblenden
phone-iphone-two = diese Website besuchen

phone-camera-title = Kamera
phone-camera-before = Lehnt das Handy so an, dass es den ganzen Tisch von oben sieht.
phone-camera-start = Kamera starten
phone-camera-picture = Was die Kamera sieht
phone-camera-how = Der Bildschirm bleibt an. Bei langen Spielen gehört das Handy ans Ladekabel.
phone-camera-torch = Licht
phone-camera-zoom = Zoom
phone-camera-waiting = Verbunden. Gleich wird das erste Bild gelesen.
phone-camera-busy = Ein anderes Handy ist schon die Kamera. Schließt dessen Seite, um zu übernehmen.
phone-camera-refused = Die Kamera wurde nicht erlaubt. Erlaubt sie in den Einstellungen des Browsers für diese Seite und versucht es noch einmal.
phone-camera-none = Die Kamera lässt sich nicht benutzen. Schließt andere Apps, die sie brauchen, und versucht es noch einmal.

phone-photo-title = Ein Foto nach dem anderen
phone-photo-how = Fotografiert nach jedem Zug den ganzen Plan, oder wann ihr mögt. Was sich geändert hat, wird als Züge gelesen.
phone-photo-take = Foto aufnehmen
phone-photo-sending = Wird gesendet …
phone-photo-taken = Danke. Das Bild wird gelesen.
phone-photo-none = Das ist kein lesbares Bild. Schickt ein Foto (JPEG oder PNG).
phone-photo-filmed = Ein Handy filmt gerade dieses Spiel. Schließt dessen Seite, um stattdessen Fotos zu machen.
phone-photo-unwanted = Dieses Spiel wird nicht über Fotos verfolgt.

# die Seite im Fenster dazu

bar-phones = { $count ->
    [0] Seiten für Handys sind an; niemand hat eine offen
    [one] Seiten für Handys sind an; eine ist offen
   *[other] Seiten für Handys sind an; { $count } sind offen
  }
phones-title = Handys
phones-why = Wer im Haus einen Code scannt, sieht den Spielstand auf dem eigenen Handy, ganz ohne App. Die Seiten gibt es nur, solange dieses Spiel offen ist und sie eingeschaltet sind. Handy und Rechner müssen im selben Netz sein.
phones-on = Seiten einschalten
phones-off = Seiten ausschalten
phones-here = Wer da ist
phones-nobody = Noch niemand.
phones-guest = { $page }, von { $from }
phones-code = Code für: { $page }
phones-copy = Adresse kopieren
phones-look = Spielstand ansehen
phones-look-how = Für alle: Punkte, die letzten Wertungen, der Plan und woran noch zu denken ist.
phones-answer = Spielstand ansehen und antworten
phones-answer-how = Für alle, die mitspielen: beantwortet auch Fragen, legt Plättchen von Hand, beendet den Zug und nimmt einen Schritt zurück.
phones-overlay = Für Streaming-Programme
phones-overlay-how = Nur Punkte und letzte Wertungen auf durchsichtigem Grund, als Browserquelle für OBS und andere.
phones-camera = Das Handy als Kamera
phones-camera-how = Scannt diesen Code mit dem Handy, das filmen soll. Seine Seite sagt, was anzutippen ist; dann lehnt es so an, dass es den ganzen Tisch sieht.
phones-photo = Ein Foto nach dem anderen
phones-photo-how = Scannt diesen Code mit dem Handy, das fotografiert: nach jedem Zug den ganzen Plan.
new-source-phone = Ein Handy
new-source-phone-why = Ohne App: Das Handy scannt einen Code und filmt mit seinem Browser.
new-source-photos = Fotos vom Handy
new-source-photos-why = Nach jedem Zug ein Bild vom Plan, über den Browser des Handys.
