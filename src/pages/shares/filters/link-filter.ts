import { ShareSourceType } from '#src/contract/share.ts'
import {
  accessSummaryOf,
  encodePasswordAndPrice,
  namedUserIds,
} from '#src/features/links/access/access.ts'
import type { LastSeenLinks } from '#src/features/links/state/last-seen.ts'
import {
  isDeadState,
  type LinkState,
  linkState,
  linkStates,
} from '#src/features/links/state/link-state.ts'
import { createSubstringMatcher } from '#src/lib/names/text-search.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { createListValueAccessor } from '#src/lists/per-list-values.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { LinkSearchWords } from '#src/pages/shares/access/use-access-texts.ts'
import type { FolderPaths } from '#src/pages/shares/folders/use-folder-paths.ts'
import { matchesSinceFilter } from '#src/pages/shares/last-seen/link-changes.ts'
import type { ExposureFilter, SharesUrl } from '#src/pages/shares/url.ts'

type Filters = Pick<SharesUrl, 'search' | 'state' | 'protection' | 'kind' | 'exposure' | 'since'>

/** It identifies the rows that `createLinkFilter` keeps. */
export const linkFilterKey = (url: Filters): string =>
  JSON.stringify([url.search, url.state, url.protection, url.kind, url.exposure, url.since])

function matchesState(wanted: SharesUrl['state'], state: LinkState): boolean {
  if (wanted === 'all' || wanted === state) return true
  if (wanted === 'dead') return isDeadState(state)
  return wanted === 'live' && state === 'expiring'
}

/** Whether nobody has opened a link, which then may be of no use. */
export const isNeverOpened = ({ visited, downloaded }: LinkRow): boolean =>
  visited === 0 && downloaded === 0

/** Whether a row has an exposure. Rows with equal settings share what is computed of them. */
function exposureTest(exposure: ExposureFilter): (row: LinkRow) => boolean {
  const known = new Map<LinkRow['permissions'], boolean>()
  const ofSetting = (setting: LinkRow['permissions']): boolean => {
    const found = known.get(setting) ?? hasExposure(exposure, setting)
    known.set(setting, found)
    return found
  }
  switch (exposure) {
    case 'neverExpires':
      return (row) => row.expires === null
    case 'neverOpened':
      return isNeverOpened
    default:
      return (row) => ofSetting(row.permissions)
  }
}

// Any group may be the owner's own: all that matters is whether the setting names anybody.
const hasExposure = (exposure: ExposureFilter, setting: LinkRow['permissions']): boolean =>
  exposure === 'canChange'
    ? accessSummaryOf(setting, undefined).changers.length > 0
    : namedUserIds(setting).length > 0

/**
 * Tests whether a word of a search begins one of the words that say the state of a link, its access and the names of its
 * people: a longer word finds less, which the search relies on.
 */
function wordsTest(word: string, words: LinkSearchWords, now: number): (row: LinkRow) => boolean {
  const start = word.normalize('NFC').toLowerCase()
  const isFound = (found: readonly string[]) => found.some((one) => one.startsWith(start))
  const states = new Set(linkStates.filter((state) => isFound(words.ofState(state))))
  // Of 100,000 links many have the same setting.
  const known = Array.from({ length: 4 }, () => new Map<LinkRow['permissions'], boolean>())
  const hasAccess = (row: LinkRow): boolean => {
    const results = known[encodePasswordAndPrice(row)]
    const result = results?.get(row.permissions) ?? isFound(words.ofAccess(row))
    results?.set(row.permissions, result)
    return result
  }
  return (row) => hasAccess(row) || (states.size > 0 && states.has(linkState(row, now)))
}

/**
 * Whether the name, the path as far as it is known, the state or the access have all words of the search, in any order,
 * or the link is the one that was pasted.
 */
function searchTest(
  search: string,
  now: number,
  { paths, words: linkWords }: LocalLinkData,
): ((row: LinkRow) => boolean) | null {
  const words = search.split(/\s+/).flatMap((word) => {
    const matches = createSubstringMatcher(word)
    return matches
      ? {
          matches,
          hasWord: wordsTest(word, linkWords, now),
          hasSlash: word.includes('/'),
          folders: new Map<string, boolean>(),
        }
      : []
  })
  if (words.length === 0) return null
  const id = linkIdFromSearch(search)
  return (row) => {
    if (row.id === id) return true
    return words.every(({ matches, hasWord, hasSlash, folders }) => {
      if (matches(row.name) || hasWord(row)) return true
      const path = paths.pathOf(row)
      if (path === undefined) return false
      if (hasSlash) return matches(path + row.name)
      // The result is kept by folder: many rows are in few folders.
      let isFound = folders.get(path)
      if (isFound === undefined) folders.set(path, (isFound = matches(path)))
      return isFound
    })
  }
}

/** The id of the link that a search may be. `stripPasswordFromPastedLink` leaves the character that follows the id; it is cut here. */
export const linkIdFromSearch = (search: string): string =>
  search
    .split('/s/')
    .at(-1)
    ?.replace(/[^\w-]$/, '') ?? ''

/** What this browser knows of links beside their records. */
export type LocalLinkData = {
  readonly paths: FolderPaths
  readonly lastSeen: LastSeenLinks | undefined
  readonly words: LinkSearchWords
}

/** Whether a row passes the filters at `now`. Search ignores case and Unicode composition. */
export function createLinkFilter(
  url: Filters,
  now: number,
  local: LocalLinkData,
): (row: LinkRow) => boolean {
  const matches = searchTest(url.search, now, local)
  const exposed = url.exposure.map(exposureTest)
  return (row) => {
    if (
      url.kind !== 'any' &&
      (row.sourceType === ShareSourceType.folder) !== (url.kind === 'folder')
    )
      return false
    if (url.protection !== 'any' && row.isProtected !== (url.protection === 'password'))
      return false
    if (!exposed.every((isExposed) => isExposed(row))) return false
    if (url.state !== 'all' && !matchesState(url.state, linkState(row, now))) return false
    if (!matchesSinceFilter(url.since, local.lastSeen, row, now)) return false
    return matches === null || matches(row)
  }
}

/** Numbers of links by state. */
export type LinkCounts = {
  all: number
  live: number
  expiring: number
  dead: number
}

/** States depend on the time: what is computed of them holds for a minute, which this numbers. */
export const minuteNumber = (now: number): number => Math.floor(now / 60_000)

type Counted = { rowIndexes: Uint32Array; minute: number; counts: LinkCounts }

/** Counts links by state, once a minute: returning to the page of a long list does not count again. */
export function countLinkStates(
  list: Pick<PagedList<LinkRow>, 'at'>,
  rowIndexes: Uint32Array,
  now: number,
): LinkCounts {
  const minute = minuteNumber(now)
  const kept = createListValueAccessor<Counted>(list, 'counts')
  const known = kept.get()
  if (known?.rowIndexes === rowIndexes && known.minute === minute) return known.counts
  const counts: LinkCounts = { all: 0, live: 0, expiring: 0, dead: 0 }
  for (const rowIndex of rowIndexes) {
    const row = list.at(rowIndex)
    if (!row) continue
    const state = linkState(row, now)
    counts.all++
    if (isDeadState(state)) counts.dead++
    else counts.live++
    if (state === 'expiring') counts.expiring++
  }
  kept.set({ rowIndexes, minute, counts })
  return counts
}
