//! Numbers of linear extensions, positions and classes, exact or estimated.

use chomplex::extensions::{self, Bound, Direction, PlannedPrime, Probabilities, Ratio, approximate};
use chomplex::{Element, Position, Stop};
use serde::Serialize;

/// A number of linear extensions, positions or classes, as `count --json` prints it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Count {
    /// The position, as an expression.
    pub position: String,
    /// The number, if it is known exactly.
    pub count: Option<String>,
    /// The chances of random linear extensions.
    #[serde(flatten)]
    pub chances: Option<Chances>,
    /// The most balanced pairs; null for a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Option<Balance>>,
    /// An estimate of the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<Approximate>,
    /// The limit that stopped the work early, if one did.
    pub stopped_by: Option<&'static str>,
    /// How the linear extensions are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// Where elements stand in a random linear extension.
#[derive(Clone, Debug, Serialize)]
pub struct Chances {
    /// The number of elements.
    pub elements: usize,
    /// The ranks of each element.
    pub ranks: Vec<Ranks>,
    /// For each incomparable pair, the chance that the first comes before the second.
    pub pairs: Vec<Pair>,
}

/// The ranks of an element.
#[derive(Clone, Debug, Serialize)]
pub struct Ranks {
    /// The name of the element.
    pub element: String,
    /// Its mean rank.
    pub mean: Fraction,
    /// The chance of each rank.
    pub distribution: Vec<Rank>,
}

/// A rank and its chance.
#[derive(Clone, Debug, Serialize)]
pub struct Rank {
    /// The rank, from 1.
    pub rank: usize,
    /// Its chance.
    #[serde(flatten)]
    pub chance: Fraction,
}

/// Two elements, and the chance that the first comes before the second.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The name of the first element.
    pub element: String,
    /// The name of the second element.
    pub other: String,
    /// The chance.
    #[serde(flatten)]
    pub chance: Fraction,
}

/// A fraction. Large numbers are strings.
#[derive(Clone, Debug, Serialize)]
pub struct Fraction {
    /// The numerator.
    pub numerator: String,
    /// The denominator.
    pub denominator: String,
    /// The nearest floating-point number.
    pub decimal: f64,
}

/// The most balanced pairs of elements.
#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    /// The smaller of the two chances of such a pair.
    pub constant: Fraction,
    /// Whether it lies in [1/3, 2/3].
    pub within_thirds: bool,
    /// All such pairs.
    pub pairs: Vec<Pair>,
}

/// An estimate with a guarantee. Large numbers are strings.
#[derive(Clone, Debug, Serialize)]
pub struct Approximate {
    /// The id of the method.
    pub method: &'static str,
    /// The estimate.
    pub estimate: String,
    /// The lower end of the interval.
    pub lower: String,
    /// The upper end of the interval.
    pub upper: String,
    /// The probability that the interval contains the number.
    pub confidence: f64,
    /// The relative error.
    pub relative_error: f64,
    /// The number of runs.
    pub runs: u64,
    /// The number of random points.
    pub samples: u64,
}

/// How linear extensions are counted.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The number of elements.
    pub elements: usize,
    /// Whether the order is a forest.
    pub forest: bool,
    /// The number of sums.
    pub sums: usize,
    /// The number of ordinal sums.
    pub ordinal_sums: usize,
    /// The parts that are neither.
    pub primes: Vec<Prime>,
}

/// A part that is neither a sum nor an ordinal sum.
#[derive(Clone, Debug, Serialize)]
pub struct Prime {
    /// The number of its elements.
    pub elements: usize,
    /// The number of parts that are alike.
    pub copies: usize,
    /// The number of its modules.
    pub modules: usize,
    /// How it is counted.
    pub method: Method,
}

/// How a part is counted.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "name", rename_all = "lowercase")]
pub enum Method {
    /// A sweep over the classes of complexes: the order is `subsets(n,k)`.
    Complexes {
        /// The number of vertices.
        n: usize,
        /// The largest size of a face.
        k: usize,
    },
    /// All down-sets, layer by layer.
    Layers {
        /// The number of down-sets.
        down_sets: String,
    },
    /// A table of connected down-sets or up-sets.
    Table {
        /// `from-above` or `from-below`; null if both are tried.
        direction: Option<&'static str>,
        /// The number of down-sets, if they were counted.
        down_sets: Option<String>,
        /// The order of the group of automorphisms, if it is used.
        automorphisms: Option<String>,
        /// The expected number of sets.
        sets: Option<f64>,
        /// The expected number of bytes.
        bytes: Option<f64>,
    },
}

