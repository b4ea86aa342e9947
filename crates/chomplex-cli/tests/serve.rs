//! The server: every route, every refusal, and agreement with the commands.

mod patience;
mod serving;

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::rc::Rc;

use serde_json::{Value, json};
use serving::{Answer, Server, schema};

/// A server shared by the tests of a thread that do not harm it; it ends with the thread.
fn server() -> Rc<Server> {
    thread_local! {
        static SERVER: Rc<Server> = Rc::new(Server::start(&["--time", "20s"]));
    }
    SERVER.with(Rc::clone)
}

fn post(path: &str, body: &Value) -> Answer {
    server().post(&format!("/api/v2/{path}"), body)
}

/// The JSON that the command prints.
fn command(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Removes the fields that differ from run to run.
fn settled(mut value: Value) -> Value {
    for field in ["event", "stats", "text"] {
        value.as_object_mut().unwrap().remove(field);
    }
    value
}

#[test]
fn every_route_answers_as_described() {
    let description = schema::description();
    let schemas = |route: &Value, status: u16| route["responses"][status.to_string()]["content"].clone();
    let mut asked = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        let full = format!("/api/v2{path}");
        for (method, route) in methods.as_object().unwrap() {
            let answer = match method.as_str() {
                "get" => server().get(&full),
                _ => {
                    let content = &route["requestBody"]["content"]["application/json"];
                    schema::check_with(&content["schema"], &content["example"]);
                    server().post(&full, &content["example"])
                }
            };
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            let content_type = answer.headers["content-type"].as_str();
            let content = schemas(route, 200);
            let content = content.get(content_type).unwrap_or_else(|| panic!("{path}: {content_type}"));
            match content_type {
                "application/json" => schema::check_with(&content["schema"], &answer.json()),
                "application/x-ndjson" => {
                    answer.events().iter().for_each(|event| schema::check_with(&content["schema"], event));
                }
                _ => assert!(content.as_object().unwrap().is_empty()),
            }
            asked += 1;
            // The other method is refused.
            let (other, body): (&str, &[u8]) = if method == "get" { ("POST", b"{}") } else { ("GET", b"") };
            server().request(other, &full, &[("content-type", "application/json")], body).refusal(405);
        }
    }
    assert_eq!(asked, 11);
}

#[test]
fn answers_are_those_of_the_commands() {
    let same =
        |event: Value, arguments: &[&str]| assert_eq!(settled(event), settled(command(arguments)), "{arguments:?}");
    for (position, after) in [
        ("boundary(4)", None),
        ("wheel(5) + nim(3)", Some("1:0")),
        ("chomp(3,4)", Some("2,3")),
        ("hypergraph[ab bc]", None),
    ] {
        let game = json!({ "position": position, "after": after.iter().collect::<Vec<_>>() });
        let ask = |head: &[&str]| -> Vec<String> {
            let after = after.iter().flat_map(|name| ["--after", name]);
            head.iter().copied().chain([position, "--json", "--no-tablebase"]).chain(after).map(str::to_owned).collect()
        };
        let compare = |event: Value, head: &[&str]| {
            let arguments = ask(head);
            same(event, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
        };
        let solved = post("solve", &game);
        let order: Vec<Value> = solved.events().iter().map(|event| event["event"].clone()).collect();
        assert_eq!(order, ["outcome", "answer", "moves", "done"]);
        compare(solved.event("outcome"), &["solve", "--outcome"]);
        compare(solved.event("answer"), &["solve"]);
        compare(solved.event("moves"), &["moves"]);
        let explained = post("explain", &game).event("explanation");
        assert!(explained["text"].as_str().unwrap().contains("player wins"), "{explained}");
        compare(explained, &["explain"]);
    }
    assert_eq!(server().get("/api/v2/rules").json(), command(&["rules", "--json"]));
}

#[test]
fn boards_have_all_elements() {
    let answer = post("board", &json!({ "position": "complex[012 23] + nim(2)", "after": ["1:01", "2:1,2"] })).json();
    assert_eq!(answer["position"], "complex[012 23] + nim(2)");
    assert_eq!(answer["after"], json!(["1:01", "2:1,2"]));
    let elements = answer["board"]["elements"].as_array().unwrap();
    let moves = command(&["moves", "complex[012 23] + nim(2)", "--json"]);
    let names = |list: &Value, field: &str| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|entry| entry[field].clone()).collect()
    };
    assert_eq!(names(&answer["board"]["elements"], "name"), names(&moves["moves"], "move"));
    let gone: BTreeSet<&str> =
        elements.iter().filter(|e| e["remaining"] == false).map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(gone, BTreeSet::from(["1:01", "1:012", "2:1,2"]));
    // The remaining position is an expression that means the same.
    let remaining = post("board", &json!({ "position": answer["remaining"] })).json();
    assert_eq!(remaining["board"]["elements"].as_array().unwrap().len(), elements.len() - gone.len());
}

