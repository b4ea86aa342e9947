"""Packs the programs of a release with their licences, manual pages and completions.

Usage: archive.py VERSION TARGET FOLDER OUT

FOLDER holds the programs, built for TARGET, such as target/release. They run here, since they write
their manual pages and completions themselves. The archive goes to the folder OUT: a zip file for
Windows, otherwise a compressed tar file.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md")
# The file names are those that each shell looks for.
COMPLETIONS = {
    "bash": "chomplex.bash",
    "elvish": "chomplex.elv",
    "fish": "chomplex.fish",
    "powershell": "_chomplex.ps1",
    "zsh": "_chomplex",
}


def fill(folder: Path, programs: Path, ending: str) -> None:
    folder.mkdir()
    for program in ("chomplex", "chomplex-check"):
        shutil.copy(programs / f"{program}{ending}", folder)
    for document in DOCUMENTS:
        shutil.copy(ROOT / document, folder)
    shutil.copytree(ROOT / "licences", folder / "licences")
    chomplex = folder / f"chomplex{ending}"
    subprocess.run([chomplex, "man", "--dir", folder / "man"], check=True, stdout=subprocess.DEVNULL)
    (folder / "completions").mkdir()
    for shell, name in COMPLETIONS.items():
        script = subprocess.run([chomplex, "completions", shell], check=True, stdout=subprocess.PIPE).stdout
        (folder / "completions" / name).write_bytes(script)


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    version, target, programs, out = sys.argv[1:]
    windows = "windows" in target
    name = f"chomplex-{version}-{target}"
    Path(out).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        fill(Path(scratch) / name, Path(programs), ".exe" if windows else "")
        kind = "zip" if windows else "gztar"
        print(shutil.make_archive(str(Path(out).resolve() / name), kind, root_dir=scratch, base_dir=name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
