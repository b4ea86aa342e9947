//! Positions.

use chomplex::format;
use chomplex::report::story;
use chomplex::{Element, Goal, Notation, Position as Inner, Question, move_values, solve};
use chomplex_api::explain::explain;
use chomplex_api::picture::Format;
use chomplex_api::reduction::reduce;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::answer::Answer;
use crate::arguments::{Lemmas, PositionArg, with_other};
use crate::errors;
use crate::former;
use crate::limits::{Limits, Memory, Names, Threads, Time};
use crate::options::Options;
use crate::picture::draw;
use crate::run::run;
use crate::source::{after, sum};
use crate::symmetry::{self, Automorphisms, Reduction};
use crate::tables::TablebaseArg;

/// A position of a poset game: a finite poset, or what is left of it after some moves.
///
/// A move is the name of an element: it removes the element and everything above it. The player who
/// cannot move loses. Positions are immutable; `play` returns a new one. Two positions are equal if
/// they have elements of the same names with the same partial order. So `cycle(3)` and
/// `boundary(3)` are equal, while `cycle(3)` and `graph[ab bc ca]` are only isomorphic.
///
/// >>> import chomplex as cx
/// >>> p = cx.position("wheel(9)")
/// >>> p
/// chomplex.position('wheel(9)')
/// >>> len(p), p.moves[:3]
/// (28, ('0', '1', '2'))
/// >>> p.play("01", "9")
/// chomplex.position('graph[08 12 23 34 45 56 67 78]')
/// >>> p.solve().grundy
/// 1
#[pyclass(frozen, eq, hash, module = "chomplex")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) inner: Inner,
}

impl From<Inner> for Position {
    fn from(inner: Inner) -> Self {
        Position { inner }
    }
}

/// Positions with more elements are shown as text.
const MOST_SHOWN: usize = 150;

impl Position {
    /// The element of this name.
    fn element(&self, py: Python<'_>, name: &str) -> PyResult<Element> {
        self.inner.find(name).map_err(|error| errors::bad_move(py, &error))
    }
}

