import type { Service } from '#src/server/service.ts'
import { seedAccountFiles } from './account-files.ts'
import type { AccountIds, CreatedFile } from './account-files.ts'
import { documents } from './files/documents.ts'
import { personalFiles } from './files/personal.ts'
import { photos } from './files/photos.ts'
import type { SampleFile } from './files/sample-file.ts'
import { colleagueFiles, secondFactorFiles, sharedFiles } from './files/shared-files.ts'
import { unusuallyNamedFiles } from './files/unusual-names.ts'
import { workFiles } from './files/work.ts'
import { seedLocks } from './locks.ts'
import { seedShares } from './seed-shares.ts'
import { seedTrash, trashFiles } from './trash.ts'
import { seedViews } from './views.ts'

/** All files of the owner that are not in the trash. */
export const ownerFiles: readonly SampleFile[] = [
  ...photos,
  ...documents,
  ...workFiles,
  ...personalFiles,
  ...unusuallyNamedFiles,
  ...sharedFiles,
]

/** Files whose contents are created at the same time: pictures are encoded in threads. */
const concurrency = 4

/** Creates the contents of files. The event loop stays free, because the server answers requests meanwhile. */
async function createContents(files: readonly SampleFile[]): Promise<CreatedFile[]> {
  const created: CreatedFile[] = []
  for (let from = 0; from < files.length; from += concurrency) {
    const some = files.slice(from, from + concurrency)
    created.push(
      ...(await Promise.all(some.map(async (file) => ({ file, bytes: await file.create() })))),
    )
  }
  return created
}

/** Seeds the data set `sample`, which shows every state of every page. */
export async function seedSample(service: Service, accounts: AccountIds): Promise<void> {
  const deleted = await createContents(trashFiles)
  const owned = await createContents(ownerFiles)
  const ofColleague = await createContents(colleagueFiles)
  const ofSecondFactor = await createContents(secondFactorFiles)

  service.db.transaction(() => {
    // Deleted files come first: the paths of some are taken by other files now.
    const trash = seedAccountFiles(service, accounts, accounts.owner)
    trash.addAll(deleted)
    const lockedInTrash = seedTrash(trash)
    const owner = seedAccountFiles(service, accounts, accounts.owner)
    owner.addAll(owned)
    const colleague = seedAccountFiles(service, accounts, accounts.colleague)
    colleague.addAll(ofColleague)
    seedAccountFiles(service, accounts, accounts.secondFactor).addAll(ofSecondFactor)

    seedShares(owner, trash, colleague)
    seedViews(owner)
    seedLocks(service, accounts, {
      openInViewer: owner.idOf('Documents/Workshop programme.docx'),
      mounted: owner.idOf('Finance/2026/Budget 2026.xlsx'),
      ofUnknownHolder: owner.idOf('Documents/Scans.zip'),
      uploading: owner.idOf('Press kit/Film, rough cut.mp4'),
      trashed: lockedInTrash,
      shared: owner.idOf('Work/Code/stale-stations.sql'),
    })
  })
}
