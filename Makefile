# `make` is what CI runs: format, lints, the page, tests with the corpus and the transcripts, a browser, documentation.
# `make slow` runs the slow tests as well. `make bench` runs the benchmarks of BENCHMARKS.md, `make bench BENCH=table` one of them.
# `make page` builds the page of `chomplex serve` anew, `make e2e` tests it in a browser.

CARGO ?= cargo

.PHONY: all tools format lint test doc slow bench page e2e clean

all: tools format lint page test e2e doc

# What a bare installation of Rust may lack.
tools:
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

format: tools
	$(CARGO) fmt --all --check

lint: tools
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings

# A plain `cargo run` is `chomplex`, as the README says. nextest where it is installed; it skips the doc tests.
test:
	$(CARGO) run --quiet --all-features --locked -- solve "boundary(4)"
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		set -x; $(CARGO) nextest run --workspace --all-features --locked --no-fail-fast && $(CARGO) test --workspace --all-features --locked --doc; \
	else \
		set -x; $(CARGO) test --workspace --all-features --locked --no-fail-fast; \
	fi

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps --locked

slow:
	$(CARGO) test --release --workspace --all-features --locked -- --include-ignored

# Each asserts its answers. All of them take a quarter of an hour or so.
BENCH ?= *
bench:
	$(CARGO) bench --package chomplex --locked --bench '$(BENCH)'

# The built page is committed, so that Rust alone builds everything. This builds it again from `web/`: the same source gives the same bytes, and
# anything else is an error (the new files are there to be committed).
PAGE := crates/chomplex-cli/page/dist
page:
	@if ! command -v npm >/dev/null; then echo "page: LEFT OUT: Node is not installed" >&2; test "$$CI" != true; exit; fi; \
	set -ex; before=$$(mktemp -d); trap 'rm -rf "$$before"' EXIT; cp -R $(PAGE)/. "$$before"; \
	(cd web && npm ci && npm run check && npm run build); \
	diff -r "$$before" $(PAGE) || { echo "page: the built page is not the one that was there; commit the new one" >&2; exit 1; }

# Against the program that `make test` built, which has the page in it.
e2e:
	$(CARGO) build --locked --all-features --package chomplex-cli
	CHOMPLEX="$${CHOMPLEX:-$${CARGO_TARGET_DIR:-$(CURDIR)/target}/debug/chomplex}" web/e2e/run.sh

clean:
	$(CARGO) clean
