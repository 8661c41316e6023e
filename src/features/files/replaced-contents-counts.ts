import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import type { UserSetting } from '#src/contract/accounts/user.ts'
import { nameOfUri, parseUri } from '#src/contract/uri.ts'
import { account } from '#src/features/account/account.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { keys } from '#src/lists/keys.ts'

/** What becomes of the contents of files that newer ones replace: how many of them stay as earlier versions. */
export type ReplacedContentsCounts = {
  readonly kept: number
  readonly lost: number
  /** The service does not say: they are another user's, or it has no such setting. */
  readonly unknown: number
  /** Files of those kept whose oldest version goes; undefined when the versions of so many were not counted. */
  readonly oldestGoes: number | undefined
  /** How many versions of a file are kept; 0 means all. */
  readonly max: number
}

/** The versions of more files than these are not counted. */
const maxCounted = 20

/** What becomes of the contents of these files when they are replaced. */
export const replacedContentsCountsQuery = (uris: readonly string[]) =>
  queryOptions({
    queryKey: keys.files.oldContents(uris),
    queryFn: ({ client, signal }) => readOldContents(client, uris, signal),
    staleTime: 0,
    // What cannot be read is unknown, which is said.
    meta: { isInline: true },
  })

async function readOldContents(
  client: QueryClient,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<ReplacedContentsCounts> {
  const setting = await client
    .fetchQuery({ ...account.setting(), retry: false, staleTime: 10_000, meta: { isInline: true } })
    .catch(() => undefined)
  const fates = uris.map((uri) => fateOf(uri, setting))
  const count = (fate: (typeof fates)[number]) => fates.filter((each) => each === fate).length
  const max = setting?.version_retention_max ?? 0
  const kept = uris.filter((_, at) => fates[at] === 'kept')
  return {
    kept: kept.length,
    lost: count('lost'),
    unknown: count('unknown'),
    oldestGoes: await countFull(kept, max, signal),
    max,
  }
}

function fateOf(uri: string, setting: UserSetting | undefined): 'kept' | 'lost' | 'unknown' {
  // The setting of the owner counts, and only one's own can be read.
  if (parseUri(uri).host !== 'my') return 'unknown'
  const {
    version_retention_enabled: isEnabled,
    version_retention_ext: extensions = [],
    version_retention_max: max,
  } = setting ?? {}
  if (isEnabled === undefined) return 'unknown'
  if (!isEnabled || max === 1) return 'lost'
  const extension = splitExtension(nameOfUri(uri)).extension.split('.').at(-1)?.toLowerCase() ?? ''
  const hasVersions =
    extensions.length === 0 || extensions.some((each) => each.toLowerCase() === extension)
  return hasVersions ? 'kept' : 'lost'
}

/** How many of the files have as many versions as are kept; undefined when they were not counted. */
async function countFull(
  uris: readonly string[],
  max: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (max === 0 || uris.length === 0) return 0
  if (uris.length > maxCounted) return undefined
  let full = 0
  try {
    await forEachConcurrently(uris, 2, async (uri) => {
      const { extended_info: extended } = await getFile(uri, { extended: true }, signal)
      const versions = extended?.entities?.filter(({ type }) => type === 0) ?? []
      if (versions.length >= max) full++
    })
    return full
  } catch {
    return undefined
  }
}
