import type { StoragePolicy } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { UploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import { askBeforeUpload, uploadRefusalQuestion } from '#src/features/uploads/upload-questions.ts'
import type { UploadFailure } from '#src/features/uploads/upload-rows.ts'
import { nameProblem } from '#src/lib/names/file-name.ts'
import type { LocalFile } from '#src/platform/files/local-files.ts'

/* What can be refused before anything is sent. */

const isNeverTaken = () => false

export const isValidItemName = (name: string): boolean => nameProblem(name, isNeverTaken) === null

const hasSuffix = (name: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name.toLowerCase().endsWith(`.${suffix.toLowerCase()}`))

/** Why the service would refuse this file: its name, size or type. Undefined when it would not. */
export function localFileFailure(
  { file, path, size }: LocalFile,
  storage: StoragePolicy | null,
): UploadFailure | undefined {
  for (const name of [...path, file.name]) {
    const problem = nameProblem(name, isNeverTaken)
    if (problem) return { kind: 'name', problem }
  }
  const { max_size: maxBytes = 0, allowed_suffix: allowed, denied_suffix: denied } = storage ?? {}
  if (maxBytes > 0 && size > maxBytes) return { kind: 'tooLarge', maxBytes }
  if (allowed && allowed.length > 0 && !hasSuffix(file.name, allowed)) return { kind: 'type' }
  if (denied && hasSuffix(file.name, denied)) return { kind: 'type' }
  return undefined
}

/** Whether `needed` bytes of `count` files fit; tells the user when they do not. */
export async function hasSpaceOrWarn(
  { cache, assertSignedIn }: UploadGroup,
  folder: string,
  { count, needed }: { count: number; needed: number },
): Promise<boolean> {
  // The space of another user's folder is not known here.
  if (needed === 0 || parseUri(folder).host !== 'my') return true
  const free = await cache.freeSpace().catch(() => Infinity)
  assertSignedIn()
  if (needed <= free) return true
  const refusal = { kind: 'noSpace', count, needed, free: Math.max(free, 0) } as const
  void askBeforeUpload(uploadRefusalQuestion, refusal)
  return false
}
