# The companion screens: television, review, rules, rebuilding, tile packs, settings.

# bar
bar-more = More
bar-more-why = Television, review, rules and more

# television
action-tv = Television (second window)
tv-title = Nebelwacht – television
tv-target = of { $target }
