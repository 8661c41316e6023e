import { FileType } from '#src/contract/file.ts'
import { singleRequestLockTypes } from '#src/contract/single-request-lock-types.ts'
import { opensInBuiltInTextEditor, type SiteConfig } from '#src/contract/site.ts'
import { ifValid, parseUri } from '#src/contract/uri.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { type FileKind, kindOfName } from '#src/lib/names/file-kind.ts'
import type { Operation } from '#src/lib/operation.ts'
import { xmlToTruncatedText } from '#src/lib/text/xml-to-truncated-text.ts'

export type HolderApplicationText = { what: string; detail: string | undefined }

/** Describes the holder of a lock; `detail` is what the application wrote about itself, when that names no device. */
export function holderApplicationText(
  { holder }: LockEntry,
  viewers: SiteConfig['file_viewers'],
  t: Messages,
): HolderApplicationText {
  const { type = '', viewer_id: viewerId, inner_xml: xml } = holder?.application ?? {}
  switch (type) {
    case 'viewer': {
      const name = viewerWithId(viewers, viewerId)?.display_name
      // A key of the public front end is no name (docs/protocol.md §9.2).
      const isName = name && !name.startsWith('fileManager.')
      return { what: isName ? t.locks.viewer(name) : t.locks.viewerUnknown, detail: undefined }
    }
    case 'dav': {
      const text = xmlToTruncatedText(xml ?? '')
      // Clients write "Mei Wang on meis-desk", or nothing of the kind.
      const [, device] = /^.+ on (\S+)$/.exec(text) ?? []
      return device === undefined
        ? { what: t.locks.dav, detail: text ? t.locks.quoted(text) : undefined }
        : { what: t.locks.davOn(device), detail: undefined }
    }
    case 'upload':
      return { what: t.locks.upload, detail: undefined }
    case '':
      return { what: t.locks.holderUnknown, detail: undefined }
    default:
      if (singleRequestLockTypes.has(type)) return { what: t.locks.operation, detail: undefined }
      return { what: t.locks.lockedBy(type), detail: undefined }
  }
}

type HolderKind = 'editor' | 'viewer' | 'upload' | 'dav' | 'unknown'

const viewerWithId = (viewers: SiteConfig['file_viewers'], viewerId: string | undefined) =>
  viewers?.flatMap((group) => group.viewers).find(({ id }) => id === viewerId)

function kindOfHolder({ holder }: LockEntry, viewers: SiteConfig['file_viewers']): HolderKind {
  const { type, viewer_id: viewerId } = holder?.application ?? {}
  if (type === 'upload' || type === 'dav') return type
  if (type !== 'viewer' || !viewers) return 'unknown'
  const viewer = viewerWithId(viewers, viewerId)
  return viewer && opensInBuiltInTextEditor(viewer) ? 'editor' : 'viewer'
}

/** Operations that write the contents of the locked file, or put another file in its place. */
const writesContents: ReadonlySet<Operation['kind']> = new Set([
  'save',
  'edit',
  'upload',
  'restore',
])

/**
 * What unlocking these costs. Only our own editor notices it; another application may save over what comes after
 * (docs/protocol.md §8.6), which matters when the operation has written contents. `person` is whoever holds all of them,
 * when that is somebody else.
 */
export function unlockConsequenceText(
  entries: readonly LockEntry[],
  operation: Operation['kind'],
  person: string | undefined,
  viewers: SiteConfig['file_viewers'],
  t: Messages,
): string | undefined {
  const writes = writesContents.has(operation)
  const kinds = new Set(entries.map((entry) => kindOfHolder(entry, viewers)))
  if (kinds.size > 1) {
    const lost = kinds.has('upload') ? t.locks.losesMixed : t.locks.losesSeveral
    const mayReplace = kinds.has('viewer') || kinds.has('unknown')
    return writes && mayReplace
      ? [lost, t.locks.alsoReplaces].join(t.common.betweenSentences)
      : lost
  }
  const [kind] = kinds
  switch (kind) {
    case 'editor':
      return person ? t.locks.losesEditsOf(person) : t.locks.losesEdits
    case 'viewer':
      if (writes) return person ? t.locks.mayReplaceEditsOf(person) : t.locks.mayReplaceEdits
      return person ? t.locks.losesEditsUntoldOf(person) : t.locks.losesEditsUntold
    case 'upload':
      return t.locks.losesUpload
    case 'dav':
      return person ? t.locks.losesDavOf(person) : t.locks.losesDav
    case 'unknown':
      return writes ? t.locks.mayReplaceUnknown : t.locks.losesUnknown
    default:
      return undefined
  }
}

/**
 * Name, location and type of a locked item, as far as the service returns them. `sharedName`: of the shared folder that
 * it is in, if known.
 */
export function lockedItemNameAndPath(
  entry: LockEntry,
  t: Messages,
  sharedName?: string,
): { name: string; path: readonly string[]; kind: FileKind } {
  const isFolder = entry.type === FileType.folder
  const isKnown = isFolder || entry.type === FileType.file
  const kindOf = (name: string) => (isKnown ? kindOfName(name, isFolder) : 'unknown')
  const known = entry.itemName
  if (known !== undefined) {
    const above = placeOf(entry.itemOrigin)?.segments.slice(0, -1)
    const path = above ? pathNames(above.length > 0 ? above : [t.locks.myFiles]) : []
    return { name: known, path, kind: kindOf(known) }
  }
  const place = placeOf(entry.path)
  if (!place) return { name: t.locks.unnamed, path: [], kind: isFolder ? 'folder' : 'unknown' }
  const { host, segments } = place
  const root =
    host === 'my' ? t.locks.myFiles : host === 'trash' ? t.locks.trash : t.locks.sharedFiles
  const name = segments.at(-1)
  if (name === undefined) return { name: sharedName ?? root, path: [], kind: 'folder' }
  const above = segments.slice(0, -1)
  // Of one's own files the root goes without saying, as in results.
  const roots = sharedName !== undefined ? [root, sharedName] : [root]
  return {
    name,
    path: pathNames(host === 'my' && above.length > 0 ? above : [...roots, ...above]),
    kind: kindOf(name),
  }
}

const pathNames = (names: readonly string[]): string[] => names.map(escapeControlChars)

const placeOf = (path: string | undefined) =>
  path === undefined ? undefined : ifValid(() => parseUri(path))
