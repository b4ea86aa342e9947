//! Sweeps over all down-sets up to symmetry with a state of one's own: the number of ways to build
//! a poset element by element, each after all elements below it. These are its linear extensions.

use std::error::Error;

use chomplex::layers::{Accumulator, Step, sweep};
use chomplex::{Budget, Position, extensions};

struct Ways;

impl Accumulator for Ways {
    type State = u128;

    fn start(&self) -> u128 {
        1
    }

    fn blank(&self) -> u128 {
        0
    }

    fn push(&self, from: &u128, _: &impl Step, to: &mut u128) {
        *to += from;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let budget = Budget::default();
    for expression in ["antichain(5)", "boundary(4)", "chomp(4,4)", "product(chain(3),chain(3))"] {
        let position: Position = expression.parse()?;
        let ways = sweep(&position, &Ways, &budget)?;
        assert_eq!(extensions::count(&position, &budget)?, ways.into());
        println!("{expression}: {ways} linear extensions");
    }
    Ok(())
}
