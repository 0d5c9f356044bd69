//! The demo: a whole game on the synthetic table, as a script that a film plays.
//!
//! Plays a seeded game by the tracker's rules and says what hands do on the table meanwhile.
//! Only the film's pictures go to the reader; what was laid is kept as [`Demo::truth`], for
//! the comparison afterwards. Never tells the tracker anything but what a family types in
//! before a game: who plays, in which colours.

pub mod compare;
mod film;
mod hands;
mod map;
pub mod plan;
mod player;
mod setting_out;
mod table;

pub use film::FilmSource;

use studio::art::Artist;
use studio::synth::{Action, Film, FilmConfig, Stage};
use tracker::log::Log;
use tracker::log::event::{By, EventKind};
use tracker::rules::Game;
use tracker::setup::Setup;

use plan::{DemoError, Plan};
use table::Table;

/// Quiet frames at the end: the last move gets as long a look as any other.
const LAST_LOOK_FRAMES: u32 = 6;

/// A game on the synthetic table.
#[derive(Clone, Debug)]
pub struct Demo {
    /// What it was made from.
    pub seed: u64,
    /// Who plays; all that the tracker is told.
    pub setup: Setup,
    /// What happens on the table.
    pub script: Vec<Action>,
    /// How it is photographed.
    pub config: FilmConfig,
    /// The game as it was really played.
    pub truth: Log,
    /// Whether it was played to its end.
    pub complete: bool,
}

impl Demo {
    /// Plays that game.
    ///
    /// # Errors
    /// Only where OpenCV fails.
    pub fn new(plan: &Plan) -> Result<Self, DemoError> {
        Self::on_stage(plan, |stage, _| stage)
    }

    /// The same game on a table that is set otherwise: `set` is given how the table would be set and the
    /// game as it stands at the end.
    ///
    /// # Errors
    /// Only where OpenCV fails.
    pub fn on_stage(
        plan: &Plan,
        set: impl FnOnce(Stage, &Game) -> Stage,
    ) -> Result<Self, DemoError> {
        let seed = plan.seed;
        // Room for the whole game, so that a shorter film shows the same pictures.
        let mut whole = Table::seated(plan)?;
        whole.play(u32::MAX)?;
        let mut table = Table::seated(plan)?;
        let complete = table.play(plan.turns.unwrap_or(u32::MAX))?;
        if complete && !table.truth.game().is_over() {
            let ended = EventKind::GameEnded;
            table.truth.append(0, By::Person, ended)?;
        }
        let mut script = table.hands.script;
        script.push(Action::Wait(LAST_LOOK_FRAMES));
        let stage = set(whole.stage(seed), table.truth.game());
        let mut config = stage.set()?;
        config.scene.map = whole.map();
        hands::put_aside(&mut script, &stage, config.scene.pitch_mm);
        Ok(Self {
            seed,
            setup: table.setup,
            script,
            config,
            truth: table.truth,
            complete,
        })
    }

    /// Its film, drawn while it is read.
    pub fn film(&self) -> Film<Artist> {
        let artist = Artist::new(self.setup.catalogue());
        Film::new(self.script.clone(), self.config.clone(), artist)
    }

    /// Its film as a source.
    pub fn source(&self) -> FilmSource<Artist> {
        FilmSource::new(self.film(), format!("synth:{}", self.seed))
    }
}

#[cfg(test)]
mod tests {
    use studio::synth::TILE_THICKNESS_MM;

    use super::*;
    use tracker::rules::Expansion;

    #[test]
    fn games_are_complete_legal_and_look_like_games() {
        for seed in 1..=5 {
            let demo = Demo::new(&Plan::base(seed)).expect("played");
            let game = demo.truth.game();
            assert!(demo.complete && game.is_over());
            assert!(demo.truth.rejected().is_empty());
            assert_eq!(game.board().len() + game.discarded().len(), 72);
            assert_eq!(game.players().len(), 2 + seed as usize % 4);
            let count = |matches: fn(&Action) -> bool| {
                demo.script.iter().filter(|action| matches(action)).count()
            };
            let put = count(|action| matches!(action, Action::PutFigure { .. }));
            let taken = count(|action| matches!(action, Action::TakeFigure { .. }));
            assert!((25..=65).contains(&put), "seed {seed}: {put} meeples put");
            assert!(taken >= put / 3, "seed {seed}: {taken} of {put} come home");
            let scores: i32 = game.players().iter().map(|player| player.score).sum();
            assert!(
                (120..=500).contains(&scores),
                "seed {seed}: {scores} points"
            );
        }
    }

