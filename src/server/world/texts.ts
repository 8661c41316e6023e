/** The words inside the sample world's text files. */
export const texts = {
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
  attendees: `Name,Organisation,Country,Arrives,Diet,Confirmed
Ingrid Solberg,Havn Studio,Norway,2026-09-14,none,yes
Mateus Carvalho,Porto Maps,Portugal,2026-09-14,vegetarian,yes
Aiko Tanabe,Nami Works,Japan,2026-09-13,no shellfish,yes
"Okafor, Chidi",Lagos Civic Lab,Nigeria,2026-09-14,none,no
Leila Haddad,مرصد الساحل,Lebanon,2026-09-15,halal,yes
王晓雨,海岸数据,China,2026-09-13,none,yes
Søren Østergaard,Kattegat ApS,Denmark,2026-09-14,vegan,yes
"Grace ""Gigi"" Liu",Freelance,Canada,2026-09-15,gluten free,no
Noa Ben-Ami,גל פתוח,Israel,2026-09-14,kosher,yes
Tomasz Wójcik,Bałtyk Dane,Poland,2026-09-14,none,yes
`,
  meeting: `# Weekly, 6 July 2026

Present: Ingrid, Mateus, Aiko. Away: Chidi (leave).

## Decided

- The autumn workshop is in Svolvær, 15–17 September. Ingrid books the hall.
- Photographs for the press kit come from the July trip. No stock pictures.
- Guest links expire after 30 days unless somebody has a reason.

## Open

- [ ] Aiko: second quote for printing (the first is 40 % over).
- [ ] Mateus: ask the harbour office whether the quay is free on the 16th.
- [x] Ingrid: send the dates to everyone who signed up in May.

## Parked

Do we need name badges at all? Come back to this when we know if we are forty or eighty.
`,
  travel: `# Lofoten, 4–12 July 2026

| Day | Where                | Night at             |
| --- | -------------------- | -------------------- |
| Sat | Bodø → Moskenes      | Ferry, 15:15         |
| Sun | Reine, Hamnøy        | Red cabin no. 4      |
| Mon | Bunes beach (boat)   | Red cabin no. 4      |
| Tue | Nusfjord, Ramberg    | Ramberg camp         |
| Wed | Haukland, Mannen     | Ramberg camp         |
| Thu | Henningsvær          | With Ingrid's cousin |
| Fri | Svolvær, Svolværgeita| Guest harbour        |

**Bring:** rain trousers, two pairs of wool socks each, head torches are *not* needed
(the sun does not set), eye masks are.

Boat to Bunes leaves Reine 10:00 and 15:00. Cash or Vipps only.
`,
  recipe: `# Lemon and cardamom buns

Makes sixteen. Start the evening before.

## Dough

- 500 g plain flour, strong if you have it
- 75 g sugar
- 2 tsp cardamom, freshly ground
- 12 g fresh yeast
- 3 dl whole milk, cold
- 100 g soft butter

## Filling

- 100 g butter, 90 g sugar, zest of two lemons

Mix everything but the butter, knead ten minutes, add the butter in pieces, knead ten more.
Leave in the fridge overnight. Roll to 40 × 50 cm, spread, fold in three, cut into strips, knot.
Prove until they wobble. 225 °C for nine minutes. Brush with syrup while hot.
`,
  chinese: `# 产品例会纪要

时间：2026年7月8日 10:00
地点：三楼会议室 / 线上
出席：王晓雨、李明哲、陈思远、Aiko

## 结论

1. 分享链接默认有效期改为三十天，可手动延长。
2. 设计稿第三版通过，图标由陈思远在周五前交付。
3. 文件锁的提示语需要更清楚：写明是谁锁定、何时锁定。

## 待办

- [ ] 李明哲：整理用户反馈，重点看“找不到回收站”的问题。
- [ ] 王晓雨：确认九月研讨会的行程和签证。
- [x] 陈思远：上传新版配色。

下次会议：7月15日，同一时间。
`,
  chineseDesign: `# 设计说明（第三版）

本版调整：

- 主色由深蓝改为海青，正文对比度提高到 7.2:1。
- 列表行高从 40 像素改为 44 像素，触屏更易点按。
- 空文件夹页面增加插图与一句说明。
- 深色模式下去掉纯黑背景，改用 #0f1d24。

遗留问题：长文件名在窄屏下的截断方式尚未确定，倾向于保留扩展名。
`,
  arabic: `تقرير متابعة المشروع — يوليو ٢٠٢٦

الملخص
أنهى الفريق المرحلة الأولى من جمع بيانات المد والجزر في ثلاث محطات ساحلية،
وبدأ العمل على الخريطة التفاعلية. لا توجد مخاطر تؤثر في موعد التسليم.

ما أُنجز
• معايرة أجهزة القياس في المحطات الثلاث.
• تدريب أربعة متطوعين على إدخال البيانات.
• نشر النسخة التجريبية (version 0.4) للمراجعة الداخلية.

الخطوات القادمة
١. مراجعة الترجمة قبل ٢٠ يوليو.
٢. إرسال الدعوات إلى ورشة سبتمبر.
٣. إعداد الميزانية للربع الأخير.

للتواصل: ليلى حداد
`,
  hebrew: `סיכום שיחה, 9 ביולי 2026

דיברנו על הסדנה בספטמבר. נועה תגיע ביום שני ותביא את המפות המודפסות.
צריך לבדוק אם אפשר לשלוח את הציוד מראש (בערך 12 ק"ג).

לעשות:
- לאשר מלון עד יום חמישי
- לשלוח לאינגריד את מידות הקיר
`,
  memo: `Rang the printer. They can hold the price until the 24th if we confirm the paper.
120 g uncoated looks better than the silk in the sample, and the blue is closer.
Ask Aiko before saying yes.
`,
  welcome: `# Welcome

A few things that are easy to miss in the first week:

1. **Shared folders** live under *Shared with me*. You can read them straight away.
2. **Links** you make for guests expire after 30 days. You can change that on each link.
3. **Trash** keeps things for 30 days. Restoring puts them back where they were.
4. **Locks** say who is editing. If somebody forgot one, ask them first.

Your first job: put a picture of yourself, or your dog, in *Onboarding*.
`,
  checklist: `First week
[x] Laptop and keys
[x] Calendar invitations accepted
[ ] Read the handbook (40 minutes)
[ ] Coffee with someone outside the team
[ ] Ship something tiny
`,
  press: `FOR IMMEDIATE RELEASE — 1 July 2026

Fjordlight opens its coast archive

Svolvær. Twelve years of photographs and tide measurements from the outer islands are open to
everyone from today. The archive holds 48,000 pictures, all of them described, dated and placed
on a map.

"People kept asking whether the beach used to be wider," says Ingrid Solberg, who started the
project with a borrowed camera in 2014. "Now they can look."

Press pictures in this folder may be used freely when the archive is named.
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
} as const