/// Requests written for the first version of the API.
#[test]
fn former_names_are_understood() {
    let board = |game: &Value| post("board", game).json();
    let (now, before) =
        (json!({ "position": "path(3)", "after": ["01"] }), json!({ "position": "path(3)", "moves": ["01"] }));
    assert_eq!(board(&now), board(&before));
    let both = post("board", &json!({ "position": "path(3)", "after": ["01"], "moves": ["01"] })).refusal(400);
    assert_eq!(both["message"], "`moves` is a former name of `after`: only one of them is taken");
    let picture = |format: &str| post("picture", &json!({ "position": "path(3)", "format": format })).body;
    assert_eq!(picture("tikz"), picture("tex"));
    // Answers have other fields now, so the former address does not return them.
    let gone = server().post("/api/v1/board", &before).refusal(410);
    assert_eq!(gone["message"], "the API is at /api/v2 now: some fields have other names");
}

#[test]
fn rules_can_be_switched_off() {
    let game = json!({ "position": "cycle(5)", "no_rules": ["cycle"] });
    let answer = post("solve", &game).event("answer");
    assert_eq!(
        (&answer["grundy"], &answer["assumed"]),
        (&json!(0), &command(&["solve", "cycle(5)", "--no-rule", "cycle", "--json"])["assumed"])
    );
    assert!(!answer["assumed"].as_array().unwrap().contains(&json!("cycle")));
    assert_ne!(
        post("explain", &game).event("explanation")["text"],
        post("explain", &json!({ "position": "cycle(5)" })).event("explanation")["text"]
    );
    let verified = chomplex_check::check(&post("certificate", &game).body[..]).unwrap();
    assert!(!verified.assumed.contains(&"cycle".to_owned()));
    let error = post("solve", &json!({ "position": "cycle(5)", "no_rules": ["cicle"] })).refusal(400);
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .starts_with("`cicle` in `no_rules`: no rule has this id; did you mean `cycle`?")
    );
}

/// JSON Schema treats a number without a fraction as an integer, however it is written.
#[test]
fn seeds_are_integers() {
    let ask =
        |seed: Value| post("reply", &json!({ "position": "chomp(3,4)", "level": "weak", "seed": seed })).event("reply");
    assert_eq!(ask(json!(611_156)), ask(json!(611_156.0)));
}

#[test]
fn pictures_are_files() {
    for (format, content_type, begin) in
        [("svg", "image/svg+xml", "<svg"), ("png", "image/png", "\u{89}PNG"), ("tikz", "application/x-tex", "")]
    {
        for values in [false, true] {
            let game = json!({ "position": "wheel(4)", "after": ["0"], "format": format, "values": values });
            let answer = post("picture", &game);
            assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, content_type));
            let text: String = answer.body.iter().take(200).map(|&byte| char::from(byte)).collect();
            assert!(text.contains(begin), "{text}");
        }
    }
    // A long and narrow picture has no more pixels than another.
    let long = post("picture", &json!({ "position": "chain(1000)", "format": "png" }));
    assert_eq!(long.status, 200);
    let number = |at: usize| u64::from(u32::from_be_bytes(long.body[at..at + 4].try_into().unwrap()));
    assert!(number(16) * number(20) < 5_000_000, "{} x {}", number(16), number(20));
}

