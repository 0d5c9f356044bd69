//! Words for packing a game away: what lies where, and what does not lie on the board.

use tracker::snapshot::{PlacedTile, Snapshot, StandingFigure};

use super::{Words, capital};
use crate::views::board_plan;

impl Words {
    /// The title of the page to print.
    pub fn map_title(self) -> String {
        self.say("pack-away-page")
    }

    /// How to use it.
    pub fn map_how(self) -> String {
        self.say("pack-away-how")
    }

    /// Headings: tiles, figures, ghosts and animals, beside the board.
    pub fn map_headings(self) -> [String; 4] {
        [
            "pack-away-tiles",
            "pack-away-figures",
            "pack-away-pieces",
            "pack-away-beside",
        ]
        .map(|key| self.say(key))
    }

    /// What a tile is and how it lies: `7 · Tile D: 2 right from the start tile, turned by 90°`.
    pub fn tile_to_lay(self, snapshot: &Snapshot, tile: &PlacedTile, number: usize) -> String {
        self.with(
            "pack-away-tile",
            &[
                ("number", number.into()),
                ("face", tile.face.to_string().into()),
                ("place", self.place_in(snapshot, tile.cell).into()),
                ("degrees", tile.rotation.degrees().into()),
            ],
        )
    }

    /// Who stands where.
    pub fn figure_to_put(self, snapshot: &Snapshot, figure: &StandingFigure) -> String {
        let owner = figure.color.map(|color| self.player(snapshot, color));
        let piece = capital(&self.figure_of(figure.kind, owner.as_deref()));
        let number = snapshot.tiles.iter().position(|t| t.cell == figure.at.cell);
        self.with(
            "pack-away-figure",
            &[
                ("figure", piece.into()),
                ("where", self.segment(snapshot, figure.at).into()),
                ("number", number.map_or(0, |index| index + 1).into()),
            ],
        )
    }

    /// Ghosts and animals on the board.
    pub fn pieces_to_put(self, snapshot: &Snapshot) -> Vec<String> {
        let ghosts = board_plan::ghosts(snapshot).into_iter().map(|ghosts| {
            let place = self.ghosts_to(snapshot, ghosts.place);
            let args = [("count", ghosts.count.into()), ("where", place.into())];
            self.with("pack-away-ghosts", &args)
        });
        let companions = board_plan::companions(snapshot).into_iter();
        let companions = companions.map(|(companion, host)| {
            let figure = self.standing(snapshot, host);
            let args = [
                ("name", self.companion(companion).into()),
                ("figure", figure.into()),
            ];
            self.with("event-companion-placed", &args)
        });
        ghosts.chain(companions).collect()
    }

    /// What does not lie on the board: points, figures in hand, whose turn it is, the bag.
    pub fn beside_the_board(self, snapshot: &Snapshot) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(team) = &snapshot.team {
            let args = [
                ("points", team.score.into()),
                ("target", team.target.into()),
            ];
            lines.push(self.with("team-spoken", &args));
        }
        for player in &snapshot.players {
            let hand = snapshot
                .supplies_of(player)
                .map(|own| match player.also[..] {
                    [] => self.pieces(own),
                    _ => format!("{} ({})", self.pieces(own), self.color(own.color)),
                });
            let hand: Vec<String> = hand.collect();
            lines.push(self.with(
                "pack-away-player",
                &[
                    ("name", self.name(player).into()),
                    ("points", player.score.into()),
                    ("hand", hand.join(", ").into()),
                ],
            ));
        }
        if let Some(next) = snapshot.turn.next.or(snapshot.turn.player) {
            let name = self.player(snapshot, next);
            lines.push(self.with("table-turn-next", &[("name", name.into())]));
        }
        lines.push(self.with("table-tiles-left", &[("left", snapshot.bag.left.into())]));
        lines
    }
}
