//! The rules that decide positions without search: their names, what they say, and which of them
//! may be used.
//!
//! A rule is a reduction ([`reduce`](crate::reduce)), which leads to simpler positions, or a
//! theorem ([`theorem`](crate::theorem)), which applies to positions of a certain shape. Each has
//! its own file with a [`Card`]; all cards together are the [`registry`](crate::registry).

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::element::Element;
use crate::names::nearest;
use crate::position::Position;
use crate::value::{Grundy, Outcome};

macro_rules! rule_ids {
    ($($(#[$doc:meta])* $rule:ident = $id:literal,)*) => {
        /// A rule that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum RuleId {
            $($(#[$doc])* $rule,)*
        }

        impl RuleId {
            /// All rules.
            pub const ALL: &'static [RuleId] = &[$(RuleId::$rule,)*];

            /// The stable id, the same in output, certificates and documents.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self {
                    $(RuleId::$rule => $id,)*
                }
            }
        }
    };
}

rule_ids! {
    /// A position that splits into parts.
    Components = "components",
    /// Any two elements are comparable.
    Chain = "chain",
    /// A cycle.
    Cycle = "cycle",
    /// A graph that can be coloured with two colours.
    Bipartite = "bipartite",
    /// Any two vertices are joined.
    CompleteGraph = "complete-graph",
    /// Vertices are joined unless they are in the same part.
    CompleteMultipartite = "complete-multipartite",
    /// Elements alternately above and below each other in a row.
    Zigzag = "zigzag",
    /// Two levels with degrees of one parity.
    ParityUniform = "parity-uniform",
    /// A cycle of even length and a hub.
    EvenWheel = "even-wheel",
    /// An odd cycle with tails.
    Hairball = "hairball",
    /// An odd cycle with a fork of two tails.
    Gmk = "gmk",
    /// An odd cycle with a tree at one vertex.
    OddCyclePseudotree = "odd-cycle-pseudotree",
    /// Two cycles that share a vertex.
    TwoCycles = "two-cycles",
    /// A cycle with two vertices joined by another path.
    CycleWithPath = "cycle-with-path",
    /// The published values of the skeletons of a simplex.
    PublishedTable = "published-table",
    /// A greatest element.
    StrategyStealing = "strategy-stealing",
    /// A position with one part above another.
    OrdinalSum = "ordinal-sum",
    /// Maximal elements above the same elements.
    TwinTops = "twin-tops",
    /// Minimal elements below the same elements.
    TwinBottoms = "twin-bottoms",
    /// A symmetry of order two whose fixed elements are closed downwards.
    InvolutionFold = "involution-fold",
    /// A singleton or a pair of a skeleton of a simplex.
    SubsetsRelations = "subsets-relations",
    /// The complement of a face of the boundary of a simplex.
    ComplementReply = "complement-reply",
}

impl RuleId {
    /// Whether the rule repeats results that others have computed and published.
    #[must_use]
    pub fn is_published(self) -> bool {
        self == RuleId::PublishedTable
    }

    /// Whether a checker of certificates takes the rule on trust. It verifies the reductions
    /// itself, and that a chain is a Nim heap.
    #[must_use]
    pub fn is_trusted(self) -> bool {
        use RuleId::{Chain, Components, InvolutionFold, OrdinalSum, TwinBottoms, TwinTops};
        !matches!(self, Components | OrdinalSum | InvolutionFold | TwinTops | TwinBottoms | Chain)
    }
}

/// What a rule provides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Simpler positions that have the same Grundy value, or from whose values it is found.
    SameValue,
    /// The Grundy value, but no move.
    Value,
    /// The value in some cases, a bound in others.
    Bound,
    /// The winner, but neither value nor move.
    Winner,
    /// A move that wins if the position after it is lost.
    Move,
}

impl Keeps {
    /// The same in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Keeps::SameValue => "keeps the Grundy value",
            Keeps::Value => "gives the Grundy value",
            Keeps::Bound => "gives the Grundy value, or a bound",
            Keeps::Winner => "gives the winner only",
            Keeps::Move => "gives a winning move",
        }
    }
}

/// Metadata of a rule, shown to users.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The rule.
    pub rule: RuleId,
    /// What the rule says, as a sentence without a full stop.
    pub statement: &'static str,
    /// The source of the rule.
    pub reference: &'static str,
    /// What the rule provides.
    pub keeps: Keeps,
    /// A position that the rule decides.
    pub example: &'static str,
}

