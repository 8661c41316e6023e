import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { visibleMetadata } from '#src/server/files/files.ts'
import type { FileRow, ListedLongTexts } from '#src/server/files/files.ts'
import { extensionOf } from '#src/server/files/names.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { SqlValue } from '#src/server/storage/db.ts'
import { unboundedRange, lowerAscii, prefilterParams } from './search-sql.ts'
import type { NumberRange } from './search-sql.ts'

/** A file and its texts, which matter only to a search with {@link ParsedSearch.readsTexts}. */
type Candidate = FileRow & ListedLongTexts
/** With `isOwned` false, metadata that visitors do not see matches nothing. */
type Condition = (file: Candidate, isOwned: boolean) => boolean

/** A parsed search. `matches` is exact; `prefilter` is a superset of it that the database can evaluate. */
export type ParsedSearch = {
  readonly matches: Condition
  /** Whether `matches` looks at metadata. */
  readonly readsTexts: boolean
  /** Parameters of `prefilterSql`. */
  readonly prefilter: readonly SqlValue[]
  /** The only type that can match, if there is one. */
  readonly type: number | undefined
}

/** Maximum number of conditions in one URI. */
const maxConditions = 64
/**
 * Maximum number of conditions on the name, and of characters of all conditions: each is tried on every file. A filter by
 * kind asks for every name ending of that kind, 47 for source code, each behind the searched name of up to 255
 * characters.
 */
const maxNames = 60
const maxLength = 60 * 270
/** Maximum number of wildcards in one name; several together are one. */
const maxWildcards = 8

const categories: Readonly<Record<string, readonly string[]>> = {
  image: 'jpg jpeg png gif webp avif bmp svg tif tiff heic ico'.split(' '),
  video: 'mp4 m4v mov mkv webm avi mpg mpeg'.split(' '),
  audio: 'mp3 flac wav ogg oga m4a aac opus'.split(' '),
  document: 'pdf doc docx xls xlsx ppt pptx odt ods odp txt md csv rtf pages numbers key'.split(
    ' ',
  ),
}

/** Matches the pieces between `*` one after the other in linear time; a regular expression could backtrack forever. */
function matchesPattern(name: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces
  if (!name.startsWith(first)) return false
  const last = rest.pop()
  if (last === undefined) return name === first
  let from = first.length
  for (const piece of rest) {
    const at = name.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}

/** A condition on the name, and a text that every matching name contains. */
type NamePattern = { test: (name: string) => boolean; piece: string }

function namePattern(text: string, isFolding: boolean): NamePattern {
  const fold = (value: string) => (isFolding ? value.toLowerCase() : value)
  const quoted = /^"([^]*)"$/.exec(text)
  const plain = quoted?.[1] ?? text
  const wanted = fold(plain)
  if (quoted || !text.includes('*')) {
    return { test: (name) => fold(name).includes(wanted), piece: lowerAscii(wanted) }
  }
  const pieces = wanted.split(/\*+/)
  if (pieces.length > maxWildcards + 1) {
    throw new HttpError(ErrorCode.invalidParameters, 'unknown uri', {
      detail: `a name has more than ${maxWildcards} wildcards`,
    })
  }
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one))
  return { test: (name) => matchesPattern(fold(name), pieces), piece: lowerAscii(longest) }
}

function bound(value: string): number {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) {
    throw new HttpError(ErrorCode.invalidParameters, 'unknown uri', {
      detail: 'a bound is no number',
    })
  }
  return number
}

/**
 * Parses the search part of a URI (docs/protocol.md §4.7). Throws 40001 for a bad bound, -1 for an unknown category.
 */
