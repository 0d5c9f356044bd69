# Aufbau: was vor dem ersten Zug bereitliegt.
set-out-title = Aufbau: { $done } von { $all }
set-out-help = Abhaken, was bereitliegt. Was die Kamera sieht, hakt sich selbst ab.
set-out-ready = Alles liegt bereit. Das erste Plättchen kann kommen.
set-out-away = Liste ausblenden
lay-start-tile = Das Startplättchen in die Mitte legen
lay-big-start-tile = Das große Startplättchen (2 × 2) in die Mitte legen
lay-pieces = Jede Farbe bekommt { $pieces }; alle anderen bleiben in der Schachtel
lay-meeples = { $count ->
    [one] einen Meeple
   *[other] { $count } Meeple
  }
lay-big-meeples = { $count ->
    [one] einen großen Meeple
   *[other] { $count } große Meeple
  }
lay-guards = { $count ->
    [one] einen Wächter
   *[other] { $count } Wächter
  }
lay-abbots = { $count ->
    [one] einen Abt
   *[other] { $count } Äbte
  }
lay-scoring-meeples = Von jeder Farbe einen Meeple auf die Wertungstafel stellen
lay-team-meeple = Einen Meeple einer freien Farbe auf die Wertungstafel stellen: Er zählt für alle
lay-shuffle = { $count } Plättchen mischen und verdeckt stapeln
lay-mage-and-witch = Magier und Hexe neben den Plan stellen
lay-crop-circle-card = Die Kornkreiskarte bleibt in der Schachtel: Sie gehört nicht dazu
lay-no-base-tiles = Die Plättchen des Grundspiels bleiben in der Schachtel
lay-no-base-start-tile = Das Startplättchen des Grundspiels bleibt in der Schachtel
lay-no-castles-and-cemeteries = Die Plättchen mit Schloss oder Friedhof bleiben in der Schachtel
lay-no-castles = Die Plättchen mit Schloss bleiben in der Schachtel
lay-no-cemeteries = Die Plättchen mit Friedhof bleiben in der Schachtel
lay-ghosts-on-start = { $count ->
    [one] 1 Geist auf den gedruckten Geist des Startplättchens stellen
   *[other] { $count } Geister auf die gedruckten Geister des Startplättchens stellen
  }
lay-ghost-supply = { $count ->
    [one] 1 Geist als Vorrat bereitlegen
   *[other] { $count } Geister als Vorrat bereitlegen
  }
lay-ghosts-in-box = { $count ->
    [one] 1 Geist bleibt in der Schachtel
   *[other] { $count } Geister bleiben in der Schachtel
  }
lay-piles = Die Plättchen in { $piles } Stapel zu je { $each } teilen; gezogen wird vom ersten
lay-hounds = Rufus auf Feld { $first } der Wertungstafel legen, Ronja auf Feld { $second }
lay-no-hounds = Die Hunde bleiben in der Schachtel
lay-goal = Den Zielmarker für { $count } Punkte auf die Wertungstafel legen
lay-no-ghosts-on-start = Auf das Startplättchen kommt kein Geist
lay-guard-supply = Je Farbe { $count } weitere Wächter als Vorrat neben die Wertungstafel stellen
lay-no-goal-levels-hounds = Zielmarker, Levelübersicht und Hunde bleiben in der Schachtel
lay-eloise = { $count ->
    [one] Eloise an den Rand der Spielfläche stellen, 1 Geist vor sie
   *[other] Eloise an den Rand der Spielfläche stellen, { $count } Geister vor sie
  }
lay-second-stock = { $count ->
    [one] 1 Geist als zweiten Vorrat danebenlegen
   *[other] { $count } Geister als zweiten Vorrat danebenlegen
  }
lay-no-eloise = Eloise bleibt in der Schachtel
lay-tatan-cards = { $count ->
    [one] 1 Tatan-Karte untermischen; sie ist bei den Plättchen mitgezählt
   *[other] { $count } Tatan-Karten untermischen; sie sind bei den Plättchen mitgezählt
  }
lay-start-squares = Auf eines der beiden Startfelder das Startplättchen legen, auf das andere ein gezogenes
lay-chips = { $count ->
    [0] Die Landkartenchips liegen verdeckt auf der Karte
   *[other] Landkartenchips verdeckt auf die Karte legen: noch { $count }
  }
lay-chips-away = { $count } Landkartenchips ungesehen beiseitelegen
lay-island = Insel ({ $color }), Feld { $square }: 5 Plättchen verdeckt stapeln, das oberste aufdecken

# eigene Plättchen zuerst zeigen
own-tiles-first = { $count ->
    [one] Die Kamera kennt ein Plättchen davon noch nicht: Zeigt es ihr zuerst.
   *[other] Die Kamera kennt { $count } Plättchen davon noch nicht: Zeigt sie ihr zuerst, das dauert etwa { $minutes } Minuten.
  }
own-tiles-teach = Jetzt zeigen
own-tiles-try = Mit Übungsplättchen ausprobieren
own-tiles-practice = Beim Spiel von Hand liegen die Übungsplättchen des Programms im Beutel, nicht die aus eurer Schachtel.

# Teile einer Schachtel
parts-title = Gespielt werden
parts-ghosts = Geister
parts-castles = Schlösser
parts-cemeteries = Friedhöfe
bag-title = { $count ->
    [one] Im Beutel: 1 Plättchen
   *[other] Im Beutel: { $count } Plättchen
  }
bag-why = Nur ändern, wenn ihr mit mehr oder weniger Plättchen spielt, als in den Schachteln sind.
bag-boxes = { $name }: Schachteln
bag-others = Andere Plättchen, die das Programm nicht kennt
bag-others-why = Sie zählen mit. Liegt eines, wählt von Hand „?“; was daran stößt, bleibt offen.
bag-faces = Einzelne Plättchen
bag-reset = Wie in der Schachtel

# gezeichnete Beispiele zu Tischregeln
example-yes = Ja
example-no = Nein
example-legend = Rot: ein eigener Meeple. Blau: ein gegnerischer. Weiß: die Kreise. Umrandet: das neue Plättchen. „2. 3×“ heißt: an zweiter Stelle kommen drei Geister.
example-bk4b = Der Nebel des neuen Plättchens mit drei Kreisen stößt links an eine klare Seite: drei Geister für die Kreise, mit Ja noch einer.
example-bk5 = Das neue Plättchen erweitert den Nebel oben und zerstört seinen eigenen rechts. Mit Ja kommt der Geist fürs Erweitern zuletzt, mit Nein werden die Kreise zuletzt gefüllt.
example-bk7 = Links stehen zwei Geister in Kreisen. Das neue Plättchen erweitert diesen Nebel und zerstört ihn rechts. Mit Ja geht erst ein Kreisgeist zum Gegner und der andere zum eigenen Meeple, mit Nein kommen beide zum eigenen.
