//! Sweeps over all complexes on at most seven vertices, on two threads.
//!
//! `cargo bench --bench sweeps` runs the short ones; with names after `--`, such as `-- boolean-7
//! values-7`, it runs those. It also prints the published times of Brouwer and Christensen (2017),
//! section 4.3, which are for one core of another machine.

use std::time::{Duration, Instant};

use chomplex::budget::{Budget, Stop, peak_memory};
use chomplex::layers::{GrundyLayers, classes, grundy};
use chomplex::report::words::thousands;
use chomplex::{extensions, value::Grundy};

/// A name, what it is, the published minutes, whether it takes minutes, and the work: it returns
/// the number of classes it looked at.
type Work = (&'static str, &'static str, Option<u32>, bool, fn(&Budget));

const WORKS: [Work; 7] = [
    ("boolean-6", "linear extensions of boolean(6)", None, false, |budget| {
        count("boolean(6)", "141377911697227887117195970316200795630205476957716480", budget);
    }),
    ("triples-7", "linear extensions of subsets(7,3)", Some(5), false, |budget| {
        let count_by_sweep = "11468744734494754078263804379304906839548713527318697219614310400000";
        count("subsets(7,3)", count_by_sweep, budget);
    }),
    ("values-triples-7", "values of all positions of subsets(7,3)", Some(22), false, |budget| {
        assert_eq!(values(3, budget), (15_466_911, Grundy(0)));
    }),
    ("values-6", "values of all positions of simplex(6)", None, false, |budget| {
        let mut all = Classes(0);
        assert_eq!(grundy(6, 6, budget, &mut all), Ok(Grundy(3)));
        assert_eq!(all.0, 16_352);
    }),
    ("boolean-7", "linear extensions of boolean(7)", Some(148), true, |budget| {
        count("boolean(7)", BOOLEAN_7, budget);
    }),
    ("classes-7", "classes of down-sets of boolean(7)", None, true, |budget| {
        assert_eq!(classes(&"boolean(7)".parse().expect("it is one"), budget), Ok(490_013_148u32.into()));
    }),
    ("values-7", "values of all positions of simplex(7)", Some(637), true, |budget| {
        assert_eq!(values(7, budget), (490_013_147, Grundy(6)));
    }),
];

/// Brouwer and Christensen (2017), section 3.
const BOOLEAN_7: &str = "630470261306055898099742878692134361829979979674711225065761605059425237453564989302659882866\
                         111738567871048772795838071474370002961694720";

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, what, minutes, long, work) in WORKS {
        if if chosen.is_empty() { !long } else { chosen.iter().any(|other| other == name) } {
            let budget = Budget::default().with_memory(9 << 30).with_threads(2);
            let (started, used) = (Instant::now(), processor_time());
            work(&budget);
            let (time, used) = (started.elapsed(), processor_time() - used);
            let published = minutes.map_or(String::new(), |minutes| format!(", published {minutes} min"));
            println!("{what}: {:.2} s, {:.2} s of the processors{published}", time.as_secs_f64(), used.as_secs_f64());
            let (classes, gib) = (thousands(budget.positions()), peak_memory() as f64 / f64::from(1 << 30));
            println!("    {classes} classes pushed, most memory so far {gib:.2} GiB");
        }
    }
}

fn count(expression: &str, expected: &str, budget: &Budget) {
    let count = extensions::count(&expression.parse().expect("it is a position"), budget).expect("there is room");
    assert_eq!(count.to_string(), expected, "{expression}");
}

fn values(k: usize, budget: &Budget) -> (u64, Grundy) {
    let mut classes = Classes(0);
    let value = grundy(7, k, budget, &mut classes).expect("there is room");
    (classes.0, value)
}

struct Classes(u64);

impl GrundyLayers for Classes {
    type Error = Stop;

    fn part(&mut self, _: usize, keys: &[u128], _: &[u8]) -> Result<(), Stop> {
        self.0 += keys.len() as u64;
        Ok(())
    }

    fn end(&mut self, _: usize, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// The processor time used by this process on all cores; zero where it is not available.
fn processor_time() -> Duration {
    let ticks = || -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name in parentheses may contain spaces; the times are the 12th and 13th after it.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    Duration::from_millis(10 * ticks().unwrap_or(0))
}
