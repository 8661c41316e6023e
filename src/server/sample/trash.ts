import { day } from './account-files.ts'
import type { AccountFiles } from './account-files.ts'
import type { SampleFile } from './files/sample-file.ts'
import { melody } from './formats/media.ts'
import { docx, xlsx } from './formats/office.ts'
import { pdf } from './formats/pdf.ts'
import { text } from './formats/text.ts'
import { encodePicture, pictureMime } from './pictures.ts'
import type { Picture } from './pictures.ts'

/** A deleted file: how many days ago it was created and deleted. */
type Deletion = { path: string; created: number; deleted: number; picture?: Picture }

/** Deleted files whose paths are taken by other files now. */
const replaced = ['Documents/Handbook.pdf', 'Work/Design/tokens.json', 'Desktop/todo.txt']
/** Deleted files whose folder was deleted permanently afterwards. */
const orphans = [
  'Old website/index.html',
  'Old website/styles.css',
  'Old website/news/2024-11.md',
  'Old website/news/2024-12.md',
]
/** Deleted files whose folder was moved to the trash afterwards. */
const deletedBeforeFolder = ['Workshop 2025/Seating plan.txt', 'Workshop 2025/Menu.txt']
/** Pictures that were deleted together. */
const rejectedPhotos: readonly Picture[] = [
  'storm',
  'harbour',
  'snow-peaks',
  'lighthouse',
  'city-rain',
]

const singleDeletions: readonly (readonly [path: string, created: number, deleted: number])[] = [
  // The trash keeps items for seven days: these are deleted permanently within the next day.
  ['Documents/Offer, first draft.docx', 60.2, 6.62],
  ['Documents/Offer, second draft.docx', 58.4, 6.41],
  ['Finance/2026/Invoice 2026-013 (wrong address).pdf', 49.5, 6.18],
  ['Memos/Shopping.txt', 30.1, 5.93],
  ['Memos/Gate code.txt', 210.3, 5.71],
  ['Desktop/Screenshot 2026-06-30 at 09.12.44.png', 20.6, 5.48],
  ['Desktop/Screenshot 2026-06-30 at 09.12.51.png', 20.6, 5.3],
  ['Desktop/Untitled.txt', 15.2, 5.12],
  ['Desktop/Untitled 2.txt', 14.9, 4.97],
  ['Desktop/Untitled 10.txt', 14.1, 4.83],
  ['Work/Code/debug.log', 12.8, 4.66],
  ['Work/Code/scratch.py', 101.4, 4.52],
  ['Work/Code/station-dump.json', 66.3, 4.4],
  ['Work/Code/old-cards.css', 180.7, 4.21],
  ['Work/Design/Poster, sun (old).png', 44.2, 4.03],
  ['Work/Design/Key mark, green.png', 36.9, 3.88],
  ['Work/Design/设计稿 · 第三版/旧版说明.md', 10.2, 3.7],
  ['Work/Design/设计稿 · 第三版/图标（废弃）.png', 10.1, 3.52],
  ['会议记录/2026-06-24 产品例会（草稿）.md', 24.4, 3.37],
  ['会议记录/临时名单.xlsx', 23.8, 3.2],
  ['مشاريع/مسودة التقرير.txt', 18.5, 3.04],
  ['Memos/קניות.txt', 33.9, 2.9],
  ['Memos/🎂 birthday list.txt', 77.3, 2.76],
  [`Memos/${'草稿'.repeat(41)}-old.txt`, 40.6, 2.61],
  ['Memos/statement_\u202exslx.exe.txt', 29.8, 2.44],
  ['Music/Slack Tide/05 Outtake.wav', 149.7, 2.3],
  ['Press kit/Logo, low resolution.png', 16.4, 2.11],
  ['Press kit/Press release (typo).txt', 17.2, 1.94],
  ['Onboarding/Checklist 2024.txt', 400.5, 1.78],
  ['Docs/2025/Minutes of the board (unsigned).docx', 216.3, 1.6],
  ['Docs/2025/Annual report 2025, draft 3.pdf', 196.1, 1.43],
  ['Docs/2025/Annual report 2025, draft 12.pdf', 191.8, 1.27],
  ['Documents/Attendees (1).csv', 6.1, 1.1],
  ['Documents/Attendees (2).csv', 6.0, 0.93],
  ['Documents/Programme, printed.pdf', 4.1, 0.76],
  ['Finance/2026/Receipts (copy).csv', 5.2, 0.61],
  ['Photos/Home/Blurred.jpg', 31.4, 0.47],
  ['Photos/Home/Thumb over the lens.jpg', 31.3, 0.34],
  ['Memos/Printer, old quote.txt', 9.6, 0.22],
  ['Desktop/empty note.txt', 1.2, 0.15],
  ['Desktop/wallpaper (1).jpg', 30.9, 0.09],
  ['.cache settings', 77, 0.05],
]
/** Deleted files that are pictures. */
const picturesByPath: Readonly<Record<string, Picture>> = {
  'Desktop/Screenshot 2026-06-30 at 09.12.44.png': 'poster-waves',
  'Desktop/Screenshot 2026-06-30 at 09.12.51.png': 'poster-waves',
  'Desktop/wallpaper (1).jpg': 'misty-mountains',
  'Press kit/Logo, low resolution.png': 'poster-key',
  'Work/Design/设计稿 · 第三版/图标（废弃）.png': 'poster-key',
  'Work/Design/Poster, sun (old).png': 'poster-sun',
  'Work/Design/Key mark, green.png': 'poster-key',
  'Photos/Home/Blurred.jpg': 'misty-mountains',
  'Photos/Home/Thumb over the lens.jpg': 'dunes',
}

