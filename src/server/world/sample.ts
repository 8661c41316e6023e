import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ViewSetting } from '#src/contract/view.ts'
import { ColumnType } from '#src/contract/view.ts'
import type { Service } from '#src/server/service.ts'
import { sampleFiles } from '#src/server/world/contents.ts'
import type { SampleFile } from '#src/server/world/contents.ts'
import { emptyVideo, pdf, text } from '#src/server/world/documents.ts'
import { layLocks } from '#src/server/world/sample-locks.ts'
import { layShares } from '#src/server/world/sample-shares.ts'
import { layTrash, trashFiles } from '#src/server/world/sample-trash.ts'
import { openSpace, settleFolders } from '#src/server/world/space.ts'
import type { Laying, Made, People, Space } from '#src/server/world/space.ts'

const note = (path: string, daysAgo: number, words: string): SampleFile => ({
  path: path.split('/'),
  make: () => text(words),
  mime: 'text/plain',
  daysAgo,
})
const paper = (path: string, daysAgo: number, title: string, words: string): SampleFile => ({
  path: path.split('/'),
  make: () => pdf({ title, paragraphs: [words] }),
  mime: 'application/pdf',
  daysAgo,
})
const film = (path: string, daysAgo: number): SampleFile => ({
  path: path.split('/'),
  make: () => emptyVideo(),
  mime: 'video/mp4',
  daysAgo,
})

/** What the shares and the locks need beside the files that everybody sees first. */
const moreFiles: readonly SampleFile[] = [
  paper(
    'Documents/Quarterly review.pdf',
    22.4,
    'Quarterly review',
    'Visits are up by a third, most of them from the press kit. Two stations need new batteries.',
  ),
  paper(
    'Press kit/Press kit – final – really final (2) 🎉.pdf',
    95.3,
    'Press kit',
    'Who we are, in two pages, with the right logo this time.',
  ),
  paper(
    'Documents/Rental agreement.pdf',
    118.6,
    'Rental agreement',
    'The hall in Svolvær, 15 to 17 September, chairs included.',
  ),
  note(
    'Work/Code/release-0.3.1 notes.txt',
    58.2,
    'Fixes the station at Stamsund, which counted its tides twice.\n',
  ),
  // In the folder that the colleague may change, add to and delete from.
  note(
    'Work/Code/letter.txt',
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
  film('Work/Kick-off recording.mp4', 33.1),
  // Still on its way up.
  { ...film('Press kit/Film, rough cut.mp4', 0.002), make: () => new Uint8Array(0) },
]
const othersFiles = {
  colleague: [
    note('Field notes/Skrova.txt', 41.2, 'The gauge hangs a hand too low. Bring a 10 mm key.\n'),
    note('Field notes/Stamsund.txt', 12.7, 'Under water again, and dry again by noon.\n'),
    paper(
      'Coordinates.pdf',
      64.5,
      'Coordinates',
      'All stations in WGS 84, to the fourth decimal place.',
    ),
    note('待办.txt', 3.4, '买票\n打印地图\n'),
  ],
  secondFactor: [
    note('Ideas.md', 8.6, '# Ideas\n\n- A poster for every station\n'),
    note('Colours/Blue.txt', 19.1, '#1f6f8b, never lighter than that on white\n'),
  ],
} as const

/** Lays the world that shows every state of every page. */
export async function laySample(
  service: Service,
  people: People,
  { pictureWidth = 1200, onProgress }: Laying,
): Promise<void> {
  const sets = {
    trash: trashFiles,
    owner: [...sampleFiles, ...moreFiles],
    colleague: othersFiles.colleague,
    secondFactor: othersFiles.secondFactor,
  }
  const total = Object.values(sets).reduce((sum, files) => sum + files.length, 0)
  let done = 0
  const make = async (files: readonly SampleFile[]): Promise<Made[]> => {
    const made: Made[] = []
    for (const file of files) {
      made.push({ file, bytes: await file.make(pictureWidth) })
      onProgress?.(++done, total)
      await nextTurn()
    }
    return made
  }
  const trash = await make(sets.trash)
  const owners = await make(sets.owner)
  const colleagues = await make(sets.colleague)
  const secondFactors = await make(sets.secondFactor)

  service.db.transaction(() => {
    const space = openSpace(service, people, people.owner)
    // The trash comes first: some of it lay where something else lies now.
    const gone = openSpace(service, people, people.owner)
    for (const item of trash) gone.put(item)
    settleFolders(gone, trash)
    const trashed = layTrash(gone)
    for (const item of owners) space.put(item)
    settleFolders(space, owners)
    const lin = openSpace(service, people, people.colleague)
    for (const item of colleagues) lin.put(item)
    settleFolders(lin, colleagues)
    const sofia = openSpace(service, people, people.secondFactor)
    for (const item of secondFactors) sofia.put(item)
    settleFolders(sofia, secondFactors)

    layShares(space, gone, lin)
    layViews(space)
    layLocks(service, people, {
      opened: space.idOf('Documents/Workshop programme.docx'),
      mounted: space.idOf('Finance/2026/Budget 2026.xlsx'),
      claimed: space.idOf('Documents/Scans.zip'),
      uploading: space.idOf('Press kit/Film, rough cut.mp4'),
      trashed,
      shared: space.idOf('Work/Code/stale-stations.sql'),
    })
  })
}

function layViews(space: Space): void {
  const { lay } = space.service
  const set = (path: string, view: ViewSetting) => lay.setView(space.idOf(path), view)
  // Photos/Home has none of its own and takes this one over.
  set('Photos', {
    page_size: 100,
    order: 'created_at',
    order_direction: 'desc',
    view: 'grid',
    thumbnail: true,
  })
  set('Photos/Lofoten, summer 2026', {
    page_size: 100,
    order: 'name',
    order_direction: 'asc',
    view: 'gallery',
    thumbnail: true,
    gallery_width: 220,
  })
  set('Photos/City', {
    page_size: 50,
    order: 'updated_at',
    order_direction: 'desc',
    view: 'list',
    thumbnail: true,
    columns: [
      { type: ColumnType.name, width: 320 },
      { type: ColumnType.modified },
      { type: ColumnType.metadata, width: 140, props: { metadata_key: 'exif:camera_model' } },
      { type: ColumnType.metadata, props: { metadata_key: 'exif:exposure_time' } },
      // No client knows this one; it has to survive being saved again.
      { type: 97, width: 90 },
      { type: ColumnType.size },
    ],
  })
  set('Finance', {
    page_size: 200,
    order: 'name',
    order_direction: 'asc',
    view: 'list',
    thumbnail: false,
    columns: [
      { type: ColumnType.name },
      { type: ColumnType.size, width: 120 },
      { type: ColumnType.created },
    ],
  })
}
