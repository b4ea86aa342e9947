//! Parses the words of `reduce` and `explain`: the map they name is the map that was used.

mod support;

use std::collections::BTreeSet;

use chomplex::budget::Budget;
use chomplex::element::Element;
use chomplex::position::Position;
use chomplex::reduce::involution_fold::{EFFORT, simplest_form};
use chomplex::report::{fold, story};
use chomplex::rule::{RuleId, Rules};
use chomplex::solve::{Question, solve};

use support::*;

/// The items of `a, b and c`. Names contain no blanks.
fn items(text: &str) -> Vec<&str> {
    text.split(", ").flat_map(|item| item.split(" and ")).collect()
}

/// The text between two texts.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

/// The minimal elements below an element of a position.
fn minimal_below(position: &Position, x: Element) -> BTreeSet<Element> {
    let below = position.poset().down_set(x).iter().filter(|&y| position.remaining().contains(y));
    below.filter(|&y| position.poset().lower_covers(y).is_empty()).collect()
}

/// The image of each element as a sentence describes it; nothing if the sentence does not fully
/// describe an involution. Elements that are not named go where the minimal elements below them go,
/// which must determine their images.
fn told(position: &Position, sentence: &str) -> Option<Vec<Element>> {
    let find = |name: &str| position.find(name).unwrap_or_else(|error| panic!("{error} in {sentence}"));
    let mut images = vec![None; position.poset().len()];
    let mut others_are_fixed = false;
    let points = between(sentence, "by the points ", ", and a suspension")
        .or_else(|| sentence.split_once(" are a binary star").map(|(points, _)| points));
    if let Some(points) = points {
        let [x, y] = items(points)[..] else { panic!("two points in {sentence}") };
        let (x, y) = (find(x), find(y));
        position.moves().filter(|&z| minimal_below(position, z).len() == 1).for_each(|z| images[z.index()] = Some(z));
        (images[x.index()], images[y.index()]) = (Some(y), Some(x));
    } else {
        let (_, deed) = sentence.split_once("swaps ")?;
        let end = [" is a symmetry", "), and so"].iter().filter_map(|end| deed.find(end)).min()?;
        let deed = &deed[..end];
        if deed.contains(" more") {
            return None;
        }
        let (swaps, fixed) = deed.split_once(" and fixes ").unwrap_or((deed, ""));
        for swap in items(swaps) {
            let (x, y) = swap.split_once('↔').unwrap_or_else(|| panic!("a swap in {sentence}"));
            let (x, y) = (find(x), find(y));
            (images[x.index()], images[y.index()]) = (Some(y), Some(x));
        }
        match fixed {
            "all other elements" => others_are_fixed = true,
            "" => {}
            names => items(names).into_iter().map(find).for_each(|x| images[x.index()] = Some(x)),
        }
    }
    if others_are_fixed {
        position.moves().for_each(|x| {
            images[x.index()].get_or_insert(x);
        });
    }
    let image = |x: Element| {
        images[x.index()].unwrap_or_else(|| {
            let goes: BTreeSet<Element> = minimal_below(position, x)
                .into_iter()
                .map(|y| images[y.index()].unwrap_or_else(|| panic!("{} in {sentence}", position.name(y))))
                .collect();
            let mut alike = position.moves().filter(|&y| minimal_below(position, y) == goes);
            let only = alike.next().unwrap_or_else(|| panic!("{} in {sentence}", position.name(x)));
            assert!(alike.next().is_none(), "{} in {sentence}", position.name(x));
            only
        })
    };
    Some(position.moves().map(image).collect())
}

/// Asserts that the map is an automorphism of order two whose fixed elements are closed downwards.
fn assert_folds(position: &Position, images: &[Element], sentence: &str) {
    let elements: Vec<Element> = position.moves().collect();
    let image = |x: Element| images[elements.iter().position(|&y| y == x).unwrap()];
    assert!(elements.iter().any(|&x| image(x) != x), "{sentence}");
    for &x in &elements {
        assert_eq!(image(image(x)), x, "{sentence}");
        for &y in &elements {
            assert_eq!(position.poset().less(x, y), position.poset().less(image(x), image(y)), "{sentence}");
            assert!(!(image(y) == y && position.poset().less(x, y)) || image(x) == x, "{sentence}");
        }
    }
}

/// Positions of all kinds that fold.
fn positions() -> Vec<Position> {
    let mut random = Random(5);
    let mut all: Vec<Position> = [
        "poset[a<c, a<d, b<c, b<d]",
        "poset[a<c, b<d]",
        "poset[a<x, b<x, a<y, b<y, x<z, y<z]",
        "boundary(3)",
        "boundary(4)",
        "suspension(petersen)",
        "petersen",
        "petersen + petersen",
        "multipartite(3,2,2)",
        "path(12)",
        "star(5)",
        "hypergraph[ab ab cd cd ; e f]",
        "chomp(3,3)",
        "chomp(2,2,2)",
        "divisors(36)",
        "zigzag-m(4)",
        "antichain(4)",
        "product(chain(2),chain(2))",
        "ordinal(antichain(2),antichain(2))",
        "cycle(4) + path(3)",
        "complex[012 123]",
    ]
    .map(|text| text.parse().unwrap())
    .into();
    all.extend((0..400).map(|_| random_position(&mut random, 12)));
    all
}

