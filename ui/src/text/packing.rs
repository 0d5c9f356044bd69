//! Words for packing a game away: what lies where, and what does not lie on the board.

use tracker::snapshot::{PlacedTile, Snapshot, StandingFigure};

use super::{Words, capital, message};
use crate::views::board_plan;

impl Words {
    /// The title of the page to print.
    pub fn map_title(self) -> String {
        self.say(message::PACK_AWAY_PAGE)
    }

    /// How to use it.
    pub fn map_how(self) -> String {
        self.say(message::PACK_AWAY_HOW)
    }

    /// Headings: tiles, figures, ghosts and animals, beside the board.
    pub fn map_headings(self) -> [String; 4] {
        [
            message::PACK_AWAY_TILES,
            message::PACK_AWAY_FIGURES,
            message::PACK_AWAY_PIECES,
            message::PACK_AWAY_BESIDE,
        ]
        .map(|text| self.say(text))
    }

    /// What a tile is and how it lies: `7 · Tile D: 2 right from the start tile, turned by 90°`.
    pub fn tile_to_lay(self, snapshot: &Snapshot, tile: &PlacedTile, number: usize) -> String {
        self.with(message::PackAwayTile {
            number,
            face: tile.face.to_string(),
            place: self.place_in(snapshot, tile.cell),
            degrees: tile.rotation.degrees(),
        })
    }

    /// Who stands where.
    pub fn figure_to_put(self, snapshot: &Snapshot, figure: &StandingFigure) -> String {
        let owner = figure.color.map(|color| self.player(snapshot, color));
        let piece = capital(&self.figure_of(figure.kind, owner.as_deref()));
        let number = snapshot.tiles.iter().position(|t| t.cell == figure.at.cell);
        self.with(message::PackAwayFigure {
            figure: piece,
            place: self.segment(snapshot, figure.at),
            number: number.map_or(0, |index| index + 1),
        })
    }

    /// Ghosts and animals on the board.
    pub fn pieces_to_put(self, snapshot: &Snapshot) -> Vec<String> {
        let ghosts = board_plan::ghosts(snapshot).into_iter().map(|ghosts| {
            let place = self.ghosts_to(snapshot, ghosts.place);
            self.with(message::PackAwayGhosts {
                count: ghosts.count,
                place,
            })
        });
        let companions = board_plan::companions(snapshot).into_iter();
        let companions = companions.map(|(companion, host)| {
            let figure = self.standing(snapshot, host);
            self.with(message::EventCompanionPlaced {
                name: self.companion(companion),
                figure,
            })
        });
        ghosts.chain(companions).collect()
    }

    /// What does not lie on the board: points, figures in hand, whose turn it is, the bag.
    pub fn beside_the_board(self, snapshot: &Snapshot) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(team) = &snapshot.team {
            lines.push(self.with(message::TeamSpoken {
                points: team.score,
                target: team.target,
            }));
        }
        for player in &snapshot.players {
            let hand = snapshot
                .supplies_of(player)
                .map(|own| match player.also[..] {
                    [] => self.pieces(own),
                    _ => format!("{} ({})", self.pieces(own), self.color(own.color)),
                });
            let hand: Vec<String> = hand.collect();
            lines.push(self.with(message::PackAwayPlayer {
                name: self.name(player),
                points: player.score,
                hand: hand.join(", "),
            }));
        }
        if let Some(next) = snapshot.turn.next.or(snapshot.turn.player) {
            let name = self.player(snapshot, next);
            lines.push(self.with(message::TableTurnNext { name }));
        }
        lines.push(self.with(message::TableTilesLeft {
            left: snapshot.bag.left,
        }));
        lines
    }
}
