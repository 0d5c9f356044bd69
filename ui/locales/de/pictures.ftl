# aufgehobene Bilder eines Spiels
pictures-title = Bilder vom Tisch
pictures-new = Für neue Spiele. Sie bleiben auf diesem Rechner, in einem Ordner neben dem gespeicherten Spiel, und verschwinden, wenn das Spiel gelöscht wird.
pictures-now = Für dieses Spiel, von jetzt an. Was schon aufgehoben ist, bleibt.
pictures-none = Keine aufheben
pictures-none-why = Beim Richtigstellen ist nur zu sehen, was die Kamera gerade sieht, nichts von vorher.
pictures-evidence = Belege aufheben
pictures-evidence-why = Ein kleines Bild um jedes Plättchen und jede Figur, die die Kamera notiert hat: um später zu sehen, woher 28 Punkte kommen.
pictures-all = Belege und ganze Tische aufheben
pictures-all-why = Auch der ganze Tisch nach jedem Zug, für den Rückblick: ein paar Megabyte je Spiel.
pictures-title-new = Bilder von diesem Spiel
pictures-not-kept = Einige Bilder von diesem Spiel wurden nicht aufgehoben ({ $why }). Das Spiel selbst geht weiter.
pictures-switch-failed = Die Wahl ließ sich nicht festhalten ({ $why }); Bilder werden weiter aufgehoben wie bisher.
real-then = { $place }, als es notiert wurde
real-now = { $place } jetzt
why-moment = Der Tisch in Zug { $turn }, als es diese Punkte gab.
history-then = Was die Kamera sah, als das notiert wurde
review-drawn = Gezeichnet
review-photo = Foto (V)
review-fader = Überblenden vom gezeichneten Tisch zum Foto
lack-no-pictures = von diesem Spiel wurden keine Bilder vom Tisch aufgehoben
export-photo = Foto vom Spielplan
export-photo-why = Die wirklichen Plättchen nebeneinander, aus den davon aufgehobenen Bildern (PNG).
export-cases = Testfälle
export-cases-why = Jedes aufgehobene Bild mit der Angabe, was darauf ist; damit wird gemessen, wie gut Tische gelesen werden.

# Ausrichten
aim-title = Kamera ausrichten
aim-picture = Bild der Kamera, jeder Teil des Tisches gefärbt danach, wie gut er zu lesen ist
aim-help = Grün ist gut zu lesen. Eins nach dem anderen: Tut, was hier steht, und achtet auf die Farben.
aim-start = Anfangen
aim-by-hand = Von Hand weiter
aim-whenever = Anfangen könnt ihr jederzeit; mit C geht es hierher zurück.
aim-none = Keine Kamera sieht diesem Spiel zu
aim-none-help = Lasst eine dazukommen mit „Kamera an oder aus“ (📷 unter dem Tisch), oder macht von Hand weiter.
aim-waiting = Gleich kommt das erste Bild
aim-waiting-help = Das dauert ein paar Sekunden. Kommt nichts, geht es von Hand weiter; die Kamera kann später dazukommen.
aim-dark = Mehr Licht
aim-dark-help = Der Tisch ist so dunkel, dass das Bild vor allem rauscht. Macht eine Lampe an oder dreht sie zum Tisch.
aim-glare = Eine Lampe spiegelt sich
aim-glare-help = Wo sie glänzt, ist nichts zu sehen. Rückt die Lampe zur Seite oder die Kamera, bis der helle Fleck nicht mehr auf den Plättchen liegt.
aim-far = Näher heran
aim-far-help = Die Plättchen sind im Bild zu klein. Bringt die Kamera näher heran oder wählt ein größeres Bild.
aim-blurred = Unscharf
aim-blurred-help = Die Kanten sind weich. Wischt die Linse ab, stellt auf den Tisch scharf, und sorgt dafür, dass der Ständer nicht wackelt.
aim-slanted = Weiter von oben
aim-slanted-help = Die Kamera blickt zu flach auf den Tisch. Stellt sie höher oder neigt sie nach unten.
aim-room = Platz schaffen
aim-room-help = Der Spielplan reicht bis an den Rand des Bildes; das nächste Plättchen könnte draußen liegen. Dreht die Kamera so, dass er in der Mitte ist, oder rückt sie etwas zurück.
aim-lay = Gut ausgerichtet
aim-lay-help = Legt jetzt das Startplättchen in die Mitte des Bildes.
aim-good = Gut ausgerichtet
aim-good-help = Alles um den Spielplan herum ist zu lesen. Ihr könnt anfangen.
aim-colors = Farben der Spieler
aim-colors-show = Legt von jedem Spieler eine Figur neben den Spielplan, mit etwas Abstand: Dann steht hier, ob dieses Licht die Farben auseinanderhält.
aim-colors-apart = In diesem Licht zu unterscheiden: { $colors }
aim-colors-near = { $colors } sehen in diesem Licht fast gleich aus. Eine weißere oder hellere Lampe einschalten, oder mit anderen Farben spielen.
aim-colors-missing = Neben dem Spielplan nicht gesehen: { $colors }. Liegt dort eine Figur davon, lässt dieses Licht sie wie eine andere Farbe aussehen: Eine weißere Lampe hilft.
camera-new = Eine neue Kamera
camera-new-help = Ab zwei Dutzend Plättchen wird ihre Linse gelernt, und im Lauf des Spiels, wo der Spielplan liegt. Beides wird fürs nächste Mal aufgehoben.
camera-known = Diese Kamera ist bekannt
camera-lens = Linse bekannt seit { $since }, aus { $tiles } Plättchen.
camera-board = Zuletzt lag am { $seen } ein Spielplan vor ihr. Liegen dort noch Plättchen, werden sie sofort gefunden.
camera-forget = Vergessen
camera-forget-why = Was von dieser Kamera bekannt ist, wird gelöscht. Was sie von nun an sieht, wird neu gelernt.
aim-zone-good = { $count ->
    [one] 1 Teil ist
   *[other] { $count } Teile sind
  } gut zu lesen
aim-zone-weak = { $count ->
    [one] 1 Teil
   *[other] { $count } Teile
  }: nach Plättchen, die sich gleichen, wird gefragt
aim-zone-bad = { $count ->
    [one] 1 Teil ist
   *[other] { $count } Teile sind
  } kaum zu lesen

# ein angestoßener Tisch
relay-title = Tisch in Ordnung bringen
relay-count = { $done } von { $all } erledigt. Das Bild zeigt, was wohin gehört; die Kamera hakt es ab.
relay-lay = Plättchen { $face } legen: { $place }{ $degrees ->
    [0] {""}
   *[other] , um { $degrees }° gedreht
  }
relay-turn = Plättchen { $face } um { $degrees }° im Uhrzeigersinn drehen: { $place }
relay-swap = Plättchen { $other } wegnehmen und dort { $face } hinlegen: { $place }{ $degrees ->
    [0] {""}
   *[other] , um { $degrees }° gedreht
  }
relay-away = Wegnehmen, was dort liegt: { $place }
relay-ticked = ☑ { $what }
relay-done = Alles liegt wieder an seinem Platz. Gleich geht es von selbst weiter.
