import { emptyVideo, svgLogo } from '#src/server/sample/formats/media.ts'
import { xlsx } from '#src/server/sample/formats/office.ts'
import { pdf } from '#src/server/sample/formats/pdf.ts'
import { text } from '#src/server/sample/formats/text.ts'
import { zip } from '#src/server/sample/formats/zip.ts'
import { codeTexts } from './code-texts.ts'
import { noteTexts } from './note-texts.ts'
import { excelMime, file, fuji, photo, poster, ricoh, textFile } from './sample-file.ts'
import type { SampleFile } from './sample-file.ts'

/** What the owner works on: designs, source code, the press kit. */
export const workFiles: readonly SampleFile[] = [
  poster('Work/Design', 'Poster, sun.png', 'poster-sun', 38.4),
  poster('Work/Design', 'Poster, waves.png', 'poster-waves', 37.9),
  poster('Work/Design', 'Key mark.png', 'poster-key', 36.2),
  file('Work/Design', 'Fjordlight logo.svg', 'image/svg+xml', 52.1, () =>
    svgLogo('#1f6f8b', '#0b2530'),
  ),
  textFile('Work/Design', 'tokens.json', 'application/json', 14.2, codeTexts.json),
  poster('Work/Design/设计稿 · 第三版', '海报 第三版.png', 'poster-sun', 9.4, 1100),
  poster('Work/Design/设计稿 · 第三版', '图标.png', 'poster-key', 9.3, 800),
  file('Work/Design/设计稿 · 第三版', '标志（暖色）.svg', 'image/svg+xml', 9.2, () =>
    svgLogo('#f2b84b', '#b93a2e'),
  ),
  textFile(
    'Work/Design/设计稿 · 第三版',
    '设计说明.md',
    'text/markdown',
    9.1,
    noteTexts.chineseDesign,
  ),
  textFile(
    'Work/Design/设计稿 · 第三版',
    '配色.json',
    'application/json',
    9.05,
    codeTexts.json.replace('Fjordlight tokens', '海光配色'),
  ),
  textFile('Work/Code', 'README.md', 'text/markdown', 40.2, codeTexts.readme),
  textFile('Work/Code', 'tide.ts', 'text/typescript', 39.8, codeTexts.typescript),
  textFile('Work/Code', 'sort_photos.py', 'text/x-python', 120.7, codeTexts.python),
  textFile('Work/Code', 'cards.css', 'text/css', 39.1, codeTexts.css),
  textFile('Work/Code', 'index.html', 'text/html', 39.05, codeTexts.html),
  textFile('Work/Code', 'stale-stations.sql', 'application/sql', 64.3, codeTexts.sql),
  textFile('Work/Code', 'nightly.sh', 'application/x-sh', 201.2, codeTexts.shell),
  file('Work/Code', 'tidewatch-0.4.0.zip', 'application/zip', 18.5, () =>
    zip([
      { name: 'tidewatch/README.md', bytes: text(codeTexts.readme) },
      { name: 'tidewatch/src/tide.ts', bytes: text(codeTexts.typescript) },
      { name: 'tidewatch/web/cards.css', bytes: text(codeTexts.css) },
    ]),
  ),
  textFile('Press kit', 'Press release.txt', 'text/plain', 16.3, noteTexts.press),
  file('Press kit', 'Fact sheet.pdf', 'application/pdf', 16.2, () =>
    pdf({
      title: 'Coast archive: facts',
      paragraphs: [
        '# In numbers',
        '48,000 pictures. 31 stations. 12 years. Four people, two of them part time.',
        '# Where',
        'Svolvær, Norway, in an old cod-liver oil factory with good light.',
        '# Contact',
        'Ingrid Solberg, press@fjordlight.example',
      ],
    }),
  ),
  file('Press kit', 'Logo, dark.svg', 'image/svg+xml', 16.1, () => svgLogo('#0f1d24', '#14303a')),
  photo(
    'Press kit',
    'Fjord, web size.jpg',
    'fjord-cabins',
    16.05,
    { camera: fuji, f: '8', iso: 160, mm: 23, seconds: '1/60', at: '2026-07-05T22:41:09+02:00' },
    1000,
  ),
  photo(
    'Press kit',
    'Harbour, web size.jpg',
    'harbour',
    16.04,
    {
      camera: ricoh,
      f: '5.6',
      iso: 200,
      mm: 18,
      seconds: '1/320',
      at: '2026-07-10T11:03:48+02:00',
    },
    1000,
  ),
  file('Press kit', 'Interview (placeholder).mp4', 'video/mp4', 15.9, () => emptyVideo()),
  textFile('Onboarding', 'Welcome.md', 'text/markdown', 320.5, noteTexts.welcome),
  textFile('Onboarding', 'Checklist.txt', 'text/plain', 2.1, noteTexts.checklist),
  file('Onboarding', 'Who is who.xlsx', excelMime, 95.2, () =>
    xlsx(
      [
        ['Name', 'Does', 'Ask about'],
        ['Ingrid Solberg', 'Archive', 'pictures, boats'],
        ['Mateus Carvalho', 'Maps', 'coordinates, coffee'],
        ['Aiko Tanabe', 'Design', 'type, colour'],
        ['王晓雨', 'Data', 'tides, tea'],
      ],
      'People',
    ),
  ),
]
