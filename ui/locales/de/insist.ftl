# Was gegen die Regeln verstößt, aber so daliegt, Punkte, die noch offen sind, und was nachgetragen wird

insist-tile = Es liegt so da: behalten
insist-figure = Sie steht so da: behalten
insist-anyway = Auch Plätze gegen die Regeln
insist-anyway-why = Bietet jeden Platz neben einem Plättchen an, ob es passt oder nicht. Was bleibt, wird markiert und am Ende genannt.
insist-figure-menu = Gegen die Regeln …
irregular-title = Gegen die Regeln behalten
irregular-entry = Zug { $turn }: { $what } ({ $why })
event-insisted = { $what }, gegen die Regeln
unsettled-title = Noch offene Punkte
unsettled-line = Zug { $turn }, { $name }: { $either }
unsettled-either = { $figure ->
    [mage] { $points }, falls der Magier bleibt
   *[witch] { $points }, falls die Hexe bleibt
  }
unsettled-or = {" "}oder{" "}
late-title = Im letzten Zug nicht angegeben
late-why = Was im Zug davor geschah, lässt sich hier noch nachtragen.
remind-loss-open = Die Geister reichen nicht. Das Spiel ist verloren, es sei denn, im letzten Zug wurden durch einen Hund oder statt Punkten welche entfernt: angeben, was geschah, oder den Zug beenden.