#[test]
fn every_notation_becomes_an_expression() {
    for (text, position) in [
        ("DQc", "graph6[DQc]"),
        ("wheel(5)", "wheel(5)"),
        ("0 1 1\n0 0 0\n0 0 0\n", "poset[1<2, 1<3]"),
        ("a b c\nc d\n", "complex[abc cd]"),
    ] {
        let found = post("from", &json!({ "text": text })).json()["position"].clone();
        let board = post("board", &json!({ "position": found })).json();
        let same = post("board", &json!({ "position": position })).json();
        assert_eq!(
            board["board"]["elements"].as_array().map(Vec::len),
            same["board"]["elements"].as_array().map(Vec::len)
        );
    }
    // If the text has another possible reading, a note says so; if it is ambiguous, the server
    // asks.
    let order = post("from", &json!({ "text": "lower,upper\na,b\nb,c\n" })).json();
    assert_eq!((&order["position"], &order["notation"]), (&json!("poset[a<b<c]"), &json!("pairs")));
    assert!(order["note"].as_str().unwrap().ends_with("; `notation=edges` reads a graph"), "{order}");
    let error = post("from", &json!({ "text": "a b\nb c\n" })).refusal(422);
    assert!(error["message"].as_str().unwrap().contains("say which with `notation=edges`"), "{error}");
    let path = post("from", &json!({ "text": "BW", "notation": "graph6" })).json();
    assert_eq!(path["position"], "graph6[BW]");
    post("from", &json!({ "text": "BW", "notation": "expression" })).refusal(422);
    let error = post("from", &json!({ "text": "BW", "notation": "graph7" })).refusal(400);
    assert!(error["message"].as_str().unwrap().starts_with("`notation`: "), "{error}");
    let error = post("from", &json!({ "text": "wheel(5" })).refusal(422);
    assert_eq!((&error["offset"], &error["length"]), (&json!(5), &json!(1)));
    post("from", &json!({ "text": "" })).refusal(422);
    post("from", &json!({ "text": "simplex(11)" })).refusal(422);
}

#[test]
fn the_program_plays_well_if_it_is_to() {
    // Between two perfect players, the player with a winning position wins.
    for (position, first_wins) in [("boundary(4)", false), ("chomp(3,4)", true), ("wheel(5) + nim(3)", true)] {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let answer = post("reply", &json!({ "position": position, "after": moves, "level": "perfect" }));
            if answer.status != 200 {
                assert!(answer.refusal(422)["message"].as_str().unwrap().contains("the game is over"));
                break;
            }
            let reply = answer.event("reply");
            let wins = first_wins == moves.len().is_multiple_of(2);
            assert_eq!(reply["outlook"], if wins { "wins" } else { "lost" });
            assert_eq!(reply["mistake"], false);
            moves.push(reply["move"].as_str().unwrap().to_owned());
        }
        assert_eq!(moves.len() % 2 == 1, first_wins);
    }
    // A weak player gives won games away; the same seed gives the same moves.
    let ask =
        |seed: u64| post("reply", &json!({ "position": "chomp(3,4)", "level": "weak", "seed": seed })).event("reply");
    let replies: Vec<Value> = (0..12).map(ask).collect();
    assert!(replies.iter().any(|reply| reply["mistake"] == true));
    assert_eq!(ask(5), replies[5]);
}

#[test]
fn certificates_verify() {
    let answer = post("certificate", &json!({ "position": "petersen", "after": ["0"] }));
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "application/octet-stream"));
    assert!(answer.headers["content-disposition"].starts_with("attachment; filename=\""));
    let verified = chomplex_check::check(&answer.body[..]).unwrap();
    assert!(verified.claim.grundy.is_some());
    let error = post("certificate", &json!({ "position": "boundary(8)", "time": 0.1 })).refusal(422);
    assert!(error["message"].as_str().unwrap().contains("the time limit came before"), "{error}");
}

#[test]
fn what_is_known_when_the_time_is_up_is_told() {
    let answer = post("solve", &json!({ "position": "boundary(8)", "time": 0.7 }));
    assert_eq!(answer.event("answer")["stopped_by"], "time");
    assert_eq!(answer.event("moves")["stopped_by"], "time");
    assert!(answer.event("progress")["positions"].as_u64() > Some(0), "{}", answer.text());
}