impl Count {
    /// A number, or the limit that kept it from being found.
    #[must_use]
    pub fn new(position: &Position, count: Option<String>, stopped_by: Option<Stop>) -> Self {
        let stopped_by = stopped_by.map(Stop::id);
        Count { position: position.to_string(), count, stopped_by, ..Count::default() }
    }
}

impl Chances {
    /// The chances of random linear extensions of this position.
    #[must_use]
    pub fn new(position: &Position, random: &Probabilities) -> Self {
        let ranks = |&x: &Element| Ranks {
            element: position.name(x).to_owned(),
            mean: Fraction::from(&random.mean(x)),
            distribution: random
                .distribution(x)
                .map(|(rank, chance)| Rank { rank, chance: Fraction::from(&chance) })
                .collect(),
        };
        Chances {
            elements: position.len(),
            ranks: random.elements().iter().map(ranks).collect(),
            pairs: random.pairs().map(|(x, y, chance)| Pair::new(position, x, y, chance)).collect(),
        }
    }
}

impl Pair {
    fn new(position: &Position, x: Element, y: Element, chance: &Ratio) -> Self {
        let (element, other) = (position.name(x).to_owned(), position.name(y).to_owned());
        Pair { element, other, chance: Fraction::from(chance) }
    }
}

impl Balance {
    /// The most balanced pairs of this position.
    #[must_use]
    pub fn new(position: &Position, balance: &extensions::Balance) -> Self {
        let chance = balance.constant.complement();
        Balance {
            constant: Fraction::from(&balance.constant),
            within_thirds: balance.within_thirds(),
            pairs: balance.pairs.iter().map(|&(x, y)| Pair::new(position, x, y, &chance)).collect(),
        }
    }
}

impl From<&Ratio> for Fraction {
    fn from(ratio: &Ratio) -> Self {
        Fraction {
            numerator: ratio.numerator().to_string(),
            denominator: ratio.denominator().to_string(),
            decimal: ratio.to_f64(),
        }
    }
}

impl From<&approximate::Estimate> for Approximate {
    fn from(estimate: &approximate::Estimate) -> Self {
        Approximate {
            method: estimate.method.id(),
            estimate: estimate.value.to_string(),
            lower: estimate.lower.to_string(),
            upper: estimate.upper.to_string(),
            confidence: estimate.confidence,
            relative_error: estimate.error(),
            runs: estimate.runs,
            samples: estimate.samples,
        }
    }
}

impl From<&extensions::Plan> for Plan {
    fn from(plan: &extensions::Plan) -> Self {
        let prime = |prime: &PlannedPrime| Prime {
            elements: prime.elements(),
            copies: prime.copies,
            modules: prime.modules,
            method: Method::from(&prime.method),
        };
        Plan {
            elements: plan.elements(),
            forest: plan.is_forest(),
            sums: plan.sums(),
            ordinal_sums: plan.ordinals(),
            primes: plan.primes().iter().map(prime).collect(),
        }
    }
}

impl From<&extensions::Method> for Method {
    fn from(method: &extensions::Method) -> Self {
        match method {
            &extensions::Method::Complexes { n, k } => Method::Complexes { n, k },
            extensions::Method::Few(few) => Method::Layers { down_sets: few.down_sets.to_string() },
            extensions::Method::Table(estimate) => Method::Table {
                direction: estimate.direction.map(|direction| match direction {
                    Direction::FromAbove => "from-above",
                    Direction::FromBelow => "from-below",
                }),
                down_sets: match &estimate.down_sets {
                    Bound::Exactly(number) => Some(number.to_string()),
                    Bound::AtLeast(_) => None,
                },
                automorphisms: estimate.symmetries.as_ref().map(ToString::to_string),
                sets: estimate.states.map(f64::round),
                bytes: estimate.bytes().map(f64::round),
            },
        }
    }
}
