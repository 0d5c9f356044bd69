//! The figures of one look, put where the rules and the look agree, and those that stand in
//! something finished. Part of [`super`].

use std::collections::BTreeMap;

use super::{ARGUABLE, About, Answer, GUESSES, Guess, Placed, SURE, Spot, Taking, guess};
use crate::board::features::{Feature, FeatureId};
use crate::event::EventKind;
use crate::rules::points::scoring::{self, Scored};
use crate::rules::{Kept, RuleFault};
use carcassonne::piece::Color;

/// How much rarer figures stand in something finished than elsewhere: they went home when it was
/// scored, except from what the very last tile finishes, one tile of twenty in a long game.
const FINISHED: f32 = 0.05;

impl Taking<'_> {
    /// What a figure may come to on the board as it lies, likeliest first; spots in one feature
    /// are one. And how likely it is that nobody stands there.
    fn options(&self, number: usize) -> (Vec<(Spot, Feature)>, f32) {
        let features = self.log.game().features();
        let mut options: Vec<(Spot, Spot, Feature)> = Vec::new();
        let mut seen = 0.0;
        for spot in &self.pieces[number].spots {
            seen += spot.probability;
            let Some(feature) = features.at(spot.at) else {
                continue;
            };
            let same = options.iter_mut().find(|(best, _, of)| {
                (best.kind, best.color, of.id) == (spot.kind, spot.color, feature.id)
            });
            match same {
                Some((sum, likeliest, _)) => {
                    sum.probability += spot.probability;
                    if spot.probability > likeliest.probability {
                        *likeliest = *spot;
                    }
                }
                None => options.push((*spot, *spot, feature.clone())),
            }
        }
        let nobody = (1.0 - seen).max(0.0);
        let mut options: Vec<(Spot, Feature)> = options
            .into_iter()
            .map(|(sum, likeliest, feature)| {
                let by_rules = if feature.open { 1.0 } else { FINISHED };
                let probability = sum.probability * by_rules;
                (
                    Spot {
                        probability,
                        ..likeliest
                    },
                    feature,
                )
            })
            .collect();
        // The picture says whether somebody stands there; the rules only where.
        let weighed: f32 = options.iter().map(|option| option.0.probability).sum();
        let scale = seen.min(1.0) / weighed.max(f32::MIN_POSITIVE);
        for option in &mut options {
            option.0.probability *= scale;
        }
        options.sort_by(|a, b| b.0.probability.total_cmp(&a.0.probability));
        (options, nobody)
    }

    pub(super) fn place(&mut self, number: usize) {
        let about = About::Piece(number);
        let (options, nobody) = self.options(number);
        let forced = match self.answer(about) {
            Some(Answer::Piece(spot, _)) => Some(spot),
            Some(_) => return,
            None => None,
        };
        let Some((best, _)) = options.first().cloned() else {
            return;
        };
        let best = forced.unwrap_or(best);
        let fault = self.put(number, best, Kept::IfAllowed).err();
        let mut taken = fault.is_none().then_some(best);
        if fault.is_some() {
            let others = options.iter().map(|option| option.0);
            let mut others = others.filter(|other| other.probability >= ARGUABLE && *other != best);
            taken = if best.probability >= SURE || forced.is_some() {
                self.put(number, best, Kept::Insisted)
                    .is_ok()
                    .then_some(best)
            } else {
                others.find(|&other| self.put(number, other, Kept::IfAllowed).is_ok())
            };
        }
        if forced.is_some() || fault.is_none() && best.probability >= SURE {
            return;
        }
        let guesses = options
            .iter()
            .filter(|option| option.0.probability >= ARGUABLE);
        let guesses = guesses
            .take(GUESSES)
            .map(|(spot, feature)| guess(Answer::Piece(*spot, feature.kind), spot.probability));
        let mut guesses: Vec<Guess> = guesses.collect();
        if fault.is_some() || nobody >= ARGUABLE {
            guesses.push(guess(Answer::NoPiece, nobody));
        }
        let on = |spot: Spot| {
            let feature = self.log.game().features().at(spot.at);
            feature.map(|feature| Answer::Piece(spot, feature.kind))
        };
        let taken = taken.and_then(on).unwrap_or(Answer::NoPiece);
        self.doubt(about, best.at.cell, fault, taken, guesses);
    }

    fn put(&mut self, piece: usize, spot: Spot, kept: Kept) -> Result<(), RuleFault> {
        let placed = EventKind::FigurePlaced {
            cell: spot.at.cell,
            segment: spot.at.segment,
            figure: spot.kind,
            color: Some(spot.color),
            foot: None,
            before: true,
        };
        let event = self.see(spot.probability, placed, kept)?;
        let feature = self.log.game().features().at(spot.at);
        let on = feature
            .ok_or(RuleFault::NoSuchSegment(spot.at.segment))?
            .kind;
        self.placed.push(Placed {
            piece,
            event,
            spot,
            on,
        });
        Ok(())
    }

    /// Figures that stand in something finished count no more, unless its points are still to be
    /// given: nobody saw the last turn.
    pub(super) fn judge_finished(&mut self) {
        let game = self.log.game();
        let mut finished: BTreeMap<FeatureId, Vec<Spot>> = BTreeMap::new();
        for placed in &self.placed {
            if let Some(feature) = game.features().at(placed.spot.at).filter(|f| !f.open) {
                finished.entry(feature.id).or_default().push(placed.spot);
            }
        }
        for (id, figures) in finished {
            let Some(feature) = self.log.game().features().get(id).cloned() else {
                continue;
            };
            let about = About::Finished(figures[0].at);
            let answer = self.answer(about);
            if answer == Some(Answer::NotScored) {
                let points = scoring::value(self.log.game(), &feature, Scored::Completed).points();
                for color in leaders(&figures) {
                    self.say(EventKind::Points { color, points });
                }
            }
            if answer.is_some() {
                continue;
            }
            let guesses = vec![guess(Answer::Scored, 0.5), guess(Answer::NotScored, 0.5)];
            self.doubt(about, figures[0].at.cell, None, Answer::Scored, guesses);
        }
    }
}

/// The colours with most figures among these; several if tied.
fn leaders(figures: &[Spot]) -> Vec<Color> {
    let mut strength: BTreeMap<Color, u32> = BTreeMap::new();
    for figure in figures {
        *strength.entry(figure.color).or_default() += figure.kind.strength();
    }
    let most = strength.values().copied().max();
    let lead = strength.into_iter().filter(|of| Some(of.1) == most);
    lead.map(|of| of.0).collect()
}
