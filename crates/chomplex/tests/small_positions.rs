//! The lists of small positions used by other tests are complete.

mod small;

fn count(each: impl FnOnce(small::Visit<'_>)) -> usize {
    let mut count = 0;
    each(&mut |_, _, _| count += 1);
    count
}

#[test]
fn counts_are_the_published_ones() {
    // OEIS A000372 (Dedekind numbers) less the void family.
    assert_eq!(
        (1..=5).map(|n| count(|visit| small::each_complex(n, visit))).collect::<Vec<_>>(),
        [2, 5, 19, 167, 7580]
    );
    // OEIS A006896.
    assert_eq!(
        (1..=6).map(|n| count(|visit| small::each_graph(n, visit))).collect::<Vec<_>>(),
        [2, 5, 18, 113, 1450, 40069]
    );
    // OEIS A006455.
    assert_eq!(
        (1..=6).map(|n| count(|visit| small::each_poset(n, visit))).collect::<Vec<_>>(),
        [1, 2, 7, 40, 357, 4824]
    );
    // Multisets of at most 4 of the 15 non-empty sets of bottoms.
    assert_eq!(count(|visit| small::each_two_level(4, 4, visit)), 1 + 15 + 120 + 680 + 3060);
}
