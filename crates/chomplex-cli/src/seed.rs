//! The option `--seed`.

use std::time::SystemTime;

use crate::output::note;

/// The seed of random choices.
#[derive(clap::Args)]
pub(crate) struct SeedArgs {
    /// The seed of the random choices, a number [default: from the clock]
    #[arg(long, value_name = "S", value_parser = parse_seed)]
    seed: Option<u64>,
}

impl SeedArgs {
    /// Whether a seed was given.
    pub(crate) fn is_given(&self) -> bool {
        self.seed.is_some()
    }

    /// The seed. One taken from the clock is printed, so that the user can give it again.
    pub(crate) fn get(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            let seed = from_clock();
            note(format!("the seed is {seed}"));
            seed
        })
    }
}

/// A seed that differs from run to run.
pub(crate) fn from_clock() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Short enough to write down.
    (time.as_nanos() as u64 ^ u64::from(std::process::id())) % 1_000_000_000
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a number from 0 to 18446744073709551615 is expected, such as 7".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds() {
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        assert!(parse_seed("x").is_err() && parse_seed("18446744073709551616").is_err());
    }
}
