"""Lists the public names of a crate, and compares them with the list that is committed.

Usage: face.py RUSTDOC_JSON LIST [--update]

Each line is an item with its signature as the source has it. Items hidden from the documentation
are not part of the list: they may change in any release.
"""

import json
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

# Items that stand for themselves, and how far their declaration reaches.
DECLARED = {"function", "constant", "static", "type_alias", "assoc_const", "assoc_type", "macro"}


class Face:
    """The documented items of a crate."""

    def __init__(self, path: Path) -> None:
        crate = json.loads(path.read_text())
        self.index = crate["index"]
        self.root = str(crate["root"])
        # Where each item was listed. Re-exports elsewhere only name it.
        self.listed: dict[str, str] = {}

    def lines(self) -> list[str]:
        return sorted(self.module(self.root, self.index[self.root]["name"]))

    def module(self, item: str, path: str) -> Iterator[str]:
        """The items of a module, those of its submodules last."""
        children = [str(child) for child in self.index[item]["inner"]["module"]["items"]]
        for child in sorted(children, key=lambda child: "module" in self.index.get(child, {"inner": {}})["inner"]):
            yield from self.item(child, path)

    def item(self, key: str, path: str, name: str | None = None) -> Iterator[str]:
        if not self.is_shown(key):
            return
        item = self.index[key]
        ((kind, inner),) = item["inner"].items()
        if kind == "use":
            if inner["is_glob"]:
                yield from self.module(str(inner["id"]), path)
            else:
                yield from self.item(str(inner["id"]), path, inner["name"])
            return
        path = f"{path}::{name or item['name']}"
        if self.listed.setdefault(key, path) != path:
            yield f"use {self.listed[key]} as {path}"
        elif kind == "module":
            yield f"mod {path}"
            yield from self.module(key, path)
        elif kind in ("struct", "enum", "union", "trait"):
            yield f"{kind} {path}"
            yield from self.parts(kind, inner, path)
        elif kind in DECLARED:
            yield f"{path}: {self.declaration(item)}"

    def parts(self, kind: str, inner: dict, path: str) -> Iterator[str]:
        if kind == "struct" and "plain" in inner["kind"]:
            fields = inner["kind"]["plain"]["fields"]
        elif kind == "struct" and "tuple" in inner["kind"]:
            fields = [field for field in inner["kind"]["tuple"] if field is not None]
        else:
            fields = inner.get("variants", []) + inner.get("items", [])
        for field in map(str, fields):
            if self.is_shown(field):
                yield f"{path}::{self.index[field]['name']}: {self.declaration(self.index[field])}"
        for impl in map(str, inner.get("impls", [])):
            yield from self.impl(impl, path)

    def is_shown(self, key: str) -> bool:
        """Whether an item is public and not hidden from the documentation."""
        if key not in self.index:
            return False
        item = self.index[key]
        is_hidden = re.search(r"doc\(.*hidden", json.dumps(item["attrs"]))
        return not is_hidden and item["visibility"] in ("public", "default")

    def impl(self, key: str, path: str) -> Iterator[str]:
        if not self.is_shown(key):
            return
        impl = self.index[key]["inner"]["impl"]
        if impl["is_synthetic"] or impl["blanket_impl"] is not None:
            return
        if impl["trait"] is not None:
            yield f"impl {impl['trait']['path']} for {path}"
            return
        for method in map(str, impl["items"]):
            if self.is_shown(method):
                item = self.index[method]
                yield f"{path}::{item['name']}: {self.declaration(item)}"

    @staticmethod
    def declaration(item: dict) -> str:
        """The declaration of an item: its source up to the body, on one line."""
        span = item["span"]
        if span is None:
            return item["name"] or ""
        lines = Path(span["filename"]).read_text().splitlines()
        (first, start), (last, end) = span["begin"], span["end"]
        text = lines[first - 1 : last]
        text[-1] = text[-1][: end if first != last else None]
        text[0] = text[0][max(start - 1, 0) :]
        declared = " ".join(line.strip() for line in text if not line.strip().startswith(("//", "#[")))
        if item["name"] not in declared or "!" in declared.split("(")[0]:
            # A macro has made it.
            return item["name"]
        ((kind, _),) = item["inner"].items()
        if kind in ("function", "macro"):
            declared = re.split(r"\s*(?:\{|;$)", declared)[0]
        elif kind in ("constant", "static", "assoc_const"):
            declared = declared.split(" = ")[0]
        return declared.rstrip(",; ")


def main() -> int:
    source, listing = Path(sys.argv[1]), Path(sys.argv[2])
    found = Face(source).lines()
    if "--update" in sys.argv:
        listing.write_text("\n".join(found) + "\n")
        return 0
    before = listing.read_text().splitlines()
    difference = list(unified_diff(before, found, str(listing), "the crate", lineterm="", n=0))
    if difference:
        print("\n".join(difference))
        print(f"the public names of the crate are not those in {listing}; `make face UPDATE=--update` writes them down")
    return bool(difference)


if __name__ == "__main__":
    sys.exit(main())
