# Die Begleitansichten: Fernseher, Rückblick, Regeln, Wiederaufbau, Plättchensätze, Einstellungen.

# Leiste
bar-more = Mehr
bar-more-why = Fernseher, Rückblick, Regeln und mehr

# Fernseher
action-tv = Fernseher (zweites Fenster)
tv-title = Nebelwacht – Fernseher
tv-target = von { $target }
