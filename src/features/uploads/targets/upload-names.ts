import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { childUri } from '#src/contract/uri.ts'
import type { NameClashAnswer } from '#src/features/name-clash/name-clash-question.ts'
import type { UploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import { syncUploadRow, type UploadJob } from '#src/features/uploads/queue/upload-job.ts'
import { readFolderRows } from '#src/jobs/verification/item-lookup.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import {
  type DecidedNameClashes,
  decideClashChoices,
  type NameClashChoice,
} from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LocalFilesAndFolders } from '#src/platform/files/local-files.ts'
import { isValidItemName } from './upload-checks.ts'

/* Names that are taken in the target folders, and what to do about them. */

/**
 * What is in a folder, by name: from its list when that is complete, else from the service. Places of unfinished uploads
 * are left out: they give way.
 */
async function readNames({ cache }: UploadGroup, uri: string): Promise<Map<string, FileRow>> {
  const listed = cache.listedNames(uri)
  if (listed) return listed
  const names = new Map<string, FileRow>()
  for (const row of await readFolderRows(uri, { send: lookUpWithRetry }))
    if (!row.isUploading) names.set(row.name, row)
  return names
}

/**
 * Reads the names in `folder` and in those folders of `paths` that exist already. A folder that cannot be read is left
 * out: a conflict in it shows when its files are sent.
 */
export async function loadTakenNames(
  group: UploadGroup,
  folder: string,
  paths: LocalFilesAndFolders['folders'],
): Promise<void> {
  const { takenNames } = group
  const read = async (uri: string) => {
    const names = await readNames(group, uri).catch(() => undefined)
    if (names) takenNames.set(uri, names)
  }
  await read(folder)
  for (const path of paths) {
    if (!path.every(isValidItemName)) continue
    const above = path.slice(0, -1).reduce(childUri, folder)
    const name = path.at(-1) ?? ''
    if (takenNames.get(above)?.get(name)?.isFolder) await read(childUri(above, name))
  }
}

/** Applies the answer to a job whose name may be taken. A file cannot replace a folder, so it gets another name. */
export function applyConflictAnswer(job: UploadJob, answer: NameClashAnswer): void {
  const names = job.group.takenNames.get(job.folder)
  if (!names?.has(job.name)) return
  if (answer && clashChoiceOfJob(job, answer, names.get(job.name)) === 'replace')
    job.isVersion = true
  else assignFreeName(job)
}

/** What is done with a job whose name `existing` has: as decided, or by the rule where nobody was asked about it. */
export function clashChoiceOfJob(
  { group, source, folder, name, modified }: UploadJob,
  { decided, rule }: DecidedNameClashes,
  existing: FileRow | undefined,
): NameClashChoice | undefined {
  const id = group.clashIds.get(source) ?? childUri(folder, name)
  const clash = { id, item: { isFolder: false, updatedAt: modified }, existing }
  const found = decided.has(id)
    ? decided
    : decideClashChoices({ rule, exceptions: new Map() }, [clash])
  return found.get(id)?.choice
}

/** Gives a job the next numbered name that is not known to be taken. */
export function assignFreeName(job: UploadJob): void {
  const taken = job.group.takenNames.get(job.folder)
  job.isVersion = false
  job.otherNames ??= numberedNames(job.name)
  do job.name = job.otherNames.next().value
  while (taken?.has(job.name))
  taken?.set(job.name, undefined)
  syncUploadRow(job)
}
