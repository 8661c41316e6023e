import type { UploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import type { UploadJob } from '#src/features/uploads/queue/upload-job.ts'
import { updateUpload } from '#src/features/uploads/upload-rows.ts'
import { askForReplacementFolder, isFolderThere } from '#src/jobs/verification/target-folder.ts'

/** For this long the folder of a group is taken to be where it was when it was looked at, in ms. */
const maxAgeMs = 5_000

/**
 * Makes sure that the folder that a group is uploaded to is still there, before something is created in it; when it is
 * gone, the user is asked once for the whole group. Resolves to false when no other is chosen; rejects
 * when nobody answers.
 */
export function checkUploadTarget(group: UploadGroup): Promise<boolean> {
  if (performance.now() - group.lookedAt < maxAgeMs) return Promise.resolve(true)
  group.looking ??= lookAtTarget(group).finally(() => {
    group.looking = undefined
  })
  return group.looking
}

/** Has the folder looked at before the next file: time has passed, or something has failed. */
export function invalidateTargetCheck(group: UploadGroup): void {
  group.lookedAt = -Infinity
}

async function lookAtTarget(group: UploadGroup): Promise<boolean> {
  const { target } = group
  if (!(await isFolderThere(target))) {
    group.cache.reloadFolders(new Set([target.uri]))
    const found = await askForReplacementFolder(target)
    if (!found) return false
    group.target = found
    forgetFolders(group)
    if (found.id === undefined || found.id !== target.id) {
      // What the user has agreed to replace is in the other folder.
      group.clashIds = new Map()
      group.conflictAnswer = undefined
    }
  }
  group.lookedAt = performance.now()
  return true
}

/** Forgets which folders are there besides the target, and what is in them: one of them is gone, or they are elsewhere. */
export function forgetFolders({ target, takenNames, folders }: UploadGroup): void {
  takenNames.clear()
  folders.clear()
  folders.set(target.uri, Promise.resolve())
}

/** Takes a job along when its group goes to another folder than at first. */
export async function moveJobToTarget(job: UploadJob): Promise<void> {
  const { target } = job.group
  const { uri } = target
  if (job.root === uri) return
  job.folder = uri + job.folder.slice(job.root.length)
  job.root = uri
  job.isVersion = false
  updateUpload(job.id, { folder: job.folder })
  await job.entry?.movedTo(target)
}
