import {
  docx,
  emptyVideo,
  melody,
  pdf,
  svgLogo,
  text,
  xlsx,
  zip,
} from '#src/server/world/documents.ts'
import { drawPicture, pictureMime } from '#src/server/world/pictures.ts'
import type { Scene } from '#src/server/world/pictures.ts'
import { texts } from '#src/server/world/texts.ts'

/** One file of the sample world: where it lies, and how to make it. */
export type SampleFile = {
  path: string[]
  /** Pictures are drawn no wider than `maxWidth` pixels; nothing else heeds it. */
  make: (maxWidth?: number) => Promise<Uint8Array> | Uint8Array
  mime: string
  /** Age in days when the world is made. Fractions are parts of a day. */
  daysAgo: number
  metadata?: Record<string, string>
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function file(
  folder: string,
  name: string,
  mime: string,
  daysAgo: number,
  make: SampleFile['make'],
): SampleFile {
  return { path: [...(folder === '' ? [] : folder.split('/')), name], make, mime, daysAgo }
}

const written = (
  folder: string,
  name: string,
  mime: string,
  daysAgo: number,
  content: string,
): SampleFile => file(folder, name, mime, daysAgo, () => text(content))

type Shot = {
  camera: readonly [string, string]
  f: string
  iso: number
  mm: number
  seconds: string
  at: string
  x?: number
  y?: number
}

const fuji = ['FUJIFILM', 'X-T5'] as const
const sony = ['SONY', 'ILCE-7M4'] as const
const ricoh = ['RICOH IMAGING COMPANY, LTD.', 'GR III'] as const
const drone = ['DJI', 'FC3582'] as const

function photo(
  folder: string,
  name: string,
  scene: Scene,
  daysAgo: number,
  shot: Shot,
  width = 1600,
): SampleFile {
  const metadata: Record<string, string> = {
    'exif:camera_make': shot.camera[0],
    'exif:camera_model': shot.camera[1],
    'exif:f': shot.f,
    'exif:iso': String(shot.iso),
    'exif:focal_length': String(shot.mm),
    'exif:exposure_time': shot.seconds,
    'exif:taken_at': shot.at,
  }
  // x is longitude and y latitude, in degrees.
  if (shot.x !== undefined) metadata['exif:x'] = String(shot.x)
  if (shot.y !== undefined) metadata['exif:y'] = String(shot.y)
  return {
    path: [...folder.split('/'), name],
    make: (maxWidth = width) => drawPicture(scene, Math.min(width, maxWidth)),
    mime: pictureMime(scene),
    daysAgo,
    metadata,
  }
}

function poster(
  folder: string,
  name: string,
  scene: Scene,
  daysAgo: number,
  width = 1600,
): SampleFile {
  return file(folder, name, pictureMime(scene), daysAgo, (maxWidth = width) =>
    drawPicture(scene, Math.min(width, maxWidth)),
  )
}

function song(
  name: string,
  title: string,
  artist: string,
  album: string,
  seconds: number,
  seed: number,
  daysAgo: number,
): SampleFile {
  return {
    path: ['Music', album, name],
    make: () => melody(seconds, seed),
    mime: 'audio/wav',
    daysAgo,
    metadata: {
      'music:title': title,
      'music:artist': artist,
      'music:album': album,
      'stream:duration': String(seconds),
    },
  }
}

const lofoten = 'Photos/Lofoten, summer 2026'
const home = 'Photos/Home'
const city = 'Photos/City'

const photographs: SampleFile[] = [
  photo(lofoten, 'Hamnøy, red cabins.jpg', 'fjord-cabins', 12.1, {
    camera: fuji,
    f: '8',
    iso: 160,
    mm: 23,
    seconds: '1/60',
    at: '2026-07-05T22:41:09+02:00',
    x: 13.1337,
    y: 67.9463,
  }),
  photo(lofoten, 'Northern lights, March visit.jpg', 'northern-lights', 12.05, {
    camera: sony,
    f: '1.8',
    iso: 3200,
    mm: 20,
    seconds: '6',
    at: '2026-03-14T23:12:44+01:00',
    x: 13.5501,
    y: 68.2021,
  }),
  photo(lofoten, 'Midnight sun from Uttakleiv.jpg', 'sea-sunset', 11.4, {
    camera: fuji,
    f: '11',
    iso: 125,
    mm: 35,
    seconds: '1/125',
    at: '2026-07-06T23:58:31+02:00',
    x: 13.5019,
    y: 68.2098,
  }),
  photo(lofoten, 'Skomvær lighthouse.jpg', 'lighthouse', 11.2, {
    camera: fuji,
    f: '5.6',
    iso: 400,
    mm: 56,
    seconds: '1/80',
    at: '2026-07-07T23:21:02+02:00',
    x: 11.8753,
    y: 67.4106,
  }),
  photo(lofoten, 'Ågvatnet, no wind at all.jpg', 'lake-reflection', 10.7, {
    camera: fuji,
    f: '9',
    iso: 125,
    mm: 18,
    seconds: '1/250',
    at: '2026-07-08T09:14:55+02:00',
    x: 12.9713,
    y: 67.8785,
  }),
  photo(lofoten, 'DJI_0142 over the sound.jpg', 'drone-fjord', 10.5, {
    camera: drone,
    f: '1.7',
    iso: 100,
    mm: 24,
    seconds: '1/800',
    at: '2026-07-08T13:37:20+02:00',
    x: 13.2034,
    y: 67.9931,
  }),
  photo(lofoten, 'Svolvær harbour.jpg', 'harbour', 9.3, {
    camera: ricoh,
    f: '5.6',
    iso: 200,
    mm: 18,
    seconds: '1/320',
    at: '2026-07-10T11:03:48+02:00',
    x: 14.5683,
    y: 68.2343,
  }),
  photo(lofoten, 'Moon over Vestfjorden.jpg', 'moon-over-water', 9.0, {
    camera: sony,
    f: '2.8',
    iso: 1600,
    mm: 85,
    seconds: '1/15',
    at: '2026-03-15T01:30:10+01:00',
    x: 14.4021,
    y: 68.1122,
  }),
  photo(lofoten, 'Milky Way, tent at Kvalvika.jpg', 'milky-way', 8.9, {
    camera: sony,
    f: '1.8',
    iso: 6400,
    mm: 20,
    seconds: '13',
    at: '2026-03-16T02:04:37+01:00',
    x: 13.0853,
    y: 68.0703,
  }),
  photo(lofoten, 'Ridge above Reine.jpg', 'snow-peaks', 8.8, {
    camera: fuji,
    f: '8',
    iso: 160,
    mm: 23,
    seconds: '1/500',
    at: '2026-03-17T10:48:16+01:00',
    x: 13.0877,
    y: 67.9324,
  }),
  photo(lofoten, 'Weather coming in.jpg', 'storm', 8.5, {
    camera: ricoh,
    f: '4',
    iso: 400,
    mm: 18,
    seconds: '1/200',
    at: '2026-07-11T18:22:59+02:00',
    x: 15.1602,
    y: 68.4112,
  }),
  photo(home, 'First light.jpg', 'misty-mountains', 31.2, {
    camera: fuji,
    f: '8',
    iso: 160,
    mm: 90,
    seconds: '1/160',
    at: '2026-06-18T05:12:33+02:00',
    x: 11.1201,
    y: 47.4412,
  }),
  photo(home, 'Birches behind the house.jpg', 'birch-forest', 270.4, {
    camera: fuji,
    f: '2.8',
    iso: 320,
    mm: 35,
    seconds: '1/250',
    at: '2025-10-19T16:08:45+02:00',
  }),
  photo(home, 'Lemons on the kitchen table.jpg', 'still-life', 20.3, {
    camera: fuji,
    f: '4',
    iso: 640,
    mm: 50,
    seconds: '1/60',
    at: '2026-06-28T08:55:12+02:00',
  }),
  photo(home, 'Lavender, Valensole.jpg', 'lavender', 15.6, {
    camera: ricoh,
    f: '8',
    iso: 200,
    mm: 18,
    seconds: '1/100',
    at: '2026-07-02T21:02:27+02:00',
    x: 5.9832,
    y: 43.8374,
  }),
  photo(home, 'Tea hills, 西双版纳.jpg', 'tea-terraces', 96.2, {
    camera: sony,
    f: '7.1',
    iso: 200,
    mm: 55,
    seconds: '1/250',
    at: '2026-04-13T07:26:40+08:00',
    x: 100.7979,
    y: 22.0017,
  }),
  photo(home, 'Erg Chebbi.jpg', 'dunes', 130.8, {
    camera: sony,
    f: '9',
    iso: 100,
    mm: 70,
    seconds: '1/400',
    at: '2026-03-09T17:48:03+01:00',
    x: -3.9667,
    y: 31.1499,
  }),
  photo(city, 'Blue hour.jpg', 'skyline', 44.1, {
    camera: sony,
    f: '8',
    iso: 200,
    mm: 50,
    seconds: '4',
    at: '2026-06-04T22:19:50+02:00',
    x: 8.6821,
    y: 50.1109,
  }),
  photo(city, 'Staircase, looking up.jpg', 'stairs', 43.7, {
    camera: ricoh,
    f: '2.8',
    iso: 800,
    mm: 18,
    seconds: '1/40',
    at: '2026-06-05T14:31:18+02:00',
  }),
  photo(city, 'Tram window in the rain.jpg', 'city-rain', 43.2, {
    camera: fuji,
    f: '1.4',
    iso: 1600,
    mm: 35,
    seconds: '1/125',
    at: '2026-06-05T21:47:06+02:00',
  }),
]

const budget: (string | number)[][] = [
  ['Month', 'Rent', 'Travel', 'Equipment', 'Printing', 'Total'],
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'].map((month, i) => {
    const row = [1450, 120 + i * 85, i === 2 ? 2199 : 60 + i * 12, i === 5 ? 840 : 35]
    return [month, ...row, row.reduce((a, b) => a + b, 0)]
  }),
]