#[allow(clippy::too_many_arguments, reason = "in Python they have names")]
#[pymethods]
impl Position {
    /// The number of remaining elements, which is the number of moves.
    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Whether this is the name of a remaining element.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<&str>().is_ok_and(|name| self.inner.find(name).is_ok())
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        Ok(format!("chomplex.position({})", PyString::new(py, &self.inner.to_string()).repr()?))
    }

    /// The sum: a player moves in any one part. The moves of a part are prefixed with its number.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("cycle(4)") + "nim(3)"
    /// chomplex.position('cycle(4) + nim(3)')
    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with_other(other, |other| sum(py, &self.inner, other))
    }

    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // The built-in `sum` starts with 0.
        if other.eq(0).unwrap_or(false) {
            return self.clone().into_bound_py_any(py);
        }
        with_other(other, |other| sum(py, other, &self.inner))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    #[allow(clippy::type_complexity, reason = "Python takes it apart")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Vec<String>))> {
        let restore = py.import("chomplex._native")?.getattr("_restore")?;
        let moves = self.inner.moves_since_start();
        let names = moves.into_iter().map(|x| self.inner.name(x).to_owned()).collect();
        Ok((restore, (self.inner.ground_expression().to_owned(), names)))
    }

    /// The names of the remaining elements, each after everything below it.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.moves().map(|x| self.inner.name(x)).collect::<Vec<_>>())
    }

    /// The covers: pairs of elements with nothing between them, the lower one first.
    #[getter]
    fn covers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = &self.inner;
        let covers = position
            .moves()
            .flat_map(|y| position.poset().lower_covers(y).iter().map(move |&x| (position.name(x), position.name(y))));
        PyTuple::new(py, covers.collect::<Vec<_>>())
    }

    /// Whether one element is below another.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("simplex(3)").less("0", "012")
    /// True
    fn less(&self, py: Python<'_>, x: &str, y: &str) -> PyResult<bool> {
        Ok(self.inner.poset().less(self.element(py, x)?, self.element(py, y)?))
    }

    /// The position after these moves, one after the other.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("path(3)").play("01")
    /// chomplex.position('graph[12 0]')
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<Position> {
        after(py, self.inner.clone(), &moves)
    }

    /// Solves the position: who wins, the Grundy value, the winning moves, and why.
    ///
    /// With `outcome`, only the winner is determined, which is often faster. Without `moves`, no
    /// winning moves are listed. `no_rules` lists the ids of rules to disable. `time` is in
    /// seconds, a timedelta, or a text such as "30s". `memory` is in bytes, or a text such as
    /// "8GiB"; the default is half of the free memory. `threads` is by default one for each
    /// processor. When a limit is reached, the answer contains what is known so far and which limit
    /// stopped the work. `progress` shows a bar if the work takes longer than a second: by default
    /// on a terminal and in a notebook, if tqdm is installed. `tablebase` is a directory, or False
    /// to use none; by default it is the one that `chomplex tablebase build` made.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("wheel(5) + nim(3)").solve()
    /// <Answer: wheel(5) + nim(3) has Grundy value 2: the first player wins>
    #[pyo3(
        signature = (*, outcome=false, moves=true, no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None, without_rules=None),
        text_signature = "($self, *, outcome=False, moves=True, no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        outcome: bool,
        moves: bool,
        no_rules: Option<Names>,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
        tablebase: Option<TablebaseArg>,
        without_rules: Option<Names>,
    ) -> PyResult<Answer> {
        let limits = Limits::new(time, memory, threads, progress);
        let goal = if outcome { Goal::Outcome } else { Goal::Grundy };
        let (rules, tablebase) = (former::rules(py, no_rules, without_rules)?, tablebase.unwrap_or_default());
        let (position, asked, chosen) = (self.inner.clone(), rules.clone(), tablebase.clone());
        let answer = run(py, &limits, move |budget| {
            let question = Question { goal, proof: false, moves, rules: asked, tables: chosen.tables() };
            solve(&position, &question, budget)
        })?;
        Ok(Answer { position: self.inner.clone(), answer, goal, rules, tablebase })
    }

    /// Every option with its Grundy value: a sequence with an entry for each move, in the order of
    /// `moves`.
    ///
    /// A move to an option with value 0 wins. A value that was not found within the budget is None.
    ///
    /// >>> import chomplex as cx
    /// >>> for option in cx.position("chomp(2,3)").options():
    /// ...     print(option.move, option.grundy)
    /// 1,2 1
    /// 2,1 2
    /// 1,3 2
    /// 2,2 3
    /// 2,3 0
    #[pyo3(
        signature = (*, no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None, without_rules=None),
        text_signature = "($self, *, no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None)"
    )]
    fn options(
        &self,
        py: Python<'_>,
        no_rules: Option<Names>,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
        tablebase: Option<TablebaseArg>,
        without_rules: Option<Names>,
    ) -> PyResult<Options> {
        let limits = Limits::new(time, memory, threads, progress);
        let (rules, tablebase) = (former::rules(py, no_rules, without_rules)?, tablebase.unwrap_or_default());
        let position = self.inner.clone();
        let list = run(py, &limits, move |budget| {
            let tables = tablebase.tables();
            move_values(&position, &Question { rules, tables, ..Question::default() }, budget)
        })?;
        Ok(Options::new(self.inner.clone(), list))
    }

    /// The whole derivation in words: each reduction with its map, each theorem with the reason why
    /// it applies, each search with its strategy.
    ///
    /// The text has at most `lemmas` lemmas: a number, or "all".
    ///
    /// >>> import chomplex as cx
    /// >>> print(cx.position("cycle(5)").explain())
    /// cycle(5) has Grundy value 0: the second player wins.
    ///   It is a cycle of 5 vertices (cycle).
    ///   cycle: a cycle is worth 0 (Khandhawit and Ye 2011, section 2).
    #[pyo3(
        signature = (*, outcome=false, lemmas=Lemmas::default(), no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None, without_rules=None),
        text_signature = "($self, *, outcome=False, lemmas=40, no_rules=None, time=None, memory=None, threads=None, progress=None, tablebase=None)"
    )]
    fn explain(
        &self,
        py: Python<'_>,
        outcome: bool,
        lemmas: Lemmas,
        no_rules: Option<Names>,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
        tablebase: Option<TablebaseArg>,
        without_rules: Option<Names>,
    ) -> PyResult<String> {
        let limits = Limits::new(time, memory, threads, progress);
        let goal = if outcome { Goal::Outcome } else { Goal::Grundy };
        let (rules, tablebase) = (former::rules(py, no_rules, without_rules)?, tablebase.unwrap_or_default());
        let position = self.inner.clone();
        let text = run(py, &limits, move |budget| {
            let tables = tablebase.tables();
            let question = Question { goal, rules, tables, ..Question::default() };
            story::explanation(&position, &explain(&position, &question, budget), lemmas.0)
        })?;
        Ok(text.trim_end().to_owned())
    }

    /// Folds the position to its simplest form, which has the same Grundy value.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("multipartite(3,2,2)").reduce().position
    /// chomplex.position('graph[2]')
    #[pyo3(signature = (*, time=None, memory=None))]
    fn reduce(&self, py: Python<'_>, time: Option<Time>, memory: Option<Memory>) -> PyResult<Reduction> {
        let limits = Limits::new(time, memory, None, Some(false));
        let position = self.inner.clone();
        let work = move |budget: &_| reduce(&position, budget);
        Ok(Reduction { form: run(py, &limits, work)?, position: self.inner.clone() })
    }

    /// The canonical form: an isomorphic position that is the same for all isomorphic positions.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("graph[ab bc]").canonical() == cx.position("path(3)").canonical()
    /// True
    #[pyo3(signature = (*, time=None, memory=None))]
    fn canonical(&self, py: Python<'_>, time: Option<Time>, memory: Option<Memory>) -> PyResult<Position> {
        Ok(symmetry::labelled(py, &self.inner, time, memory)?.position.into())
    }

    /// The group of automorphisms: its order, generators, and orbits.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("petersen").automorphisms().group_order
    /// 120
    #[pyo3(signature = (*, time=None, memory=None))]
    fn automorphisms(&self, py: Python<'_>, time: Option<Time>, memory: Option<Memory>) -> PyResult<Automorphisms> {
        Ok(Automorphisms { form: symmetry::labelled(py, &self.inner, time, memory)?, position: self.inner.clone() })
    }

    /// An isomorphism to another position, element by element, or None if there is none.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("poset[a<b]").isomorphism("chain(2)")
    /// {'a': '1', 'b': '2'}
    #[pyo3(signature = (other, *, time=None, memory=None))]
    fn isomorphism<'py>(
        &self,
        py: Python<'py>,
        other: PositionArg,
        time: Option<Time>,
        memory: Option<Memory>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        symmetry::isomorphism(py, &self.inner, &other.0, time, memory)
    }

    /// Whether another position is isomorphic to this one.
    #[pyo3(signature = (other, *, time=None, memory=None))]
    fn is_isomorphic(
        &self,
        py: Python<'_>,
        other: PositionArg,
        time: Option<Time>,
        memory: Option<Memory>,
    ) -> PyResult<bool> {
        Ok(self.isomorphism(py, other, time, memory)?.is_some())
    }

    /// The position in a notation: "expression", "json", "graph6", "matrix", "facets", "dot" or
    /// "sage".
    ///
    /// >>> import chomplex as cx
    /// >>> cx.position("cycle(5)").to("graph6")
    /// 'Dhc\n'
    fn to(&self, notation: &str) -> PyResult<String> {
        let notation = notation.parse::<Notation>().map_err(errors::value)?;
        format::write(&self.inner, notation).map_err(errors::value)
    }

    /// A picture as SVG: a complex, a graph, a bar of chocolate, heaps, or a Hasse diagram. Removed
    /// elements are dotted.
    ///
    /// With `values`, each move shows the value of its option; a move to 0 wins.
    #[pyo3(signature = (*, values=false, time=None, memory=None, threads=None, progress=None))]
    fn svg(
        &self,
        py: Python<'_>,
        values: bool,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
    ) -> PyResult<String> {
        draw(py, &self.inner, values, &Limits::new(time, memory, threads, progress), Format::Svg)
    }

    /// A picture for TeX, as a `tikzpicture`.
    #[pyo3(signature = (*, values=false, time=None, memory=None, threads=None, progress=None))]
    fn tikz(
        &self,
        py: Python<'_>,
        values: bool,
        time: Option<Time>,
        memory: Option<Memory>,
        threads: Option<Threads>,
        progress: Option<bool>,
    ) -> PyResult<String> {
        draw(py, &self.inner, values, &Limits::new(time, memory, threads, progress), Format::Tikz)
    }

    /// The picture that a notebook shows, unless the position is large.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        let is_small = (1..=MOST_SHOWN).contains(&self.inner.poset().len());
        is_small.then(|| draw(py, &self.inner, false, &Limits::silent(), Format::Svg).ok()).flatten()
    }

    /// The elements below or equal to an element.
    fn below(&self, py: Python<'_>, name: &str) -> PyResult<Vec<String>> {
        Ok(self.inner.poset().down_set(self.element(py, name)?).iter().map(|y| self.inner.name(y).to_owned()).collect())
    }
}