#[test]
fn refusals_say_what_is_wrong() {
    let message = |error: &Value| error["message"].as_str().unwrap().to_owned();
    for route in ["board", "picture", "solve", "explain", "reply", "certificate"] {
        // Expressions, with the place.
        let error = post(route, &json!({ "position": "nim(3) + boundry(6)" })).refusal(422);
        assert_eq!((&error["offset"], &error["length"]), (&json!(9), &json!(7)));
        assert_eq!(message(&error), "unknown family `boundry`; did you mean `boundary`?");
        assert_eq!(error["hint"], "did you mean `boundary`?");
        assert!(error["detail"].as_str().unwrap().ends_with("\n           ^^^^^^^"), "{error}");
        // Moves.
        let error = post(route, &json!({ "position": "path(3)", "after": ["01", "01"] })).refusal(422);
        assert_eq!(message(&error), "move 2: `01` is no longer there: an earlier move removed it");
        assert_eq!(error["offset"], Value::Null);
        post(route, &json!({ "position": "path(3)", "after": ["99"] })).refusal(422);
        // Sizes.
        let error = post(route, &json!({ "position": "simplex(12)" })).refusal(422);
        assert!(message(&error).contains("4095 elements"), "{error}");
        post(route, &json!({ "position": "simplex(99)" })).refusal(422);
        let error = post(route, &json!({ "position": "path(3)", "after": vec!["0"; 5000] })).refusal(400);
        assert!(message(&error).contains("5000 entries"), "{error}");
        // Fields.
        for (body, said) in [
            (json!({}), "the field `position` is missing"),
            (json!({ "position": 7 }), "the field `position` must be a text"),
            (json!({ "position": "path(3)", "after": "0" }), "the field `after` must be a list of texts"),
            (json!({ "position": "path(3)", "after": [0] }), "the field `after` must be a list of texts"),
            (json!({ "position": "path(3)", "mvoes": [] }), "there is no field `mvoes` here"),
            (json!([]), "a JSON object is expected"),
        ] {
            assert_eq!(message(&post(route, &body).refusal(400)), said);
        }
    }
    // `null` is not a valid value of any field, and a name may be given only once.
    for (route, field, what) in [
        ("solve", "after", "a list of texts"),
        ("solve", "time", "a number of seconds above 0"),
        ("picture", "values", "true or false"),
        ("picture", "format", "a text"),
        ("reply", "seed", "a natural number"),
        ("reply", "level", "a text"),
        ("from", "text", "a text"),
    ] {
        let error = post(route, &json!({ "position": "path(3)", field: null })).refusal(400);
        assert_eq!(message(&error), format!("the field `{field}` must be {what}, or be left out; it is null"));
    }
    for (route, field, value) in [
        ("solve", "time", json!(0)),
        ("solve", "time", json!("1s")),
        ("reply", "level", json!("godlike")),
        ("reply", "seed", json!(-1)),
        ("reply", "seed", json!(1.5)),
        ("reply", "seed", json!(1e30)),
        ("picture", "format", json!("gif")),
        ("picture", "values", json!(1)),
        ("from", "position", json!("path(3)")),
    ] {
        post(route, &json!({ "position": "path(3)", field: value })).refusal(400);
    }
    let raw = |headers: &[(&str, &str)], body: &[u8]| server().request("POST", "/api/v2/board", headers, body);
    let json = ("content-type", "application/json");
    assert!(message(&raw(&[json], b"{\"position\": ").refusal(400)).starts_with("this is not JSON: "));
    let twice = raw(&[json], b"{\"position\": \"path(3)\", \"after\": [], \"position\": \"path(4)\"}").refusal(400);
    assert_eq!(message(&twice), "the field `position` is given twice");
    for body in ["[]", "7", "null", "\"path(3)\"", "true"] {
        assert_eq!(message(&raw(&[json], body.as_bytes()).refusal(400)), "a JSON object is expected");
    }
    raw(&[json], b"\xff\xfe").refusal(400);
    raw(&[json], "[".repeat(100_000).as_bytes()).refusal(400);
    raw(&[json], &vec![b' '; (1 << 20) + 1]).refusal(413);
    raw(&[("content-type", "text/plain")], b"{\"position\": \"path(3)\"}").refusal(415);
    raw(&[], b"{\"position\": \"path(3)\"}").refusal(415);
    assert_eq!(raw(&[("content-type", "Application/JSON; charset=utf-8")], b"{\"position\": \"path(3)\"}").status, 200);
    // Addresses and methods.
    for path in ["/api", "/api/", "/api/v2", "/api/v2/", "/api/v2/sovle", "/api/v3/solve", "/nothing.html", "/../x"] {
        server().get(path).refusal(404);
    }
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        server().request(method, "/api/v2/board", &[json], b"{}").refusal(405);
        server().request(method, "/", &[json], b"{}").refusal(405);
    }
}

