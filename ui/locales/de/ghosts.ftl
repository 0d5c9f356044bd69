# Geister, Schlösser, Friedhöfe und Bannkreise gegeneinander
choose-haunt-opponent = Zu welchem gegnerischen Meeple kommt der Geist?
choose-haunt-own = Zu welchem eigenen Meeple kommt der Geist?
choose-draw-into-circle = Von welchem Meeple zieht der Geist in den neuen Bannkreis?
refused-guards = Wächter nehmen keine Geister.
event-pile-empty = Der verdeckte Stapel ist leer
remind-haunt-opponent = Nebel erweitert: ein Geist zu einem gegnerischen Meeple.
remind-haunt-own = Nebel zerstört: ein Geist zu einem eigenen Meeple.
remind-haunt-from-circle = Er kommt aus einem Bannkreis.
remind-put-beside = { $why } Ein Geist { $from } zu { $figure }.
haunt-why-opponent = Nebel erweitert.
haunt-why-own = Nebel zerstört.
remind-driven-off = { $figure }: der dritte Geist. Der Meeple und seine Geister gehen heim.
remind-left-out = { $whose } Diesmal kein Geist: { $why }
haunt-no-ghost = der Vorrat ist leer.
haunt-no-meeple = kein Meeple kann einen nehmen.
remind-guards-take-none = Wächter nehmen keine Geister.
remind-draw-in = Ein Geist von einem Meeple in der Nähe zieht in den neuen Bannkreis.
remind-drawn-in = Der Geist von { $figure } zieht in den neuen Bannkreis.
remind-circles-filled = { $supply ->
    [one] 1 Bannkreis wird
   *[other] { $supply } Bannkreise werden
  } aus dem Vorrat gefüllt{ $empty ->
    [0] .
    [one] , 1 bleibt leer.
   *[other] , { $empty } bleiben leer.
  }
remind-ghost-to-supply = Ein Geist des geleerten Bannkreises geht in den Vorrat: kein Meeple kann ihn nehmen.
remind-ghosts-cost = { $count ->
    [one] 1 Geist kostet { $name } 2 Punkte
   *[other] { $count } Geister kosten { $name } je 2 Punkte
  }. Das Gebiet bringt damit { $points }.
remind-stops-at-zero = Unter 0 geht es auf der Wertungstafel nicht.
remind-castle = Schloss fertig: { $points } Punkte, { $misty } Nebelplättchen ringsum.
remind-take-guard = Friedhof geschlossen: { $name } bekommt einen Wächter, und die Figur geht heim.
remind-no-guard-left = Friedhof geschlossen: für { $name } ist kein Wächter mehr da. Die Figur geht heim.
remind-cost-at-end = In der Schlusswertung kostet jeder Geist bei einem Meeple einen Punkt: { $ghosts }.
panel-haunted = { $count ->
    [one] 1 Geist
   *[other] { $count } Geister
  } bei einem Meeple von { $name }
panel-ghosts-left = Geister im Vorrat: { $supply }
panel-owed = { $count ->
    [one] 1 Geist ist noch fällig
   *[other] { $count } Geister sind noch fällig
  }
panel-guards = Wächter zu gewinnen: { $each }
