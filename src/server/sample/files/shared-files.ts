import { emptyVideo } from '#src/server/sample/formats/media.ts'
import { pdf } from '#src/server/sample/formats/pdf.ts'
import { file, textFile } from './sample-file.ts'
import type { SampleFile } from './sample-file.ts'

const plain = 'text/plain'
const pdfFile = (folder: string, name: string, daysAgo: number, title: string, words: string) =>
  file(folder, name, 'application/pdf', daysAgo, () => pdf({ title, paragraphs: [words] }))

/** Files of the owner that the shares and locks of the sample data need. */
export const sharedFiles: readonly SampleFile[] = [
  pdfFile(
    'Documents',
    'Quarterly review.pdf',
    22.4,
    'Quarterly review',
    'Visits are up by a third, most of them from the press kit. Two stations need new batteries.',
  ),
  pdfFile(
    'Press kit',
    'Press kit – final – really final (2) 🎉.pdf',
    95.3,
    'Press kit',
    'Who we are, in two pages, with the right logo this time.',
  ),
  pdfFile(
    'Documents',
    'Rental agreement.pdf',
    118.6,
    'Rental agreement',
    'The hall in Svolvær, 15 to 17 September, chairs included.',
  ),
  textFile(
    'Work/Code',
    'release-0.3.1 notes.txt',
    plain,
    58.2,
    'Fixes the station at Stamsund, which counted its tides twice.\n',
  ),
  // In the folder in which the colleague may change, create and delete files.
  textFile(
    'Work/Code',
    'letter.txt',
    plain,
    38.2,
    `Dear testers,

version 0.4.0 is in this folder. Please run it for a week beside the old one and
write down, here in this letter, where the two disagree:

- Svolvær:
- Stamsund:
- Skrova:

Thank you, and mind the tide.
Mei
`,
  ),
  file('Work', 'Kick-off recording.mp4', 'video/mp4', 33.1, () => emptyVideo()),
  // Its upload has not finished.
  file('Press kit', 'Film, rough cut.mp4', 'video/mp4', 0.002, () => new Uint8Array(0)),
]

export const colleagueFiles: readonly SampleFile[] = [
  textFile(
    'Field notes',
    'Skrova.txt',
    plain,
    41.2,
    'The gauge hangs a hand too low. Bring a 10 mm key.\n',
  ),
  textFile(
    'Field notes',
    'Stamsund.txt',
    plain,
    12.7,
    'Under water again, and dry again by noon.\n',
  ),
  pdfFile(
    '',
    'Coordinates.pdf',
    64.5,
    'Coordinates',
    'All stations in WGS 84, to the fourth decimal place.',
  ),
  textFile('', '待办.txt', plain, 3.4, '买票\n打印地图\n'),
]

/** Files of the account with a second factor. */
export const secondFactorFiles: readonly SampleFile[] = [
  textFile('', 'Ideas.md', plain, 8.6, '# Ideas\n\n- A poster for every station\n'),
  textFile('Colours', 'Blue.txt', plain, 19.1, '#1f6f8b, never lighter than that on white\n'),
]
