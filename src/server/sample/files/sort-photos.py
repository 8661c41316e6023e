"""Sort a card of photographs into one folder per day."""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from datetime import datetime
from pathlib import Path

SUFFIXES = {".jpg", ".jpeg", ".raf", ".dng"}


def taken(path: Path) -> datetime:
    # The camera sets the file time; reading EXIF would be better, but this has no dependencies.
    return datetime.fromtimestamp(path.stat().st_mtime)


def sort(card: Path, target: Path, dry: bool) -> Counter[str]:
    moved: Counter[str] = Counter()
    for path in sorted(card.rglob("*")):
        if path.suffix.lower() not in SUFFIXES:
            continue
        day = taken(path).strftime("%Y-%m-%d")
        moved[day] += 1
        if dry:
            continue
        folder = target / day
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, folder / path.name)
    return moved


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("card", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--dry-run", action="store_true")
    args = parser.parse_args()
    for day, count in sorted(sort(args.card, args.target, args.dry_run).items()):
        print(f"{day}  {count:4d} files")