export function parseUriSearch(search: readonly (readonly [string, string])[]): ParsedSearch {
  if (search.length > maxConditions) {
    throw new HttpError(ErrorCode.invalidParameters, 'unknown uri', {
      detail: 'too many conditions',
    })
  }
  const length = search.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const nameCount = search.filter(([key]) => key === 'name').length
  if (length > maxLength || nameCount > maxNames) {
    throw new HttpError(ErrorCode.invalidParameters, 'unknown uri', { detail: 'too long a search' })
  }
  const has = (key: string) => search.some(([name]) => name === key)
  const isFolding = has('case_folding')
  const category = search.find(([key]) => key === 'category')?.[1]
  if (category !== undefined) return categorySearch(category)
  const names: NamePattern[] = []
  const all: Condition[] = []
  const types = new Set<number>()
  const bounds: Record<string, NumberRange> = {
    size: unboundedRange,
    created: unboundedRange,
    updated: unboundedRange,
  }
  let metadataKey = ''
  let origin = ''
  let readsTexts = false
  const wantsMetadata = (key: string, value: string) => {
    readsTexts = true
    if (key === MetadataKey.restoreUri) origin = lowerAscii(value)
    else if (key !== MetadataKey.collectTime) metadataKey = JSON.stringify(key)
  }
  for (const [key, value] of search) {
    if (key === 'name' && value !== '') names.push(namePattern(value, isFolding))
    else if (key === 'type') {
      const type = value === 'folder' ? FileType.folder : FileType.file
      types.add(type)
      all.push((file) => file.type === type)
    } else if (key.startsWith('meta_')) {
      const [name, wanted] = [key.slice(5), value.toLowerCase()]
      wantsMetadata(name, wanted)
      all.push(
        (file, isOwned) =>
          metadataValue(file, name, isOwned)?.toLowerCase().includes(wanted) ?? false,
      )
    } else if (key.startsWith('exact_meta_')) {
      const name = key.slice(11)
      wantsMetadata(name, value)
      all.push((file, isOwned) => metadataValue(file, name, isOwned) === value)
    } else {
      const [, field = '', end] = /^(size|created|updated)_(gte|lte)$/.exec(key) ?? []
      const known = bounds[field]
      if (!known) continue
      const limit = Math.min(Math.max(bound(value), unboundedRange.from), unboundedRange.to)
      const isFrom = end === 'gte'
      bounds[field] = isFrom
        ? { ...known, from: Math.max(known.from, limit) }
        : { ...known, to: Math.min(known.to, limit) }
      const read = readers[field]
      const sign = isFrom ? 1 : -1
      if (read) all.push((file) => (read(file) - limit) * sign >= 0)
    }
  }
  const isAny = has('name_op_or') || has('use_or')
  if (names.length > 0) {
    all.push((file) =>
      isAny
        ? names.some(({ test }) => test(file.name))
        : names.every(({ test }) => test(file.name)),
    )
  }
  return {
    matches: (file, isOwned) => all.every((test) => test(file, isOwned)),
    readsTexts,
    prefilter: prefilterParams({
      bounds,
      pieces: requiredPieces(names, isAny),
      isFolding,
      metadataKey,
      origin,
    }),
    type: types.size === 1 ? [...types][0] : undefined,
  }
}

/** Texts of which every matching name contains at least one. */
function requiredPieces(names: readonly NamePattern[], isAny: boolean): string[] {
  const pieces = names.map(({ piece }) => piece)
  if (isAny) return pieces
  return pieces.length === 0
    ? []
    : [pieces.reduce((one, other) => (other.length > one.length ? other : one))]
}

function categorySearch(name: string): ParsedSearch {
  const extensions = categories[name]
  if (!Object.hasOwn(categories, name) || !extensions) {
    throw new HttpError(ErrorCode.unclassified, '', { detail: 'unknown category' })
  }
  const pieces = extensions.map((extension) => `.${extension}`)
  return {
    matches: (file) => file.type === FileType.file && extensions.includes(extensionOf(file.name)),
    readsTexts: false,
    prefilter: prefilterParams({ pieces, isFolding: true }),
    type: FileType.file,
  }
}

const readers: Readonly<Record<string, (file: FileRow) => number>> = {
  size: (file) => file.size,
  created: (file) => Math.floor(file.created_at / 1000),
  updated: (file) => Math.floor(file.updated_at / 1000),
}

/** Metadata of the rows in hand as the caller sees it: a search may have many conditions on the metadata of each. */
const parsedMetadata = new WeakMap<Candidate, Record<string, string>>()

function metadataValue(file: Candidate, key: string, isOwned: boolean): string | undefined {
  if (key === MetadataKey.restoreUri) return file.restore_uri ?? undefined
  const metadata = parsedMetadata.get(file) ?? visibleMetadata(file, file, isOwned)
  parsedMetadata.set(file, metadata)
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined
}