    /// On the map: two groups, 20 chips, six stacks; the game ends with the last face-down tile
    /// (rules dossier "Maps Benelux", section 2).
    #[test]
    fn games_on_the_map_are_complete_legal_and_use_chips_and_islands() {
        let mut all = [0; 2];
        for seed in 1..=5 {
            let plan = Plan {
                modules: vec![Expansion::Benelux],
                ..Plan::base(seed)
            };
            let demo = Demo::new(&plan).expect("played");
            let game = demo.truth.game();
            assert!(demo.complete && game.is_over(), "seed {seed}");
            assert!(demo.truth.rejected().is_empty());
            assert_eq!(game.pile_left(), 0, "seed {seed}");
            let count = |matches: fn(&EventKind) -> bool| {
                let facts = demo.truth.holding().iter();
                facts.filter(|fact| matches(&fact.kind)).count()
            };
            let laid = count(|kind| matches!(kind, EventKind::ChipLaid { .. }));
            let turned = count(|kind| matches!(kind, EventKind::ChipTurned { .. }));
            let bought = count(|kind| matches!(kind, EventKind::IslandTaken { .. }));
            let revealed = count(|kind| matches!(kind, EventKind::IslandRevealed { .. }));
            assert_eq!(laid, 20, "seed {seed}");
            assert!(turned >= bought && revealed >= 6, "seed {seed}");
            // 2 start tiles and 40 ordinary ones of 72, and those that were bought.
            let tiles = game.board().len() + game.discarded().len();
            assert_eq!(tiles, 42 + bought, "seed {seed}");
            assert!(
                game.choices().is_empty(),
                "seed {seed}: a chip's value is not known"
            );
            (all[0], all[1]) = (all[0] + turned, all[1] + bought);
        }
        assert!(all[0] >= 15 && all[1] >= 5, "{all:?}");
    }

    #[test]
    fn every_mode_is_played_by_its_rules() {
        use Expansion::{Abbot, GhostsCastlesCemeteries, MageAndWitch, Mists, SpellCircles, Tatan};
        let modes: [&[Expansion]; 7] = [
            &[Abbot],
            &[MageAndWitch],
            &[Tatan],
            &[Mists],
            &[Mists, SpellCircles],
            &[GhostsCastlesCemeteries],
            &[GhostsCastlesCemeteries, SpellCircles, MageAndWitch],
        ];
        for modules in modes {
            let plan = Plan {
                modules: modules.to_vec(),
                level: modules.contains(&Mists).then_some(3),
                ..Plan::base(1)
            };
            let demo = Demo::new(&plan).expect("played");
            let game = demo.truth.game();
            assert!(demo.complete && game.is_over(), "{modules:?}");
            assert!(demo.truth.rejected().is_empty(), "{modules:?}");
        }
    }

    #[test]
    fn cards_move_tiles_and_fill_gaps() {
        let (mut moved, mut filled) = (0, 0);
        for seed in 1..=5 {
            let plan = Plan {
                modules: vec![Expansion::Tatan],
                ..Plan::base(seed)
            };
            let demo = Demo::new(&plan).expect("played");
            let count = |matches: fn(&EventKind) -> bool| {
                let facts = demo.truth.holding().iter();
                facts.filter(|fact| matches(&fact.kind)).count()
            };
            let tiles = count(|kind| matches!(kind, EventKind::TileMoved { .. }));
            let facts = demo.truth.holding().iter();
            let cards = facts.map(|fact| match &fact.kind {
                EventKind::GapFilled { cells } => cells.len(),
                _ => 0,
            });
            let cards: usize = cards.sum();
            let moves = |action: &&Action| matches!(action, Action::MoveTile { .. });
            assert_eq!(demo.script.iter().filter(moves).count(), tiles + cards);
            moved += tiles;
            filled += count(|kind| matches!(kind, EventKind::GapFilled { .. }));
        }
        assert!(moved >= 3, "{moved} tiles moved");
        assert!(filled >= 1, "{filled} gaps filled");
    }

    #[test]
    fn every_tile_is_large_enough_to_be_read() {
        for seed in 1..=20 {
            let demo = Demo::new(&Plan::base(seed)).expect("played");
            for action in &demo.script {
                let Action::LayTile { tile, .. } = action else {
                    continue;
                };
                let corners = tile.corners_mm(demo.config.scene.pitch_mm);
                let corners = corners.map(|[x, y]| [x, y, TILE_THICKNESS_MM]);
                let seen = demo.config.camera.project(&corners).expect("in view");
                let area: f64 = (0..4)
                    .map(|i| {
                        let (a, b) = (seen[i], seen[(i + 1) % 4]);
                        (a[0] * b[1] - b[0] * a[1]) / 2.0
                    })
                    .sum();
                let side = area.abs().sqrt();
                assert!(side >= 45.0, "seed {seed}, {}: {side:.1} px", tile.cell);
            }
        }
    }

    #[test]
    fn a_level_without_mists_is_refused() {
        let plan = Plan {
            level: Some(1),
            ..Plan::base(3).turns(1)
        };
        assert!(matches!(Demo::new(&plan), Err(DemoError::Setup(_))));
    }

    #[test]
    fn a_seed_is_always_the_same_game() {
        let (a, b) = (
            Demo::new(&Plan::base(3).turns(9)),
            Demo::new(&Plan::base(3).turns(9)),
        );
        let (a, b) = (a.expect("played"), b.expect("played"));
        assert_eq!(a.script, b.script);
        let whole = Demo::new(&Plan::base(3)).expect("played");
        let same = a.script.len() - 1;
        assert_eq!(a.script[..same], whole.script[..same]);
        assert_eq!(a.config, whole.config);
        assert!(!a.complete);
        assert_eq!(a.truth.game().turn(), 9);
    }
}