#[test]
fn only_this_machine_and_its_own_page_may_ask() {
    let port = server().port;
    let get = |path: &str, headers: &[(&str, &str)]| server().request("GET", path, headers, b"");
    for host in ["127.0.0.1", "localhost", "[::1]", "LocalHost"] {
        assert_eq!(get("/", &[("host", &format!("{host}:{port}"))]).status, 200);
    }
    let other = port ^ 1;
    for host in
        ["evil.example", "127.0.0.1", "localhost", &format!("127.0.0.1:{other}"), &format!("evil.example:{port}"), ""]
    {
        for path in ["/", "/api/v2/rules"] {
            get(path, &[("host", host)]).refusal(421);
        }
    }
    let twice = format!("GET / HTTP/1.1\r\nhost: localhost:{port}\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    assert!(matches!(server().send(twice.as_bytes()).status, 400 | 421));
    server().send(b"GET / HTTP/1.0\r\n\r\n").refusal(421);
    server()
        .send(
            format!("GET http://evil.example/ HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n")
                .as_bytes(),
        )
        .refusal(421);

    let ask = |headers: &[(&str, &str)]| {
        let headers = [&[("content-type", "application/json")], headers].concat();
        server().request("POST", "/api/v2/board", &headers, b"{\"position\": \"path(3)\"}")
    };
    let own = format!("http://localhost:{port}");
    assert_eq!(ask(&[("origin", &own), ("sec-fetch-site", "same-origin")]).status, 200);
    assert_eq!(ask(&[("sec-fetch-site", "none")]).status, 200);
    let elsewhere = format!("http://localhost:{other}");
    let secure = format!("https://localhost:{port}");
    for origin in ["http://evil.example", "null", "", &elsewhere, &secure] {
        ask(&[("origin", origin)]).refusal(403);
    }
    for site in ["cross-site", "same-site"] {
        ask(&[("sec-fetch-site", site)]).refusal(403);
        get("/api/v2/rules", &[("sec-fetch-site", site)]).refusal(403);
        // A link from another site may open the page.
        assert_eq!(get("/", &[("sec-fetch-site", site)]).status, 200);
    }
}

#[test]
fn browsers_are_told_what_they_may_do() {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    let refused = server().request("GET", "/", &[("host", "evil.example")], b"");
    let solved = post("solve", &json!({ "position": "path(3)" }));
    for answer in [server().get("/"), server().get("/api/v2/rules"), server().get("/nothing"), solved, refused] {
        assert_eq!(answer.headers["content-security-policy"], policy);
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    assert_eq!(server().get("/api/v2/rules").headers["cache-control"], "no-store");
}

#[test]
fn the_page_is_there() {
    let get = |headers: &[(&str, &str)]| server().request("GET", "/", headers, b"");
    let page = get(&[]);
    assert_eq!((page.status, page.headers["content-type"].as_str()), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("<title>Chomplex"), "{}", page.text());
    assert_eq!(page.headers["cache-control"], "no-cache");
    assert_eq!(server().get("/index.html").body, page.body);
    let known = get(&[("if-none-match", &page.headers["etag"])]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(get(&[("if-none-match", "\"other\"")]).status, 200);
    let packed = get(&[("accept-encoding", "gzip, br")]);
    if packed.headers.contains_key("content-encoding") {
        assert_eq!(packed.body[..2], [0x1f, 0x8b]);
        assert!(packed.body.len() < page.body.len());
        assert_ne!(packed.headers["etag"], page.headers["etag"]);
    }
    assert_eq!(packed.headers["vary"], "accept-encoding");
    let head = server().request("HEAD", "/", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

/// Each takes less than a second; on a busy machine it may take twenty times as long.
#[test]
fn the_gallery_is_solved_in_no_time() {
    let gallery = server().get("/api/v2/gallery").json();
    let entries =
        gallery["sections"].as_array().unwrap().iter().flat_map(|section| section["entries"].as_array().unwrap());
    let mut positions = BTreeSet::new();
    for entry in entries {
        let position = entry["position"].as_str().unwrap();
        assert!(positions.insert(position), "{position} is there twice");
        let board = post("board", &json!({ "position": position }));
        assert_eq!(board.status, 200, "{}", board.text());
        let begun = std::time::Instant::now();
        let moves = post("solve", &json!({ "position": position })).event("moves");
        assert_eq!(moves["stopped_by"], Value::Null, "{position}");
        assert!(moves["moves"].as_array().unwrap().iter().all(|entry| entry["grundy"].is_u64()), "{position}");
        assert!(begun.elapsed().as_secs() < 20, "{position}: {:?}", begun.elapsed());
    }
    assert!(positions.len() > 30);
}

/// The documented answers are those that the server gives; `[..]` stands for anything.
#[test]
fn documented_answers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut shown = 0;
    for block in text.split("```").skip(1).step_by(2) {
        for example in block.split("$ curl -s").skip(1) {
            let (request, expected) = example.split_once('\n').unwrap();
            let address = request.trim().split(' ').next().unwrap();
            let address = address.strip_prefix("localhost:7171").unwrap();
            let answer = match request.split_once("--json '") {
                None => server().get(address),
                Some((_, rest)) => {
                    let body = rest.rsplit_once('\'').unwrap().0;
                    server().post(address, &serde_json::from_str(body).unwrap())
                }
            };
            let text = answer.text();
            assert!(matches(expected.trim(), text.trim()), "{request}\nshown:\n{expected}\ngiven:\n{text}");
            shown += 1;
        }
    }
    assert!(shown >= 5);
}

/// Whether a text matches a pattern in which `[..]` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split("[..]");
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap()) else { return false };
    let mut open = false;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
        open = piece.is_empty();
    }
    open || rest.is_empty()
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let port = server().port.to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(["serve", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message =
        format!("chomplex: port {port} is taken; choose another with --port, or any free one with --port 0\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
    assert!(output.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_it_whatever_goes_on() {
    let mut server = Server::start(&[]);
    let mut lines = server.open("/api/v2/solve", &json!({ "position": "boundary(8)" }));
    lines.find("progress");
    let begun = std::time::Instant::now();
    server.signal("-INT");
    assert_eq!(server.wait(), Some(130));
    // It takes less than a second. The search would go on for a minute.
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

/// Every malformed request gets an appropriate error.
#[test]
fn malformed_requests_are_refused() {
    let mut random = Random(7);
    let routes = ["board", "picture", "solve", "explain", "reply", "certificate", "from"];
    let valid = json!({ "position": "wheel(5) + complex[012 13]", "after": ["1:0"], "time": 0.05 }).to_string();
    let mut refused = 0;
    for _ in 0..400 {
        let mut body = valid.clone().into_bytes();
        match random.below(4) {
            0 => body = (0..random.below(200)).map(|_| random.below(256) as u8).collect(),
            1 => body.truncate(random.below(body.len())),
            2 => {
                for _ in 0..=random.below(4) {
                    let at = random.below(body.len());
                    body[at] = b"{}[]()\",:0129aexn+^\\ \x00\xff"[random.below(23)];
                }
            }
            _ => {
                let letters: Vec<char> = "wheelnimchopcx()[],;+^<0123456789 é\u{0}".chars().collect();
                let text: String = (0..random.below(40)).map(|_| letters[random.below(letters.len())]).collect();
                body = json!({ "position": text, "after": [text], "time": 0.05 }).to_string().into_bytes();
            }
        }
        let path = format!("/api/v2/{}", routes[random.below(routes.len())]);
        let answer = server().request("POST", &path, &[("content-type", "application/json")], &body);
        let sent = String::from_utf8_lossy(&body);
        match answer.status {
            200 => {}
            400..=499 => {
                answer.refusal(answer.status);
                refused += 1;
            }
            status => panic!("{path} {sent}: {status} {}", answer.text()),
        }
    }
    assert!(refused > 300, "{refused}");
    // Not even HTTP.
    for _ in 0..30 {
        let bytes: Vec<u8> = (0..100).map(|_| random.below(256) as u8).chain(*b"\r\n\r\n").collect();
        assert!((400..500).contains(&server().send(&bytes).status));
    }
}

/// Pseudorandom numbers (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        for shift in [13i32, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        (self.0 % bound as u64) as usize
    }
}
