//! Words for the end of a game from a photograph: what is in doubt, the answers, and what everybody
//! ends with.

use std::collections::BTreeMap;

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use carcassonne::piece::Color;
use tracker::at_end::{About, Answer, Doubt, Guess, TakenOver};
use tracker::snapshot::Snapshot;

use super::{Words, capital, message};

impl Words {
    /// What is asked about a doubt.
    pub fn doubt(self, seen: &Snapshot, doubt: &Doubt) -> String {
        match doubt.about {
            About::Tile(_) => self.say(message::SCORE_WHICH_TILE),
            About::Piece(_) => self.say(message::SCORE_WHICH_FIGURE),
            About::Finished(at) => {
                let mut features = seen.features.iter();
                let kind = features.find(|feature| feature.segments.contains(&at));
                let feature = kind.map(|feature| capital(&self.feature(feature.kind)));
                self.with(message::ScoreWasScored {
                    feature: feature.unwrap_or_default(),
                })
            }
        }
    }

    /// How much is in doubt without changing anybody's points, if anything.
    pub fn idle(self, taken: &TakenOver) -> Option<String> {
        let tile = |doubt: &&Doubt| matches!(doubt.about, About::Tile(_));
        let tiles = taken.idle().filter(tile).count();
        let figures = taken.idle().count() - tiles;
        let tiles = (tiles > 0).then(|| self.with(message::ScoreIdleTiles { count: tiles }));
        let figures =
            (figures > 0).then(|| self.with(message::ScoreIdleFigures { count: figures }));
        let what = self.list(&tiles.into_iter().chain(figures).collect::<Vec<_>>());
        (!what.is_empty()).then(|| self.with(message::ScoreIdle { what }))
    }

    /// An answer with what everybody ends with.
    pub fn guess(self, seen: &Snapshot, guess: &Guess) -> String {
        let what = self.answer(seen, guess.answer);
        let ends = self.ends(seen, &guess.scores);
        self.with(message::ScoreAnswer { what, ends })
    }

    /// A face as it may lie there.
    pub fn turned_tile(self, face: FaceId, rotation: Rotation) -> String {
        self.with(message::StrangerIs {
            face: face.as_str(),
            degrees: rotation.degrees(),
        })
    }

    fn answer(self, seen: &Snapshot, answer: Answer) -> String {
        match answer {
            Answer::Tile(face, _) => self.with(message::ScoreTile {
                face: face.as_str(),
            }),
            Answer::NoTile => self.say(message::SCORE_NO_TILE),
            Answer::Piece(spot, on) => {
                let owner = self.player(seen, spot.color);
                let figure = self.figure_of(spot.kind, Some(&owner));
                self.with(message::ScoreFigure {
                    figure,
                    on: self.on(on),
                })
            }
            Answer::NoPiece => self.say(message::SCORE_NOBODY),
            Answer::Scored => self.say(message::SCORE_SCORED),
            Answer::NotScored => self.say(message::SCORE_NOT_SCORED),
        }
    }

    fn ends(self, seen: &Snapshot, scores: &BTreeMap<Color, i32>) -> String {
        let one = |(color, points): (&Color, &i32)| {
            self.with(message::ScoreTotal {
                name: self.player(seen, *color),
                points,
            })
        };
        scores.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carcassonne::geometry::Cell;
    use tracker::log::Log;

    use super::*;
    use crate::text::Language;

    /// A look with doubts that no points hang on, and one that some do.
    fn taken(abouts: &[About]) -> TakenOver {
        let doubt = |&about| Doubt {
            about,
            cell: Cell::new(0, 0),
            fault: None,
            taken: Answer::NoTile,
            guesses: Vec::new(),
            stake: 0.0,
        };
        let mut doubts: Vec<Doubt> = abouts.iter().map(doubt).collect();
        doubts.push(Doubt {
            stake: 3.0,
            ..doubt(&About::Piece(9))
        });
        TakenOver {
            log: Log::new(Arc::new("players=red".parse().unwrap())),
            placed: Vec::new(),
            doubts,
        }
    }

    #[test]
    fn what_nothing_hangs_on_is_told_in_one_line() {
        let tile = |x| About::Tile(Cell::new(x, 0));
        let idle = |abouts: &[About], language| Words::new(language).idle(&taken(abouts));
        assert_eq!(idle(&[], Language::English), None);
        let both = [tile(0), About::Piece(1), tile(2)];
        assert_eq!(
            idle(&both, Language::English).unwrap(),
            "Unclear, but nobody’s points depend on it: 2 tiles and one figure"
        );
        assert_eq!(
            idle(&both[..2], Language::German).unwrap(),
            "Unklar, aber ohne Folgen für die Punkte: ein Plättchen und eine Figur"
        );
        assert_eq!(
            idle(&[tile(0)], Language::German).unwrap(),
            "Unklar, aber ohne Folgen für die Punkte: ein Plättchen"
        );
    }
}
