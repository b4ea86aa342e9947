//! SageMath posets: the arguments of `Poset`, and lists of cover relations
//! (`docs/formats/sage.md`).

use std::ops::Range;

use super::cursor::Cursor;
use super::error::{MAX_DEPTH, Mistake, Problem};
use super::order::Order;
use crate::position::Position;

/// Writes what remains of a position as `Poset((elements, covers), cover_relations=True)`.
pub(crate) fn write(position: &Position) -> String {
    // A JSON string is also a Python string.
    let name = |x| serde_json::Value::from(position.name(x)).to_string();
    let elements: Vec<String> = position.moves().map(name).collect();
    let covers: Vec<String> =
        super::remaining_covers(position).map(|(x, y)| format!("[{}, {}]", name(x), name(y))).collect();
    format!("Poset(([{}], [{}]), cover_relations=True)\n", elements.join(", "), covers.join(", "))
}

/// A Python literal with its span.
struct Literal {
    value: Data,
    span: Range<usize>,
}

enum Data {
    Name(String),
    List(Vec<Literal>),
    Dict(Vec<(Literal, Literal)>),
}

/// Whether a text begins like a Sage poset.
pub(crate) fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with("Poset(")
}

/// Whether a text is a dictionary of lists, `{1: [2, 3], 2: [4]}`.
pub(crate) fn is_dictionary(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    let is_names = |l: &Literal| list(l).is_ok_and(|names| names.iter().all(|name| text_of(name).is_ok()));
    let is_field = |l: &Literal| text_of(l).is_ok_and(|name| ["elements", "covers", "nodes"].contains(&name));
    let lists = |l: Literal| match l.value {
        Data::Dict(entries) => entries.iter().all(|(key, value)| is_names(value) && !is_field(key)),
        _ => false,
    };
    cursor.peek() == Some('{') && literal(&mut cursor, 0).is_ok_and(lists) && cursor.peek().is_none()
}

/// Reads a poset: `Poset((elements, relations))`, `Poset({1: [2, 3]})` by upper covers, or a list
/// of cover relations.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let wrapped = cursor.rest().starts_with("Poset");
    if wrapped {
        cursor.advance("Poset".len());
        if !cursor.eat('(') {
            return Err(cursor.expected("`(`"));
        }
    }
    let data = literal(&mut cursor, 0)?;
    // Further arguments of the call, such as `cover_relations=True`, make no difference.
    if !wrapped && cursor.peek().is_some() {
        return Err(cursor.expected("the end of the list"));
    }
    let mut order = Order::default();
    let whole = data.span.clone();
    match data.value {
        Data::Dict(entries) => {
            for (lower, uppers) in entries {
                let lower = text_of(&lower)?.to_owned();
                order.element(&lower, &whole)?;
                for upper in list(&uppers)? {
                    order.chain(&[&lower, text_of(upper)?], &upper.span)?;
                }
            }
        }
        Data::List(items) => match &items[..] {
            [elements, relations] if wrapped || is_pair_of_lists(elements, relations) => {
                for element in list(elements)? {
                    order.element(text_of(element)?, &element.span)?;
                }
                pairs(list(relations)?, &mut order)?;
            }
            items => pairs(items, &mut order)?,
        },
        Data::Name(_) => return Err(Mistake::new(shape(), whole)),
    }
    order.position(0..text.len())
}

/// Whether two lists are elements and relations between them: `([1,2,3], [[1,2],[2,3]])`.
fn is_pair_of_lists(elements: &Literal, relations: &Literal) -> bool {
    let is_name = |l: &Literal| matches!(l.value, Data::Name(_));
    let is_list = |l: &Literal| matches!(l.value, Data::List(_));
    list(elements).is_ok_and(|e| e.iter().all(is_name)) && list(relations).is_ok_and(|r| r.iter().all(is_list))
}

fn pairs(items: &[Literal], order: &mut Order) -> Result<(), Mistake> {
    for item in items {
        match list(item)? {
            [lower, upper] | [lower, upper, _] => order.chain(&[text_of(lower)?, text_of(upper)?], &item.span)?,
            _ => return Err(Mistake::new(shape(), item.span.clone())),
        }
    }
    Ok(())
}

fn shape() -> Problem {
    Problem::Expected {
        expected: "`Poset((elements, relations))`, `Poset({1: [2, 3]})` or a list of pairs `[[1,2],[2,3]]`".to_owned(),
        found: "something else".to_owned(),
    }
}

fn list(literal: &Literal) -> Result<&[Literal], Mistake> {
    match &literal.value {
        Data::List(items) => Ok(items),
        _ => Err(Mistake::new(shape(), literal.span.clone())),
    }
}

fn text_of(literal: &Literal) -> Result<&str, Mistake> {
    match &literal.value {
        Data::Name(name) => Ok(name),
        _ => Err(Mistake::new(shape(), literal.span.clone())),
    }
}

fn literal(cursor: &mut Cursor<'_>, depth: usize) -> Result<Literal, Mistake> {
    cursor.skip_blanks();
    let start = cursor.at();
    if depth == MAX_DEPTH {
        return Err(Mistake::new(Problem::TooDeep, start..start));
    }
    let value = match cursor.peek() {
        Some(open @ ('[' | '(' | '{')) => {
            cursor.advance(1);
            let close = match open {
                '[' => ']',
                '(' => ')',
                _ => '}',
            };
            let (mut items, mut entries) = (Vec::new(), Vec::new());
            while !cursor.eat(close) {
                if cursor.peek().is_none() {
                    return Err(Mistake::new(Problem::Unclosed(open), start..start + 1));
                }
                let item = literal(cursor, depth + 1)?;
                if open == '{' && cursor.eat(':') {
                    entries.push((item, literal(cursor, depth + 1)?));
                } else {
                    items.push(item);
                }
                if !cursor.eat(',') && cursor.peek() != Some(close) {
                    return Err(cursor.expected(format!("`,` or `{close}`")));
                }
            }
            if entries.is_empty() { Data::List(items) } else { Data::Dict(entries) }
        }
        Some('"') => Data::Name(cursor.string()?),
        Some('\'') => {
            cursor.advance(1);
            let name = cursor.take_while(|c| c != '\'').to_owned();
            if !cursor.rest().starts_with('\'') {
                return Err(Mistake::new(Problem::Unclosed('\''), start..start + 1));
            }
            cursor.advance(1);
            Data::Name(name)
        }
        Some(_) => match cursor.take_while(|c| !c.is_whitespace() && !",:[](){}\"'#=".contains(c)) {
            "" => return Err(cursor.expected("a name, a number or a list")),
            name => Data::Name(name.to_owned()),
        },
        None => return Err(cursor.expected("a name, a number or a list")),
    };
    Ok(Literal { value, span: start..cursor.at() })
}
