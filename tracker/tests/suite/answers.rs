//! Other answers to table options than the usual ones, for games at random.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tracker::setup::Setup;

/// Answers about a third of the table options of the modules that are played otherwise than usual.
pub fn vary(setup: &mut Setup, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(!seed);
    let rulings = setup.modules.iter().flat_map(|module| module.rulings());
    for ruling in rulings.filter(|_| rng.random_ratio(1, 3)) {
        let other = ruling.answers.last().expect("there are two");
        let set = setup.options.rulings.set(ruling.number, other);
        set.expect("it is an answer");
    }
}