#[test]
fn folds_are_named_as_they_are() {
    let mut read = 0;
    for position in positions() {
        let form = simplest_form(position.poset(), position.remaining(), EFFORT, &Budget::default());
        let text = fold::simplest_form(&position, &form);
        let blocks: Vec<String> = text.split("\n\n").filter(|block| block.starts_with("Fold ")).map(one_line).collect();
        assert_eq!(blocks.len(), form.folds.len(), "{text}");
        for (block, fold) in blocks.iter().zip(&form.folds) {
            let (_, sentence) = block.split_once(". ").unwrap();
            // The set before each fold is a down-set of the position.
            let before = position.with_remaining(fold.before.clone());
            if let Some(images) = told(&before, sentence) {
                assert_eq!(images, fold.images, "{sentence}");
                assert_folds(&before, &images, sentence);
                read += 1;
            }
        }
    }
    assert!(read > 200, "{read}");
}

#[test]
fn explanations_name_the_maps_they_use() {
    let mut read = 0;
    // Without theorems, explanations contain more folds.
    let folds = [RuleId::Components, RuleId::InvolutionFold, RuleId::Chain];
    let folds = folds.into_iter().fold(Rules::none(), Rules::with);
    let rules = [Rules::default(), folds];
    for (position, rules) in positions().iter().flat_map(|position| rules.iter().map(move |rules| (position, rules))) {
        let question = Question { proof: true, rules: rules.clone(), ..Question::default() };
        let mut answer = solve(position, &question, &Budget::default());
        answer.reason = answer.reason.written_out(story::MOST_STEPS, &Budget::default());
        let text = story::explanation(position, &answer, 40);
        for block in text.split("\n\n").map(one_line) {
            let block = block.strip_prefix("Lemma ").and_then(|rest| Some(rest.split_once(". ")?.1)).unwrap_or(&block);
            let end = ["has Grundy value", "has a Grundy value", "is a win"].iter().filter_map(|end| block.find(end));
            let Some(end) = end.min() else { continue };
            // Expressions of what is left keep the names of the ground.
            let about = match block[..end].trim().parse::<Position>() {
                Ok(about) if about.moves().all(|x| position.find(about.name(x)).is_ok()) => about,
                _ if block[..end].trim() == position.to_string() => position.clone(),
                _ => continue,
            };
            let sentence = &block[end..];
            let Some((_, sentence)) = sentence.split_once(". ") else { continue };
            let is_fold = ["The involution", "It is the suspension", "It is the sum of two equal"];
            if !is_fold.iter().any(|start| sentence.starts_with(start)) && !sentence.contains("are a binary star") {
                continue;
            }
            if let Some(images) = told(&about, sentence) {
                assert_folds(&about, &images, sentence);
                let fixed: BTreeSet<&str> =
                    about.moves().zip(&images).filter(|&(x, &y)| x == y).map(|(x, _)| about.name(x)).collect();
                if sentence.contains("fixes nothing") || sentence.contains("equal games") {
                    assert!(fixed.is_empty(), "{sentence}");
                }
                read += 1;
            }
        }
    }
    assert!(read > 40, "{read}");
}

fn one_line(block: &str) -> String {
    block.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn explained(expression: &str) -> String {
    let position: Position = expression.parse().unwrap();
    let question = Question { proof: true, ..Question::default() };
    let mut answer = solve(&position, &question, &Budget::default());
    answer.reason = answer.reason.written_out(story::MOST_STEPS, &Budget::default());
    one_line(&story::explanation(&position, &answer, 40))
}

#[test]
fn equal_games_are_copied() {
    let text = explained("petersen + petersen");
    assert!(text.contains("It is the sum of two equal games. After every move the other player copies it"), "{text}");
    assert!(text.contains("1:0↔2:0"), "{text}");
    assert!(!text.contains("antichain(0)"), "{text}");
}

#[test]
fn ordinal_sums_are_told_with_the_values_they_need() {
    let text = explained("ordinal(cycle(3),path(2))");
    assert!(text.contains("The options of cycle(3) (part 1) have the values 1 and 2 (Lemma 1): the others are 0, 3, 4, 5, …; number 2 is 4."), "{text}");
    assert!(!text.contains("antichain(0)"), "{text}");
    let text = explained("ordinal(antichain(2),petersen)");
    assert!(text.contains("petersen (part 2) has value 2 (Lemma 1)."), "{text}");
    assert!(
        text.contains(
            "The options of antichain(2) (part 1) have the value 1: the others are 0, 2, 3, 4, …; number 2 is 3."
        ),
        "{text}"
    );
}
