#!/usr/bin/env python3
"""Checks that comments and prose wrap at 100 columns; with --wrap, rewraps the given Markdown files.

Tables, headings, links, code and console blocks are left alone, and so is a line of a single word.
"""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

WIDTH = 100
ITEM = re.compile(r"(\s*)([-*+] |\d+[.)] )")
# Generated files, and those whose lines are not ours.
SKIPPED = ("THIRD-PARTY.md", "licences", "crates/chomplex-cli/page/dist")
# Folders that hold nothing of the sources.
OTHERS = ("target", "node_modules", "__pycache__")
# How a comment begins in files of each kind.
COMMENT = {".rs": r"\s*//", ".py": r"\s*#", ".pyi": r"\s*#", ".ts": r"\s*(//|\*|/\*)", ".mjs": r"\s*(//|\*|/\*)"}


def markdown_blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Splits Markdown into blocks of lines, each either prose or something to leave alone."""
    fence = False
    block: list[str] = []
    for line in text.split("\n"):
        stripped = line.lstrip()
        toggles = stripped.startswith(("```", "~~~"))
        is_code = fence or toggles or (line.startswith("    ") and not block)
        is_other = is_code or not stripped or stripped.startswith(("|", "#", "<", "[<", "!", "$", ">"))
        is_other = is_other or bool(re.match(r"\[[^]]*\]: ", stripped))
        if toggles:
            fence = not fence
        if is_other or (ITEM.match(line) and block):
            if block:
                yield True, block
            block = []
        if is_other:
            yield False, [line]
        else:
            block.append(line)
    if block:
        yield True, block


def wrapped(block: list[str]) -> list[str]:
    """A paragraph or an item of a list, wrapped."""
    item = ITEM.match(block[0])
    first = item.group(0) if item else re.match(r"\s*", block[0]).group(0)
    rest = " " * len(first)
    words = " ".join(line.strip() for line in block)[len(first.strip()) :].strip()
    # A code span stays on one line.
    words = re.sub(r"`[^`]*`", lambda span: span.group(0).replace(" ", "\0"), words)
    lines = textwrap.wrap(
        words, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def wrap(path: Path) -> None:
    lines: list[str] = []
    for prose, block in markdown_blocks(path.read_text()):
        lines += wrapped(block) if prose and any(len(line) > WIDTH for line in block) else block
    path.write_text("\n".join(lines))


def is_too_long(line: str) -> bool:
    """Whether a line could be shorter: a lone word or a code span cannot."""
    words = re.sub(r"`[^`]*`", "x", line).split()
    return len(line) > WIDTH and len(words) > 2


def long_lines(path: Path) -> Iterator[int]:
    text = path.read_text()
    if path.suffix == ".md":
        number = 0
        for prose, block in markdown_blocks(text):
            for line in block:
                number += 1
                if prose and is_too_long(line):
                    yield number
        return
    fence = example = False
    for number, line in enumerate(text.split("\n"), 1):
        if not re.match(COMMENT[path.suffix], line):
            example = False
            continue
        body = re.sub(r"^\s*(//[/!]?|#|/?\*+)", "", line).strip()
        fence ^= body.startswith("```")
        # The output of an example is as the program prints it.
        example = bool(body) and (example or body.startswith(">>>"))
        if not fence and not example and not body.startswith("|") and is_too_long(line):
            yield number


def sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name in OTHERS or str(path).startswith(SKIPPED):
            continue
        if path.is_dir():
            yield from sources(path)
        elif path.suffix in (".md", *COMMENT):
            yield path


def main() -> int:
    if sys.argv[1:2] == ["--wrap"]:
        for name in sys.argv[2:]:
            wrap(Path(name))
        return 0
    places = [f"{path}:{number}" for path in sorted(sources(Path())) for number in long_lines(path)]
    for place in places:
        print(f"{place}: wrap this line at {WIDTH} columns", file=sys.stderr)
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
