# Das Ende eines Spiels aus einem Foto.
score-title = Ein Foto auswerten
score-reading = Das Foto wird gelesen …
score-phone = Das Foto mit dem Handy machen
score-phone-how = Den Code scannen, die eine Taste antippen und den ganzen Plan von oben fotografieren. Es wird nichts installiert, und es kommt keine Warnung. Fragen zum Bild und die Schlusswertung stehen hier und auf dem Handy.
score-phone-here = { $count ->
    [0] Die Seite für das Handy ist an; niemand hat sie offen
    [one] Die Seite für das Handy ist an; ein Handy hat sie offen
   *[other] Die Seite für das Handy ist an; { $count } Handys haben sie offen
}
phone-score-how = Fotografiert den ganzen Plan von oben. Lasst alle Figuren stehen, bis ihr fertig seid.
score-too-low = Die Kamera stand tief, { $degrees }° über dem Tisch: Hinten können Plättchen und Figuren fehlen oder falsch sein. Auf einem Foto aus 45° oder steiler sind sie zu sehen.
score-doubts = { $count ->
    [0] Keine Fragen zum Foto
    [one] Eine Frage zum Foto
   *[other] { $count } Fragen zum Foto
}
# Was unklar ist, aber niemandes Punkte ändert: `what` sind die beiden, die folgen.
score-idle = Unklar, aber ohne Folgen für die Punkte: { $what }
score-idle-tiles = { $count ->
    [one] ein Plättchen
   *[other] { $count } Plättchen
}
score-idle-figures = { $count ->
    [one] eine Figur
   *[other] { $count } Figuren
}
score-which-tile = Welches Plättchen liegt hier?
score-which-figure = Welche Figur steht hier?
score-was-scored = Auf einem fertigen Gebiet ({ $feature }) steht noch eine Figur. Wurde es schon gewertet?
score-tile = Plättchen { $face }
score-no-tile = Kein Plättchen
other-tile = Ein anderes Plättchen …
score-figure = { $figure } { $on }
score-nobody = Niemand
score-scored = Schon gewertet
score-not-scored = Noch nicht
score-answer = { $what }. Endstand: { $ends }
score-total = { $name } { $points }
score-team = Das Team: { $points }
score-back = Letzte Antwort zurücknehmen
score-track = Punkte auf der Wertungstafel
score-track-why = Wo die Meeple auf der Wertungstafel vor der Schlusswertung stehen.
score-track-of = Punkte von { $name } auf der Wertungstafel
score-keep = Als Spiel speichern
score-keep-why = Es öffnet sich wie jedes andere Spiel und lässt sich berichtigen und weitergeben.
welcome-photo = Ein Foto auswerten
welcome-photo-why = Spiel vorbei? Den Plan mit dem Handy fotografieren, und die Schlusswertung steht da.
new-source-board = Aus einem Foto des fertigen Plans
new-source-board-why = Das Spiel ist zu Ende: Aus einem Foto von oben wird die Schlusswertung.
new-board = Foto des Plans
new-board-phone = Mit dem Handy aufnehmen
new-board-how = Leer lassen, um das Foto mit dem Handy zu machen, oder eine Datei nennen:
new-board-hint = /pfad/zum/plan.jpg
new-board-start = Foto lesen
fail-photo = { $photo } lässt sich nicht als Bild lesen: { $why }
fail-photo-help = Ein Foto im Format JPEG oder PNG wählen.
fail-no-board = In { $photo } ist kein Plättchen zu finden.
fail-no-board-help = Den ganzen Plan von schräg oben (45° oder steiler) fotografieren und den Satz genau dieser Plättchen wählen.
