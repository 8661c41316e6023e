import { Code } from '#src/contract/codes.ts'
import { FileType, Metadata } from '#src/contract/file.ts'
import type { SqlValue } from './db.ts'
import { Refusal } from './envelope.ts'
import { metadataOf } from './files.ts'
import type { FileRow } from './files.ts'
import { anywhere, lowerAscii, sieveOf } from './sieve.ts'
import type { Bounds } from './sieve.ts'

type Condition = (file: FileRow) => boolean

/** What a search asks for. `sieve` lets through all that matches, and little else; only `matches` is exact. */
export type Search = {
  readonly matches: Condition
  /** Parameters of `sieveSql`. */
  readonly sieve: readonly SqlValue[]
  /** The one kind of items that can match, if it is one. */
  readonly type: number | undefined
}

/** Most conditions in one address. */
const maxConditions = 64

const categories: Readonly<Record<string, readonly string[]>> = {
  image: 'jpg jpeg png gif webp avif bmp svg tif tiff heic ico'.split(' '),
  video: 'mp4 m4v mov mkv webm avi mpg mpeg'.split(' '),
  audio: 'mp3 flac wav ogg oga m4a aac opus'.split(' '),
  document: 'pdf doc docx xls xlsx ppt pptx odt ods odp txt md csv rtf pages numbers key'.split(
    ' ',
  ),
}

const extensionOf = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Pieces between `*` found one behind the other: linear, where a regular expression could be made to run for ever. */
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

/** A condition on the name: how to test it, and a piece that is in every name that passes. */
type NamePattern = { test: (name: string) => boolean; piece: string }

function namePattern(text: string, isFolding: boolean): NamePattern {
  const fold = (value: string) => (isFolding ? value.toLowerCase() : value)
  const quoted = /^"([^]*)"$/.exec(text)
  const plain = quoted?.[1] ?? text
  const wanted = fold(plain)
  if (quoted || !text.includes('*')) {
    return { test: (name) => fold(name).includes(wanted), piece: lowerAscii(wanted) }
  }
  const pieces = wanted.split('*')
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one))
  return { test: (name) => matchesPattern(fold(name), pieces), piece: lowerAscii(longest) }
}

function bound(value: string): number {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) {
    throw new Refusal(Code.invalidParameters, 'unknown uri', { detail: 'a bound is no number' })
  }
  return number
}

/** The conditions of an address (contract.md §4.6). Throws 40001 for a bad bound, -1 for an unknown category. */
export function parseSearch(search: readonly (readonly [string, string])[]): Search {
  if (search.length > maxConditions) {
    throw new Refusal(Code.invalidParameters, 'unknown uri', { detail: 'too many conditions' })
  }
  const has = (key: string) => search.some(([name]) => name === key)
  const isFolding = has('case_folding')
  const category = search.find(([key]) => key === 'category')?.[1]
  if (category !== undefined) return categorySearch(category)
  const names: NamePattern[] = []
  const all: Condition[] = []
  const types = new Set<number>()
  const bounds: Record<string, Bounds> = { size: anywhere, created: anywhere, updated: anywhere }
  let metadataKey = ''
  let origin = ''
  const wantsMetadata = (key: string, value: string) => {
    if (key === Metadata.restoreUri) origin = lowerAscii(value)
    else if (key !== Metadata.collectTime) metadataKey = JSON.stringify(key)
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
      all.push((file) => metadataValue(file, name)?.toLowerCase().includes(wanted) ?? false)
    } else if (key.startsWith('exact_meta_')) {
      const name = key.slice(11)
      wantsMetadata(name, value)
      all.push((file) => metadataValue(file, name) === value)
    } else {
      const [, field = '', end] = /^(size|created|updated)_(gte|lte)$/.exec(key) ?? []
      const known = bounds[field]
      if (!known) continue
      const limit = Math.min(Math.max(bound(value), anywhere.from), anywhere.to)
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
    matches: (file) => all.every((test) => test(file)),
    sieve: sieveOf({ bounds, pieces: piecesOf(names, isAny), isFolding, metadataKey, origin }),
    type: types.size === 1 ? [...types][0] : undefined,
  }
}

/** Pieces of which every name that matches holds one. */
function piecesOf(names: readonly NamePattern[], isAny: boolean): string[] {
  const pieces = names.map(({ piece }) => piece)
  if (isAny) return pieces
  return pieces.length === 0
    ? []
    : [pieces.reduce((one, other) => (other.length > one.length ? other : one))]
}

function categorySearch(name: string): Search {
  const extensions = categories[name]
  if (!Object.hasOwn(categories, name) || !extensions) {
    throw new Refusal(Code.unclassified, '', { detail: 'unknown category' })
  }
  const pieces = extensions.map((extension) => `.${extension}`)
  return {
    matches: (file) => file.type === FileType.file && extensions.includes(extensionOf(file.name)),
    sieve: sieveOf({ pieces, isFolding: true }),
    type: FileType.file,
  }
}

const readers: Readonly<Record<string, (file: FileRow) => number>> = {
  size: (file) => file.size,
  created: (file) => Math.floor(file.created_at / 1000),
  updated: (file) => Math.floor(file.updated_at / 1000),
}

function metadataValue(file: FileRow, key: string): string | undefined {
  if (key === Metadata.restoreUri) return file.restore_uri ?? undefined
  const metadata = metadataOf(file)
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined
}
