"""Prints the section of CHANGELOG.md about a version, for the notes of a release.

Usage: notes.py VERSION
"""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"


def notes(version: str) -> str:
    """The section under the heading of the version, which may go on with a date."""
    heading = re.compile(rf"## {re.escape(version)}(\s|,|$)")
    section: list[str] = []
    inside = False
    for line in CHANGELOG.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = heading.match(line) is not None
        elif inside:
            section.append(line)
    return "\n".join(section).strip()


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    text = notes(sys.argv[1])
    if not text:
        print(f"CHANGELOG.md has no section about {sys.argv[1]}", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
