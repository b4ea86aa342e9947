//! Each rule alone, through the solver, on every small position: where it fires, the answer agrees
//! with the definition, and the certificate verifies and names the rule.

mod small;

use std::collections::BTreeMap;

use chomplex::budget::Budget;
use chomplex::certify;
use chomplex::element::ElementSet;
use chomplex::names::Names;
use chomplex::poset::Poset;
use chomplex::position::Position;
use chomplex::reason::{Claim, Rule};
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Goal, Question, solve};
use chomplex::value::{Candidates, Grundy, Outcome};

/// A small poset as a position of its own.
fn position(poset: &Poset, set: &ElementSet) -> Position {
    let (poset, _) = poset.restrict(set);
    let names = Names::new((0..poset.len()).map(|i| i.to_string())).unwrap();
    Position::new(poset, names)
}

/// Whether a rule fired; checks its answer in every way.
fn fires(rule: RuleId, poset: &Poset, set: &ElementSet, truth: Grundy, goal: Goal) -> bool {
    let position = position(poset, set);
    let question = Question { goal, proof: true, rules: Rules::none().with(rule), ..Question::default() };
    let answer = solve(&position, &question, &Budget::default());
    let known = answer.grundy.map(Candidates::exactly).or(answer.candidates.clone()).unwrap_or(Candidates::ANY);
    assert!(known.allow(truth), "{rule:?} says {known:?}, and it is {truth}: {poset:?} {set:?}");
    assert_eq!(answer.outcome, Some(truth.outcome()));
    if goal == Goal::Grundy {
        assert_eq!(answer.grundy, Some(truth));
    }
    let used = |step: &chomplex::reason::Step| match &step.rule {
        Rule::Reply(..) => matches!(rule, RuleId::SubsetsRelations | RuleId::ComplementReply),
        other => other.id() == rule.id(),
    };
    if !answer.reason.written_out(usize::MAX, &Budget::default()).steps().iter().any(used) {
        return false;
    }
    let mut text = Vec::new();
    certify::write(&position, &answer.reason, &Budget::default(), &mut text).unwrap();
    let verified = chomplex_check::check(&text[..])
        .unwrap_or_else(|failure| panic!("{rule:?}: {failure}\n{}", String::from_utf8_lossy(&text)));
    assert!(verified.claim.grundy.is_none_or(|value| value == truth.0));
    // Winning moves may assume more.
    assert!(verified.assumed.iter().all(|id| answer.assumed.iter().any(|known| known == id)), "{:?}", verified.assumed);
    true
}

/// Every graph on up to 5 vertices, every complex on up to 4, every poset of up to 5 elements,
/// every two-level poset with up to 3 bottoms and 3 tops.
fn each_small(visit: small::Visit<'_>) {
    small::each_graph(5, visit);
    small::each_complex(4, visit);
    (1..=5).for_each(|n| small::each_poset(n, visit));
    (1..=3).for_each(|b| small::each_two_level(b, 3, visit));
}

/// Rules that need larger positions to fire, or that a search preempts on small ones; they are
/// tried on larger ones.
const LARGE: [RuleId; 5] =
    [RuleId::Gmk, RuleId::StrategyStealing, RuleId::SubsetsRelations, RuleId::ComplementReply, RuleId::PublishedTable];

#[test]
fn each_rule_alone_is_right_and_certified() {
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for &rule in RuleId::ALL.iter().filter(|rule| !LARGE.contains(rule)) {
        let mut count = 0;
        each_small(&mut |poset, set, truth| {
            count += usize::from(fires(rule, poset, set, truth, Goal::Grundy));
        });
        fired.insert(rule.id(), count);
    }
    assert!(fired.values().all(|&count| count >= 15), "{fired:#?}");
}

#[test]
fn suggested_moves_win() {
    for rule in [RuleId::SubsetsRelations, RuleId::ComplementReply] {
        let mut count = 0;
        each_small(&mut |poset, set, truth| count += usize::from(fires(rule, poset, set, truth, Goal::Outcome)));
        assert!(count >= 10, "{rule:?} fired {count} times");
    }
}

/// The claim about a position in a certificate that verifies.
fn certified(expression: &str, goal: Goal, rules: Rules) -> (chomplex_check::Claim, Vec<String>) {
    let position: Position = expression.parse().unwrap();
    let answer = solve(&position, &Question { goal, proof: true, rules, ..Question::default() }, &Budget::default());
    let mut text = Vec::new();
    certify::write(&position, &answer.reason, &Budget::default(), &mut text).unwrap();
    let verified = chomplex_check::check(&text[..]).unwrap();
    (verified.claim, verified.assumed)
}

