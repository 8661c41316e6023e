import type { Messages } from '#src/i18n/messages.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { TotalSize } from './total-size.ts'

/** A size in words for a question, with the folders whose size is not known; '' when there is nothing to say. */
export function totalSizeText(
  { bytes, isAtLeast, folders }: TotalSize,
  t: Messages,
  language: string,
): string {
  if (bytes === 0) return folders > 0 ? t.common.folderCount(folders) : ''
  const size = formatBytes(bytes, language)
  const known = isAtLeast ? t.common.atLeast(size) : size
  return folders > 0 ? t.common.withFolders(known, folders) : known
}
