import type { EmbeddedService } from '#src/server/service.ts'
import { dayMs, createSampleFilesSeeder } from './account-files.ts'
import type { SampleFilesSeeder, AccountIds, SampleFileWithBytes } from './account-files.ts'
import { seedLocks } from './locks.ts'
import { readSampleContents, readSampleManifest, type SampleFile } from './manifest.ts'
import { seedShares, seedShortcuts } from './seed-shares.ts'

const withContents = (files: readonly SampleFile[]): Promise<SampleFileWithBytes[]> =>
  Promise.all(files.map(async (file) => ({ file, bytes: await readSampleContents(file) })))

/** Seeds the data set `sample`, which shows every state of every page. */
export async function seedSampleDataSet(
  service: EmbeddedService,
  accounts: AccountIds,
): Promise<void> {
  const manifest = await readSampleManifest()
  const deleted = await withContents(manifest.trash.files)
  const owned = await withContents(manifest.owner.files)
  const ofColleague = await withContents(manifest.colleague.files)
  const ofSecondFactor = await withContents(manifest.secondFactor.files)

  service.db.transaction(() => {
    // Deleted files come first: the paths of some are taken by other files now.
    const trash = createSampleFilesSeeder(service, accounts, accounts.owner)
    trash.addAll(deleted)
    seedTrash(trash, manifest.trash)
    const owner = createSampleFilesSeeder(service, accounts, accounts.owner)
    owner.addAll(owned)
    const colleague = createSampleFilesSeeder(service, accounts, accounts.colleague)
    colleague.addAll(ofColleague)
    createSampleFilesSeeder(service, accounts, accounts.secondFactor).addAll(ofSecondFactor)

    const sharedByOwner = seedShares(manifest.owner.shares, [owner, trash])
    const sharedByColleague = seedShares(manifest.colleague.shares, [colleague])
    seedShortcuts(owner, manifest.owner.shortcuts, sharedByColleague)
    seedShortcuts(colleague, manifest.colleague.shortcuts, sharedByOwner)
    for (const { path, view } of manifest.owner.views) service.seed.setView(owner.idOf(path), view)
    seedLocks(service, accounts, {
      openInViewer: owner.idOf('Documents/Workshop programme.docx'),
      mounted: owner.idOf('Finance/2026/Budget 2026.xlsx'),
      ofUnknownHolder: owner.idOf('Documents/Scans.zip'),
      uploading: owner.idOf('Press kit/Film, rough cut.mp4'),
      trashed: trash.idOf('Documents/Loan form.docx'),
      shared: owner.idOf('Work/Code/stale-stations.sql'),
    })
  })
}

/** Moves items to the trash, the oldest deletion first; then removes folders for good that some of them were in. */
function seedTrash(
  files: SampleFilesSeeder,
  {
    deletions,
    removedFolders,
  }: { deletions: readonly { path: string; daysAgo: number }[]; removedFolders: readonly string[] },
): void {
  const { db, seed, now } = files.service
  for (const { path, daysAgo } of deletions) {
    seed.trashFile(files.idOf(path), { at: Math.floor(now() - daysAgo * dayMs) })
  }
  for (const path of removedFolders) {
    db.run('DELETE FROM files WHERE id = ?', [files.idOf(path)])
  }
}