const invoice = (
  number: string,
  client: string,
  lines: readonly (readonly [string, number])[],
): Uint8Array =>
  pdf({
    title: `Invoice ${number}`,
    paragraphs: [
      `Havn Studio, Fiskergata 12, 8300 Svolvær. To: ${client}.`,
      '# Work',
      ...lines.map(([what, euro]) => `${what}: EUR ${euro.toFixed(2)}`),
      '# Sum',
      `EUR ${lines.reduce((sum, [, euro]) => sum + euro, 0).toFixed(2)}, payable within 30 days. No VAT is charged on exports.`,
      'Thank you for the work. Please quote the invoice number with the payment.',
    ],
  })

const handbook = {
  title: 'Handbook',
  paragraphs: [
    'This is how we work. It is short on purpose; if something is missing, ask and then write it down here.',
    '# Hours',
    'Most people are around between ten and three. Outside that, nobody expects an answer. If you travel, put it in the calendar, and if you are ill, stay at home and say so in one line.',
    '# Files',
    'Everything we make lives in shared folders, named after what it is and not after who made it. Drafts go in Desktop until they are worth showing. Final versions are PDF and carry a date. Nothing is mailed as an attachment: send a link, so that there is one copy.',
    'Guests get links that expire. Thirty days is the default and is usually right. A password on a link helps only when it travels by another road than the link itself.',
    '# Money',
    'Anything below 200 euro you may simply buy. Keep the receipt, photograph it, and put it in Finance in the folder of the year. Above that, ask first; the answer is normally yes.',
    '# Pictures',
    'We publish only pictures we took. People who can be recognised have said yes, in writing, and the yes is kept next to the picture. Places keep their local names.',
    '# Leaving things better',
    'When you fix something, write one sentence about why. The next reader is often yourself, in a year, in a hurry. Delete what is no longer true. Old versions can be found again; wrong instructions get followed.',
    '# When something goes wrong',
    'Say it early. Nobody has been blamed for a mistake here that they reported themselves. Write down what happened, what it touched, and what would have caught it. Then go for a walk.',
    '# Travel',
    'Trains before planes when the journey is under eight hours. Book so that you arrive the evening before. Bring an extra charger: somebody has forgotten theirs.',
  ],
}

