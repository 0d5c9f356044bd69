//! What is said about the tile and feature under the pointer.

use tracker::snapshot::{FeatureView, PlacedTile};

use super::scene::Scene;
use crate::text::{capital, message};

/// The lines of the hint, the feature first.
pub(super) fn explain(
    scene: &Scene<'_>,
    tile: &PlacedTile,
    feature: Option<&FeatureView>,
) -> Vec<String> {
    let words = scene.words;
    let mut lines = Vec::new();
    if let Some(feature) = feature {
        let name = capital(&words.feature(feature.kind));
        let field = feature.kind == tracker::board::features::FeatureKind::Field;
        lines.push(if field {
            name
        } else if feature.open {
            words.with(message::TipFeature { feature: name })
        } else {
            words.with(message::TipFeatureClosed { feature: name })
        });
        let sum = words.expression(&feature.value);
        let points = feature.value.points();
        let sum = if sum == points.to_string() {
            sum
        } else {
            format!("{sum} = {points}")
        };
        lines.push(words.with(message::TipValue { sum }));
        let owners: Vec<String> = feature
            .owners
            .iter()
            .map(|&color| words.player(scene.snapshot, color))
            .collect();
        lines.push(if owners.is_empty() {
            words.say(message::TIP_NOBODY)
        } else {
            words.with(message::TipOwner {
                names: words.list(&owners),
            })
        });
    }
    let face = tile.face.as_str();
    lines.push(if tile.turn == 0 {
        words.with(message::TipTileStart { face })
    } else {
        words.with(message::TipTile {
            face,
            turn: tile.turn,
        })
    });
    if tile.frame.is_some() {
        let percent = (tile.confidence * 100.0).round() as i64;
        lines.push(words.with(message::TipSure { percent }));
    }
    lines
}
