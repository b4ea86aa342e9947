# `make` is what CI runs: format, prose, workflows, lints, the page, tests with the corpus and the transcripts, the Python package, a browser, documentation, the book.
# `make slow` runs the slow tests as well. `make bench` runs the benchmarks of BENCHMARKS.md, `make bench BENCH=table` one of them.
# `make page` builds the page of `chomplex serve` anew, `make e2e` tests it in a browser.
# `make python` tests the Python package, `make spark` its sweeps on a cluster, `make wheel` builds a wheel to install, `make bench-python` measures what a call costs.

CARGO ?= cargo
PYTHON ?= python3

.PHONY: all tools format prose workflows venv lint features test package python spark doc book face package-crates slow bench bench-python wheel page e2e clean

all: tools format prose workflows lint features page test python spark e2e doc book

# What a bare installation of Rust may lack.
tools:
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

format: tools
	$(CARGO) fmt --all --check

lint: tools
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings

# The library without its features, and with each of them alone.
features:
	for feature in "" parallel survey tablebase draw; do \
		$(CARGO) clippy --package chomplex --lib --no-default-features --features "$$feature" --locked -- -D warnings || exit 1; \
	done

# nextest where it is installed; it skips the doc tests. Everything is compiled with the features of the whole workspace, and so
# once; that a plain `cargo run` is `chomplex`, as the README says, is read off.
test:
	$(CARGO) metadata --no-deps --locked --format-version 1 | grep -q '"default_run":"chomplex"'
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		set -x; $(CARGO) nextest run --workspace --all-features --locked --no-fail-fast && $(CARGO) test --workspace --all-features --locked --doc; \
	else \
		set -x; $(CARGO) test --workspace --all-features --locked --no-fail-fast; \
	fi
	for example in solve certify conjecture family rule sweep; do $(TARGET)/debug/examples/$$example || exit 1; done

TARGET := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
VENV := $(TARGET)/python-venv
BOOK_VENV := $(TARGET)/book-venv
PACKAGE := $(TARGET)/python
PROFILE ?= dev
BUILT := $(TARGET)/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))
IN_PYTHON := PYTHONPATH=$(PACKAGE) MYPYPATH=$(PACKAGE) $(VENV)/bin/python -m
SPARK_TESTS ?=
PYTHON_TESTS ?=

ifeq ($(shell $(PYTHON) -c 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11))' 2>/dev/null),True)

# A virtual environment with what the tests of the Python package and the checks of the prose need.
venv:
	test -e $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement crates/chomplex-py/tests/requirements.txt

# Comments and prose wrap at 100 columns, and no word is misspelt.
prose: venv
	$(VENV)/bin/python scripts/prose.py
	$(VENV)/bin/typos

# The workflows and forms for GitHub and the citation, against their schemas.
SCHEMA := $(VENV)/bin/check-jsonschema --quiet --builtin-schema
workflows: venv
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA) vendor.citation-file-format CITATION.cff

# The book, in target/book. A dead link or a page without a place in the book is an error.
book:
	test -e $(BOOK_VENV)/bin/python || $(PYTHON) -m venv $(BOOK_VENV)
	$(BOOK_VENV)/bin/pip install --quiet --disable-pip-version-check --requirement docs/requirements.txt
	NO_MKDOCS_2_WARNING=1 $(BOOK_VENV)/bin/mkdocs build --quiet --site-dir $(TARGET)/book

# The package as `make test` compiled it.
package: venv
	$(CARGO) build --profile $(PROFILE) --workspace --all-features --locked --lib --tests
	rm -rf $(PACKAGE) && mkdir -p $(PACKAGE) && cp -R crates/chomplex-py/python/chomplex $(PACKAGE)
	cp $$(ls $(BUILT)/lib_native.so $(BUILT)/lib_native.dylib 2>/dev/null) $(PACKAGE)/chomplex/_native.abi3.so

python: package
	$(VENV)/bin/ruff format --check crates/chomplex-py
	$(VENV)/bin/ruff check crates/chomplex-py
	$(IN_PYTHON) mypy --strict crates/chomplex-py/python/chomplex
	$(IN_PYTHON) pytest --quiet crates/chomplex-py/tests --ignore crates/chomplex-py/tests/spark $(PYTHON_TESTS)

# Sweeps on a cluster of one master and two workers, which is started for it.
spark: package
	PYTHONPATH=$(PACKAGE) crates/chomplex-py/tests/spark/run.sh $(VENV)/bin/python $(SPARK_TESTS)

else

prose workflows book python spark:
	@echo "$@: LEFT OUT: Python 3.11 with venv is not installed" >&2; test "$$CI" != true

endif

# The source distribution, a wheel built from it, and whether that can be installed.
wheel:
	rm -rf $(TARGET)/wheels $(TARGET)/wheel-venv && $(PYTHON) -m venv $(TARGET)/wheel-venv
	$(TARGET)/wheel-venv/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
	$(TARGET)/wheel-venv/bin/maturin sdist --out $(TARGET)/wheels
	$(TARGET)/wheel-venv/bin/pip wheel --disable-pip-version-check --no-deps --wheel-dir $(TARGET)/wheels $(TARGET)/wheels/chomplex-*.tar.gz
	$(TARGET)/wheel-venv/bin/pip install --quiet --disable-pip-version-check $(TARGET)/wheels/chomplex-*.whl
	cd $(TARGET) && wheel-venv/bin/python -c 'import chomplex; assert chomplex.position("boundary(6)").solve().grundy == 0'

# What a call from Python costs, against the same from Rust.
bench-python: wheel
	$(CARGO) bench --package chomplex --locked --bench call > $(TARGET)/call.txt
	$(TARGET)/wheel-venv/bin/python crates/chomplex-py/benches/call.py $(TARGET)/call.txt

doc: face
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps --locked

# The public names of the library, compared with the list that is committed. `make face UPDATE=--update` writes them down.
face:
	RUSTDOC=$(CURDIR)/scripts/rustdoc-unstable RUSTDOCFLAGS="-Z unstable-options --output-format json --document-hidden-items" \
		$(CARGO) doc --workspace --all-features --no-deps --locked --lib
	$(PYTHON) scripts/face.py $(TARGET)/doc/chomplex.json crates/chomplex/face.txt $(UPDATE)

# What would be published of each crate, built from its package.
package-crates:
	$(CARGO) package --workspace --exclude chomplex-py --exclude chomplex-wasm --locked --allow-dirty

slow: wheel
	$(CARGO) run --release --quiet --locked -- solve "boundary(4)"
	$(CARGO) test --release --workspace --all-features --locked -- --include-ignored
	$(MAKE) python PROFILE=release PYTHON_TESTS='-m slow'
	$(MAKE) spark PROFILE=release SPARK_TESTS='-m slow'

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
	$(CARGO) build --workspace --all-features --locked --bins --tests
	CHOMPLEX="$${CHOMPLEX:-$${CARGO_TARGET_DIR:-$(CURDIR)/target}/debug/chomplex}" web/e2e/run.sh

clean:
	$(CARGO) clean