const agreement = {
  title: 'Agreement on the use of pictures',
  paragraphs: [
    'Between Havn Studio (the archive) and the photographer named below.',
    '# 1. What is given',
    'The photographer gives the archive the right to keep, show and print the pictures listed in the annex, without limit in time, in print and on screen.',
    '# 2. What is kept',
    'The pictures remain the photographer’s. The name is shown next to each of them. Changes beyond cropping need a yes.',
    '# 3. Ending it',
    'Either side may end the agreement with three months’ notice. Prints that exist by then may stay where they are.',
  ],
}

const documents: SampleFile[] = [
  file('Documents', 'Handbook.pdf', 'application/pdf', 60.3, () => pdf(handbook)),
  file('Documents', 'Agreement, pictures.docx', word, 33.5, () => docx(agreement)),
  written('Documents', 'Meeting notes 2026-07-06.md', 'text/markdown', 11.1, texts.meeting),
  written('Documents', 'Lofoten plan.md', 'text/markdown', 25.9, texts.travel),
  written('Documents', 'Lemon and cardamom buns.md', 'text/markdown', 88.2, texts.recipe),
  written('Documents', 'Attendees.csv', 'text/csv', 6.2, texts.attendees),
  file('Documents', 'Workshop programme.docx', word, 4.4, () =>
    docx({
      title: 'Workshop, 15–17 September 2026',
      paragraphs: [
        '# Tuesday',
        '09:00 Coffee and names. 10:00 What the archive is for. 13:00 Boat to Skrova, weather permitting.',
        '# Wednesday',
        '09:00 Describing pictures together. 14:00 Tide data for beginners. 19:00 Dinner at the quay.',
        '# Thursday',
        '09:00 Open questions. 12:00 Lunch and goodbye.',
      ],
    }),
  ),
  file('Documents', 'Scans.zip', 'application/zip', 70.6, () =>
    zip([
      {
        name: 'scans/0001 letter.pdf',
        bytes: pdf({
          title: 'Letter',
          paragraphs: [
            'Dear Ingrid, the keys are with the neighbour. The boat is yours until Sunday.',
          ],
        }),
      },
      {
        name: 'scans/0002 receipt.pdf',
        bytes: pdf({
          title: 'Receipt',
          paragraphs: ['Rope, 20 m: 340 NOK.', 'Two shackles: 96 NOK.'],
        }),
      },
      { name: 'scans/index.txt', bytes: text('0001 letter\n0002 receipt\n') },
    ]),
  ),
  file('Finance/2026', 'Budget 2026.xlsx', sheet, 7.7, () => xlsx(budget, 'Budget')),
  file('Finance/2026', 'Invoice 2026-014.pdf', 'application/pdf', 48.2, () =>
    invoice('2026-014', 'Porto Maps Lda', [
      ['Field photographs, two days', 1480],
      ['Licence, print run of 2000', 620],
    ]),
  ),
  file('Finance/2026', 'Invoice 2026-015.pdf', 'application/pdf', 29.1, () =>
    invoice('2026-015', 'Nami Works KK', [['Tide data, six stations', 2150.5]]),
  ),
  file('Finance/2026', 'Invoice 2026-016.pdf', 'application/pdf', 3.2, () =>
    invoice('2026-016', 'Kattegat ApS', [
      ['Workshop, half a day', 900],
      ['Travel', 312.4],
    ]),
  ),
  written(
    'Finance/2026',
    'Receipts.csv',
    'text/csv',
    5.5,
    'Date,What,Amount,Currency\n2026-07-04,Ferry Bodø–Moskenes,1284.00,NOK\n2026-07-05,Cabin no. 4,3950.00,NOK\n2026-07-07,Boat to Bunes,520.00,NOK\n2026-07-10,Memory card,89.00,EUR\n2026-07-11,Waffles,"1 145,50",NOK\n',
  ),
  file('Finance/2026', 'Équipement – été.xlsx', sheet, 21.3, () =>
    xlsx(
      [
        ['Objet', 'Quantité', 'Prix (€)'],
        ['Trépied', 1, 219],
        ['Filtres', 3, 46.5],
        ['Sac étanche', 2, 38],
      ],
      'Équipement',
    ),
  ),
  poster('Work/Design', 'Poster, sun.png', 'poster-sun', 38.4),
  poster('Work/Design', 'Poster, waves.png', 'poster-waves', 37.9),
  poster('Work/Design', 'Key mark.png', 'poster-key', 36.2),
  file('Work/Design', 'Fjordlight logo.svg', 'image/svg+xml', 52.1, () =>
    svgLogo('#1f6f8b', '#0b2530'),
  ),
  written('Work/Design', 'tokens.json', 'application/json', 14.2, texts.json),
  poster('Work/Design/设计稿 · 第三版', '海报 第三版.png', 'poster-sun', 9.4, 1100),
  poster('Work/Design/设计稿 · 第三版', '图标.png', 'poster-key', 9.3, 800),
  file('Work/Design/设计稿 · 第三版', '标志（暖色）.svg', 'image/svg+xml', 9.2, () =>
    svgLogo('#f2b84b', '#b93a2e'),
  ),
  written('Work/Design/设计稿 · 第三版', '设计说明.md', 'text/markdown', 9.1, texts.chineseDesign),
  written(
    'Work/Design/设计稿 · 第三版',
    '配色.json',
    'application/json',
    9.05,
    texts.json.replace('Fjordlight tokens', '海光配色'),
  ),
  written('Work/Code', 'README.md', 'text/markdown', 40.2, texts.readme),
  written('Work/Code', 'tide.ts', 'text/typescript', 39.8, texts.typescript),
  written('Work/Code', 'sort_photos.py', 'text/x-python', 120.7, texts.python),
  written('Work/Code', 'cards.css', 'text/css', 39.1, texts.css),
  written('Work/Code', 'index.html', 'text/html', 39.05, texts.html),
  written('Work/Code', 'stale-stations.sql', 'application/sql', 64.3, texts.sql),
  written('Work/Code', 'nightly.sh', 'application/x-sh', 201.2, texts.shell),
  file('Work/Code', 'tidewatch-0.4.0.zip', 'application/zip', 18.5, () =>
    zip([
      { name: 'tidewatch/README.md', bytes: text(texts.readme) },
      { name: 'tidewatch/src/tide.ts', bytes: text(texts.typescript) },
      { name: 'tidewatch/web/cards.css', bytes: text(texts.css) },
    ]),
  ),
  song('01 Low water.wav', 'Low water', 'Vestfjord Trio', 'Slack Tide', 24, 3, 150.1),
  song('02 Kelp.wav', 'Kelp', 'Vestfjord Trio', 'Slack Tide', 21, 11, 150.08),
  song('03 Seven buoys.wav', 'Seven buoys', 'Vestfjord Trio', 'Slack Tide', 27, 29, 150.06),
  song('04 Ferry at six.wav', 'Ferry at six', 'Vestfjord Trio', 'Slack Tide', 18, 47, 150.04),
  song('夜航.wav', '夜航', '海岸电台', '潮间带', 22, 71, 81.5),
  written('Press kit', 'Press release.txt', 'text/plain', 16.3, texts.press),
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
  written('Onboarding', 'Welcome.md', 'text/markdown', 320.5, texts.welcome),
  written('Onboarding', 'Checklist.txt', 'text/plain', 2.1, texts.checklist),
  file('Onboarding', 'Who is who.xlsx', sheet, 95.2, () =>
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
  written(
    'Desktop',
    'todo.txt',
    'text/plain',
    0.2,
    'ring the printer\nbook the hall\nsend Aiko the blue\nfind the other glove\n',
  ),
  photo(
    'Desktop',
    'wallpaper.jpg',
    'misty-mountains',
    31.0,
    { camera: fuji, f: '8', iso: 160, mm: 90, seconds: '1/160', at: '2026-06-18T05:12:33+02:00' },
    1200,
  ),
  file('Desktop', 'empty file.txt', 'text/plain', 1.4, () => new Uint8Array(0)),
  written('Desktop', '.hidden settings', 'text/plain', 77.1, 'theme=sea\n'),
  file('Docs/2025', 'Annual report 2025.pdf', 'application/pdf', 190.2, () =>
    pdf({
      title: 'Annual report 2025',
      paragraphs: [
        '# The year',
        'We described 6,120 pictures, more than in any year before, and lost none.',
        'Two new stations were added in May. The one at Stamsund stood under water for a week in November and came back by itself.',
        '# The money',
        'Income was EUR 182,400 and costs EUR 176,950. The difference bought a scanner.',
        '# Next',
        'The archive opens to everyone in July 2026.',
      ],
    }),
  ),
  file('Docs/2025', 'Minutes of the board.docx', word, 215.7, () =>
    docx({
      title: 'Minutes of the board',
      paragraphs: [
        '# 1. Accounts',
        'Approved without remarks.',
        '# 2. Opening',
        'The date is 1 July. Ingrid writes to the papers.',
        '# 3. Other',
        'The roof. Again.',
      ],
    }),
  ),
  written(
    'Docs/2025',
    'Naïve Bayes — notes.md',
    'text/markdown',
    240.1,
    '# Naïve Bayes\n\nP(c | x) ∝ P(c) · ∏ P(xᵢ | c)\n\nWorks surprisingly well for sorting letters into piles.\n',
  ),
  file('Docs/2025', 'Tide tables.xlsx', sheet, 233.4, () =>
    xlsx(
      [
        ['Day', 'High 1 (m)', 'Low 1 (m)', 'High 2 (m)', 'Low 2 (m)'],
        ...Array.from({ length: 31 }, (_, i) => {
          const s = Math.cos((i / 14.77) * Math.PI * 2) * 0.4
          return [
            i + 1,
            Number((2.4 + s).toFixed(2)),
            Number((0.7 - s).toFixed(2)),
            Number((2.3 + s).toFixed(2)),
            Number((0.8 - s).toFixed(2)),
          ]
        }),
      ],
      'December',
    ),
  ),
  written('Memos', 'Printer.txt', 'text/plain', 2.8, texts.memo),
  written('Memos', 'Åse’s number.txt', 'text/plain', 140.6, 'Åse: 555 01 23, not before ten\n'),
  written('会议记录', '2026-07-08 产品例会.md', 'text/markdown', 9.6, texts.chinese),
  file('会议记录', '与会名单.xlsx', sheet, 9.5, () =>
    xlsx(
      [
        ['姓名', '部门', '出席'],
        ['王晓雨', '数据', '是'],
        ['李明哲', '产品', '是'],
        ['陈思远', '设计', '是'],
      ],
      '名单',
    ),
  ),
  file('会议记录', '季度总结.docx', word, 17.4, () =>
    docx({
      title: '第二季度总结',
      paragraphs: [
        '# 完成',
        '分享链接、回收站与文件锁已全部上线。',
        '# 不足',
        '移动端的长文件名仍会遮住操作按钮。',
        '# 下一步',
        '九月研讨会之前完成资料归档。',
      ],
    }),
  ),
  written('مشاريع', 'تقرير يوليو ٢٠٢٦.txt', 'text/plain', 8.3, texts.arabic),
  file('مشاريع', 'ميزانية.xlsx', sheet, 8.2, () =>
    xlsx(
      [
        ['البند', 'المبلغ'],
        ['أجهزة القياس', 4200],
        ['السفر', 1350],
        ['الترجمة', 600],
      ],
      'ميزانية',
    ),
  ),
  photo(
    'مشاريع',
    'صورة الساحل.jpg',
    'drone-fjord',
    8.1,
    {
      camera: drone,
      f: '1.7',
      iso: 100,
      mm: 24,
      seconds: '1/800',
      at: '2026-07-08T13:41:02+02:00',
    },
    900,
  ),
]

// Names people really meet, and that break programs which take names for granted.
const unusual: SampleFile[] = [
  written('Memos', 'סיכום שיחה.txt', 'text/plain', 8.0, texts.hebrew),
  written(
    'Memos',
    '👩‍👩‍👧‍👦 family plans 👨🏽‍🌾.md',
    'text/markdown',
    13.3,
    '# Summer\n\nGrandmother comes on the 20th. Strawberries before that.\n',
  ),
  written('Memos', '🇳🇴🇯🇵🇧🇷 flags.txt', 'text/plain', 13.2, 'Norway, Japan, Brazil\n'),
  written(
    'Memos',
    'Cafe\u0301 re\u0301sume\u0301.md',
    'text/markdown',
    90.3,
    'The accents in this name are separate characters.\n',
  ),
  written(
    'Memos',
    'Z\u0351\u036ba\u0348\u0363l\u0334\u0342g\u0327\u0308o\u0353\u0365.txt',
    'text/plain',
    90.2,
    'Several marks on every letter.\n',
  ),
  written(
    'Memos',
    'invoice_\u202efdp.exe.txt',
    'text/plain',
    66.6,
    'The name turns around in the middle.\n',
  ),
  written('Memos', 'two\nlines.txt', 'text/plain', 66.5, 'There is a line feed in the name.\n'),
  written(
    'Memos',
    `${'会议纪要_'.repeat(19)}终-1.md`,
    'text/markdown',
    58.8,
    '这个文件名正好是 255 字节。\n',
  ),
  written(
    'Memos',
    "&lt;b&gt; 'bold' &amp; #1 100%.md",
    'text/markdown',
    58.1,
    'Shown as it is written, or not at all.\n',
  ),
  written('Memos', ' leading space.txt', 'text/plain', 57.2, 'One space before.\n'),
  written('Memos', 'trailing space ', 'text/plain', 57.1, 'One space after, and no extension.\n'),
  written(
    'Memos',
    '%2e%2e%2fnot-a-path.txt',
    'text/plain',
    56.9,
    'Percent signs are only percent signs.\n',
  ),
  written('Memos', 'नमस्ते दुनिया.txt', 'text/plain', 55.2, 'नमस्ते।\n'),
  written('Memos', 'สวัสดีปีใหม่.txt', 'text/plain', 55.1, 'สวัสดีปีใหม่\n'),
  written('Memos', 'Привет, Ёжик.txt', 'text/plain', 54.9, 'Ёжик в тумане.\n'),
  written('Memos', '한국어 메모.txt', 'text/plain', 54.8, '회의는 열 시에 시작합니다.\n'),
  written('Memos', '旅行の写真メモ.txt', 'text/plain', 54.7, '次は冬に行きたい。\n'),
]

/** Everything the owner of the sample world has. */
export const sampleFiles: readonly SampleFile[] = [...photographs, ...documents, ...unusual]