const deletions: readonly Deletion[] = [
  ...replaced.map((path, i) => ({ path, created: 130 - i * 20, deleted: 6.03 - i * 1.7 })),
  ...orphans.map((path, i) => ({ path, created: 600 - i, deleted: 5.6 - i * 0.01 })),
  ...deletedBeforeFolder.map((path, i) => ({ path, created: 380 - i, deleted: 3.95 - i * 0.02 })),
  { path: 'Documents/Loan form.docx', created: 52.6, deleted: 2.05 },
  // Deleted within one and a half seconds.
  ...rejectedPhotos.map((picture, i) => ({
    path: `Photos/City/DSCF${2041 + i}.jpg`,
    created: 12,
    deleted: 0.1417 - (i * 0.35) / 86_400,
    picture,
  })),
  ...singleDeletions.map(([path, created, deleted]) => ({
    path,
    created,
    deleted,
    ...(picturesByPath[path] ? { picture: picturesByPath[path] } : {}),
  })),
]

/** Files in deleted folders, and how many days ago they were created. */
const filesInFolders: readonly (readonly [path: string, created: number])[] = [
  ['Workshop 2025/Photos of the room.txt', 371],
  ['Exports, June/Summary.txt', 26.4],
  ['Exports, June/Station report.txt', 26.3],
  ...Array.from({ length: 9 }, (_, i) => [`Exports, June/day ${i + 1}.csv`, 26.2] as const),
  ['Exports, June/raw/gauge A.txt', 26.1],
  ['Exports, June/raw/gauge B.txt', 26.1],
  ['Leere Mappe/.keep', 90],
]

/** Folders deleted with all that is in them. */
const deletedFolders: readonly (readonly [path: string, deleted: number])[] = [
  ['Workshop 2025', 3.9],
  ['Exports, June', 2.52],
  ['Leere Mappe', 1.35],
]

/** Longest side in pixels, so that the trash stays small. */
const pictureSize = 640

function deletedFile(path: string, daysAgo: number, picture?: Picture): SampleFile {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (picture) {
    const create = () => encodePicture(picture, pictureSize)
    return { path: path.split('/'), create, mime: pictureMime(picture), daysAgo }
  }
  const document = { title: name, paragraphs: ['This was not needed any more.'] }
  const creators: Readonly<Record<string, SampleFile['create']>> = {
    pdf: () => pdf(document),
    docx: () => docx(document),
    xlsx: () => xlsx([[name]]),
    wav: () => melody(4, 5),
    json: () => text('{}\n'),
  }
  const create = creators[name.slice(name.lastIndexOf('.') + 1)] ?? (() => text(`${name}\n`))
  return { path: path.split('/'), create, mime: 'application/octet-stream', daysAgo }
}

/** The files that {@link seedTrash} deletes, alone or with their folders. */
export const trashFiles: readonly SampleFile[] = [
  ...deletions.map(({ path, created, picture }) => deletedFile(path, created, picture)),
  ...filesInFolders.map(([path, created]) => deletedFile(path, created)),
]

/** Deletes {@link trashFiles}, the oldest deletion first. Returns the id of the item that is to be locked. */
export function seedTrash(files: AccountFiles): string {
  const { db, seed, now } = files.service
  const all = [...deletions, ...deletedFolders.map(([path, deleted]) => ({ path, deleted }))]
  for (const { path, deleted } of all.sort((a, b) => b.deleted - a.deleted)) {
    seed.trashFile(files.idOf(path), { at: Math.floor(now() - deleted * day) })
  }
  db.run('DELETE FROM files WHERE id = ?', [files.idOf('Old website')])
  return files.idOf('Documents/Loan form.docx')
}
