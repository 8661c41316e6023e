/** Contents of the source files among the sample files. */
export const codeTexts = {
  readme: `# tidewatch

Small service that fetches tide tables for the Norwegian coast and answers one
question: *is it safe to walk out to the skerry this afternoon?*

## Running it

    npm install
    npm start -- --station svolvaer

The first run downloads a year of predictions (about 300 kB) and keeps them in
\`~/.cache/tidewatch\`.

## How it works

1. \`stations.json\` lists stations with their offset to chart datum.
2. \`tide.ts\` interpolates between high and low water with a half cosine.
3. Anything below 0.4 m for at least two hours counts as a window.

| Station   | Mean range | Spring range |
| --------- | ---------: | -----------: |
| Svolvær   |      1.9 m |        2.7 m |
| Kabelvåg  |      1.9 m |        2.7 m |
| Stamsund  |      1.8 m |        2.6 m |

Corrections are welcome. Nobody should trust this with a boat.
`,
  typescript: `import { readFile } from 'node:fs/promises';

export type Extreme = { at: Date; metres: number; kind: 'high' | 'low' };
export type Window = { from: Date; to: Date; lowest: number };

const HALF_HOUR = 30 * 60 * 1000;

/** Height between two extremes. A half cosine is within 5 cm on open coast. */
export function heightAt(time: Date, before: Extreme, after: Extreme): number {
  const span = after.at.getTime() - before.at.getTime();
  const t = (time.getTime() - before.at.getTime()) / span;
  const eased = (1 - Math.cos(Math.PI * t)) / 2;
  return before.metres + (after.metres - before.metres) * eased;
}

export function* windows(extremes: Extreme[], limit = 0.4): Generator<Window> {
  let open: Window | undefined;
  for (let i = 1; i < extremes.length; i++) {
    const [before, after] = [extremes[i - 1]!, extremes[i]!];
    for (let ms = before.at.getTime(); ms < after.at.getTime(); ms += HALF_HOUR) {
      const at = new Date(ms);
      const metres = heightAt(at, before, after);
      if (metres < limit) {
        open ??= { from: at, to: at, lowest: metres };
        open.to = at;
        open.lowest = Math.min(open.lowest, metres);
      } else if (open) {
        yield open;
        open = undefined;
      }
    }
  }
}

export async function load(path: string): Promise<Extreme[]> {
  const rows = JSON.parse(await readFile(path, 'utf8')) as { t: string; h: number; k: string }[];
  return rows.map((r) => ({ at: new Date(r.t), metres: r.h, kind: r.k === 'H' ? 'high' : 'low' }));
}
`,
  python: `"""Sort a card of photographs into one folder per day."""

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
`,
  css: `:root {
  --ink: #14303a;
  --paper: #f7f1e5;
  --sun: #e4572e;
  --sea: #1f6f8b;
  --step: clamp(1rem, 0.8rem + 1vw, 1.5rem);
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 'Inter', system-ui, sans-serif;
}

.card {
  display: grid;
  gap: var(--step);
  padding: var(--step);
  border: 1px solid color-mix(in srgb, var(--ink) 16%, transparent);
  border-radius: 12px;
}

.card:focus-within {
  outline: 2px solid var(--sea);
  outline-offset: 2px;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f1e9da;
    --paper: #0f1d24;
  }
}
`,
  json: `{
  "name": "Fjordlight tokens",
  "version": 3,
  "colour": {
    "ink": { "light": "#14303a", "dark": "#f1e9da" },
    "paper": { "light": "#f7f1e5", "dark": "#0f1d24" },
    "accent": { "light": "#1f6f8b", "dark": "#7cc4d8" },
    "warning": { "light": "#9a4a00", "dark": "#ffb870" }
  },
  "space": [0, 4, 8, 12, 16, 24, 32, 48],
  "radius": { "small": 6, "medium": 10, "large": 16 },
  "motion": { "quick": "120ms", "calm": "240ms", "curve": "cubic-bezier(0.2, 0, 0, 1)" }
}
`,
  sql: `-- Stations that have not reported for two days, with the last value they sent.
select s.name, max(r.at) as last_seen, count(*) filter (where r.suspect) as suspect
from stations s
left join readings r on r.station_id = s.id
group by s.id, s.name
having max(r.at) < now() - interval '2 days'
order by last_seen nulls first;
`,
  shell: `#!/bin/sh
# Nightly copy of the archive to the disk in the cellar.
set -eu
stamp=$(date +%F)
rsync -a --delete --link-dest=../latest /srv/archive/ "/mnt/cellar/$stamp/"
ln -sfn "$stamp" /mnt/cellar/latest
`,
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Coast archive</title>
    <link rel="stylesheet" href="cards.css" />
  </head>
  <body>
    <main class="card">
      <h1>Coast archive</h1>
      <p>Twelve years of light, in order.</p>
    </main>
  </body>
</html>
`,
}