/// Positions that no search could solve within the time of a test.
#[test]
fn large_positions_are_decided_at_once() {
    let values = [
        ("complete(40)", 1, "complete-graph"),
        ("multipartite(9,8,7,6,5)", 0, "complete-multipartite"),
        ("gridgraph(40,40)", 0, "bipartite"),
        ("zigzag-n(10000)", 13334, "zigzag"),
        ("zigzag-m(10000)", 1, "bipartite"),
        ("zigzag-w(10000)", 1, "zigzag"),
        ("gmk(7,1000,2000)", 3938, "gmk"),
        ("cycle(999)", 0, "cycle"),
        ("wheel(500)", 1, "even-wheel"),
        ("hairball(301; 5,1; 4; 3,2,7; ; 300)", 3, "hairball"),
        ("subsets(7,4)", 3, "published-table"),
        ("complex[012456, 013456, 023456, 123456]", 0, "published-table"),
    ];
    for (expression, value, rule) in values {
        let (claim, assumed) = certified(expression, Goal::Grundy, Rules::default());
        assert_eq!((claim.grundy, &assumed[..]), (Some(value), &[rule.to_owned()][..]), "{expression}");
    }
    for (expression, assumed) in [
        // Brouwer and Christensen (2017), section 2.4.
        ("subsets(8,3)", &["published-table"][..]),
        ("subsets(8,5)", &[]),
        ("subsets(9,3)", &["published-table"]),
        ("simplex(8)", &["strategy-stealing"]),
        // A bound carries over to a sum.
        ("simplex(8) + cycle(5)", &["cycle", "strategy-stealing"]),
        ("subsets(9,3) + cycle(5)", &["cycle", "published-table"]),
    ] {
        let (claim, found) = certified(expression, Goal::Outcome, Rules::default());
        assert_eq!(claim.outcome, chomplex_check::Outcome::First, "{expression}");
        assert_eq!(found, assumed, "{expression}");
    }
}

/// A theorem may give only a bound, which can be certified too.
#[test]
fn a_bound_is_certified() {
    // B is joined to the triangle and to two different branches: its degree is odd.
    let tree = "graph[0,1 1,2 2,0 0,B B,c c,d B,e e,f f,g f,h h,i]";
    let position: Position = tree.parse().unwrap();
    let rules = Rules::none().with(RuleId::OddCyclePseudotree);
    let question = Question { goal: Goal::Grundy, proof: true, rules, ..Question::default() };
    // Without memory there is no search, and the theorem is all there is.
    let answer = solve(&position, &question, &Budget::default().with_memory(0));
    assert_eq!((answer.grundy, answer.outcome), (None, Some(Outcome::First)));
    let known = answer.candidates.unwrap();
    assert!(!known.allow(Grundy(3)) && known.allow(Grundy(4)));
    let conclusion = answer.reason.conclusion().unwrap();
    assert_eq!(answer.reason.step(conclusion).claim, Claim::Above(Grundy(3)));
    let mut text = Vec::new();
    certify::write(&position, &answer.reason, &Budget::default(), &mut text).unwrap();
    assert_eq!(chomplex_check::check(&text[..]).unwrap().claim.above, Some(3));
}

/// The search also reproduces Tables 4 and 5 of Khandhawit and Ye, as far as it goes.
#[test]
fn the_tables_come_out_by_search() {
    let rules = Rules::none().with(RuleId::Components);
    let value = |m: usize, k: usize| {
        let position: Position = format!("gmk(3,{m},{k})").parse().unwrap();
        solve(&position, &Question { rules: rules.clone(), ..Question::default() }, &Budget::default()).grundy.unwrap()
    };
    // Table 4, its first 6 rows and columns.
    let table = [
        [4, 6, 4, 8, 10, 8],
        [6, 4, 6, 10, 8, 10],
        [4, 6, 4, 8, 10, 8],
        [8, 10, 8, 4, 6, 4],
        [10, 8, 10, 6, 4, 6],
        [8, 10, 8, 4, 6, 4],
    ];
    for (m, row) in (1..).zip(table) {
        for (k, expected) in (1..).zip(row) {
            assert_eq!(value(m, k), Grundy(expected), "G_{{{m},{k}}}");
        }
    }
}

/// A disabled rule is used nowhere, not even within a search, and the answer stays the same.
#[test]
fn a_rule_that_is_off_is_used_nowhere() {
    let positions =
        ["boundary(5)", "wheel(7)", "complex[012 013 124 135 234 245 05]", "graph[01 12 23 34 40 05 16 27 38 56]"];
    let mut used = BTreeMap::new();
    for position in positions.map(|expression| expression.parse::<Position>().unwrap()) {
        let ids = |rules: Rules| {
            let question = Question { proof: true, rules, ..Question::default() };
            let answer = solve(&position, &question, &Budget::default());
            let written = answer.reason.written_out(usize::MAX, &Budget::default());
            let ids: Vec<String> = written.steps().iter().map(|step| step.rule.id().to_owned()).collect();
            (answer.grundy.unwrap(), ids)
        };
        let (value, all) = ids(Rules::default());
        for rule in [RuleId::Components, RuleId::InvolutionFold, RuleId::Bipartite, RuleId::Cycle] {
            let (same, without) = ids(Rules::default().without(rule));
            assert_eq!(same, value);
            assert!(!without.iter().any(|id| id == rule.id()), "{rule:?} is off");
            *used.entry(rule.id()).or_insert(0) += usize::from(all.iter().any(|id| id == rule.id()));
        }
    }
    assert!(used["involution-fold"] > 1 && used["bipartite"] > 0, "{used:?}");
}