/// Error for an id that no rule has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule has this id{} (the rules are {})", nearest.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default(), ids().collect::<Vec<_>>().join(", "))]
pub struct UnknownRule {
    /// The most similar id, if one is close.
    pub nearest: Option<&'static str>,
}

impl FromStr for RuleId {
    type Err = UnknownRule;
    fn from_str(id: &str) -> Result<Self, UnknownRule> {
        let rule = RuleId::ALL.iter().copied().find(|rule| rule.id() == id);
        rule.ok_or_else(|| UnknownRule { nearest: nearest(id, ids()) })
    }
}

fn ids() -> impl Iterator<Item = &'static str> {
    RuleId::ALL.iter().map(|rule| rule.id())
}

/// A rule that a user of the library adds.
///
/// The solver asks it about the position, and about what other rules leave of it, when no rule of
/// its own gives the value. It does not ask it about every position of a search.
///
/// ```
/// use chomplex::{Budget, Grundy, Position, Question, Rules, UserRule, Verdict, solve};
///
/// /// Every wheel has value 1 (Khandhawit and Ye 2011, Conjecture 3).
/// struct Wheels;
///
/// impl UserRule for Wheels {
///     fn id(&self) -> &str {
///         "all-wheels"
///     }
///     fn apply(&self, position: &Position) -> Option<Verdict> {
///         position.to_string().starts_with("wheel(").then_some(Verdict::Value(Grundy(1)))
///     }
/// }
///
/// let question = Question { rules: Rules::default().with_user_rule(Wheels), ..Question::default() };
/// let position: Position = "wheel(101)".parse()?;
/// let answer = solve(&position, &question, &Budget::default());
/// assert_eq!(answer.grundy, Some(Grundy(1)));
/// // Nothing proves the rule, so the answer says that it relies on it.
/// assert!(answer.assumed.iter().any(|id| id == "all-wheels"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A certificate never relies on a user's rule: if the question asks for a proof, only a
/// [`Verdict::Fold`] is used, which certifies.
pub trait UserRule: Send + Sync {
    /// The id of the rule in kebab case. Answers that rely on the rule list it as assumed.
    fn id(&self) -> &str;

    /// What the rule says about a position, if it applies.
    fn apply(&self, position: &Position) -> Option<Verdict>;
}

/// What a [`UserRule`] says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The Grundy value, which the solver takes on trust.
    Value(Grundy),
    /// The winner, which the solver takes on trust.
    Winner(Outcome),
    /// A symmetry of order two that exchanges these pairs and fixes all other elements. If the
    /// fixed elements are closed downwards, the position has the value of these alone. The solver
    /// verifies this, and ignores the verdict if it fails.
    Fold(Vec<(Element, Element)>),
}

/// The rules that may be used: all except those switched off, and those that a user adds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    off: BTreeSet<RuleId>,
    added: AddedRules,
}

/// Rules that a user adds. Two lists are equal if they hold the same objects.
#[derive(Clone, Default)]
struct AddedRules(Vec<Arc<dyn UserRule>>);

impl PartialEq for AddedRules {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

impl Eq for AddedRules {}

impl fmt::Debug for AddedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|rule| rule.id())).finish()
    }
}

impl Rules {
    /// No rules at all.
    #[must_use]
    pub fn none() -> Self {
        Rules { off: RuleId::ALL.iter().copied().collect(), added: AddedRules::default() }
    }

    /// Adds a rule. Rules are asked in the order in which they are added.
    #[must_use]
    pub fn with_user_rule(mut self, rule: impl UserRule + 'static) -> Self {
        self.added.0.push(Arc::new(rule));
        self
    }

    /// The rules that were added.
    pub(crate) fn added(&self) -> &[Arc<dyn UserRule>] {
        &self.added.0
    }

    /// Switches one rule off.
    #[must_use]
    pub fn without(mut self, rule: RuleId) -> Self {
        self.off.insert(rule);
        self
    }

    /// Switches one rule on.
    #[must_use]
    pub fn with(mut self, rule: RuleId) -> Self {
        self.off.remove(&rule);
        self
    }

    /// Whether a rule may be used.
    #[must_use]
    pub fn allow(&self, rule: RuleId) -> bool {
        !self.off.contains(&rule)
    }
}
