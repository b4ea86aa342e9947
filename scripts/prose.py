#!/usr/bin/env python3
"""Checks the prose; with --wrap, rewraps the given Markdown files.

Comments and prose wrap at 100 columns. A sentence of a Markdown file has at most 40 words, a
paragraph at most 120. No text contains a phrase of `scripts/phrases.txt`. Tables, headings, links,
code and console blocks are left alone, and so is a line of a single word.
"""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

WIDTH = 100
MOST_IN_SENTENCE = 40
MOST_IN_PARAGRAPH = 120
SENTENCE_END = re.compile(r"(?<=[.!?:])[*_)”\"]* (?=[^a-z])")
PHRASES = Path("scripts/phrases.txt")
ITEM = re.compile(r"(\s*)([-*+] |\d+[.)] )")
# Generated files, and those whose lines are not ours.
SKIPPED = ("THIRD-PARTY.md", "licences", "crates/chomplex-cli/page/dist")
# Folders that hold nothing of the sources.
OTHERS = ("target", "node_modules", "__pycache__")
# How a comment begins in files of each kind.
COMMENT = {".rs": r"\s*//", ".py": r"\s*#", ".pyi": r"\s*#", ".ts": r"\s*(//|\*|/\*)", ".mjs": r"\s*(//|\*|/\*)"}
# Other files with text for users, in which only the phrases are checked.
TEXTS = (".svelte", ".ipynb", ".trycmd")


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


def readable(block: list[str]) -> str:
    """The words of a paragraph: code spans and the targets of links are one word each."""
    text = " ".join(line.strip() for line in block)
    text = re.sub(r"`[^`]*`", "code", text)
    return re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)


def long_sentences(path: Path) -> Iterator[tuple[int, str]]:
    number = 1
    for prose, block in markdown_blocks(path.read_text()):
        if prose:
            text = readable(block)
            words = len(text.split())
            if words > MOST_IN_PARAGRAPH:
                yield number, f"a paragraph of {words} words"
            for sentence in SENTENCE_END.split(text):
                words = len(sentence.split())
                if words > MOST_IN_SENTENCE:
                    yield number, f"a sentence of {words} words: {sentence[:60]}…"
        number += len(block)


def banned(path: Path, phrases: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    # A phrase may be broken over two lines, with the mark of a comment between.
    text = re.sub(r"\n\s*(//[/!]?|#|\*)?\s*", lambda gap: "\n" + " " * (len(gap.group(0)) - 1), path.read_text())
    for found in phrases.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, f"the phrase {' '.join(found.group(0).split())!r}"


def sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name in OTHERS or str(path).startswith(SKIPPED):
            continue
        if path.is_dir():
            yield from sources(path)
        elif path.suffix in (".md", *COMMENT, *TEXTS):
            yield path


def main() -> int:
    if sys.argv[1:2] == ["--wrap"]:
        for name in sys.argv[2:]:
            wrap(Path(name))
        return 0
    lines = (line for line in PHRASES.read_text().splitlines() if line and not line.startswith("#"))
    phrases = re.compile("|".join(r"\s+".join(line.split()) for line in lines), re.IGNORECASE)
    findings = []
    for path in sorted(sources(Path())):
        if path.suffix not in TEXTS:
            findings += [f"{path}:{number}: wrap this line at {WIDTH} columns" for number in long_lines(path)]
        if path.suffix == ".md":
            findings += [f"{path}:{number}: {what}" for number, what in long_sentences(path)]
        findings += [f"{path}:{number}: {what}" for number, what in banned(path, phrases)]
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
