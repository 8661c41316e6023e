import { Code } from '#src/contract/codes.ts'
import { FileType, Metadata } from '#src/contract/file.ts'
import { Refusal } from './envelope.ts'
import { metadataOf } from './files.ts'
import type { FileRow } from './files.ts'

export type Condition = (file: FileRow) => boolean

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

function namePattern(text: string, isFolding: boolean): (name: string) => boolean {
  const fold = (value: string) => (isFolding ? value.toLowerCase() : value)
  const quoted = /^"([^]*)"$/.exec(text)
  const wanted = fold(quoted?.[1] ?? text)
  if (quoted || !text.includes('*')) return (name) => fold(name).includes(wanted)
  const pieces = wanted.split('*')
  return (name) => matchesPattern(fold(name), pieces)
}

function bound(value: string): number {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) {
    throw new Refusal(Code.invalidParameters, 'unknown uri', { detail: 'a bound is no number' })
  }
  return number
}

/** The conditions of an address (contract.md §4.6) as one. Throws 40001 for a bad bound, -1 for an unknown category. */
export function parseSearch(search: readonly (readonly [string, string])[]): Condition {
  const has = (key: string) => search.some(([name]) => name === key)
  const isFolding = has('case_folding')
  const names: ((name: string) => boolean)[] = []
  const all: Condition[] = []
  for (const [key, value] of search) {
    if (key === 'category') {
      const extensions = categories[value]
      if (!Object.hasOwn(categories, value) || !extensions) {
        throw new Refusal(Code.unclassified, '', { detail: 'unknown category' })
      }
      return (file) => file.type === FileType.file && extensions.includes(extensionOf(file.name))
    }
    if (key === 'name' && value !== '') names.push(namePattern(value, isFolding))
    else if (key === 'type') {
      const type = value === 'folder' ? FileType.folder : FileType.file
      all.push((file) => file.type === type)
    } else if (key.startsWith('meta_')) {
      const wanted = value.toLowerCase()
      all.push((file) => metadataValue(file, key.slice(5))?.toLowerCase().includes(wanted) ?? false)
    } else if (key.startsWith('exact_meta_')) {
      all.push((file) => metadataValue(file, key.slice(11)) === value)
    } else {
      const match = /^(size|created|updated)_(gte|lte)$/.exec(key)
      if (!match) continue
      const limit = bound(value)
      const sign = match[2] === 'gte' ? 1 : -1
      const read = readers[match[1] ?? '']
      if (read) all.push((file) => (read(file) - limit) * sign >= 0)
    }
  }
  if (names.length > 0) {
    const isAny = has('name_op_or') || has('use_or')
    all.push((file) =>
      isAny ? names.some((test) => test(file.name)) : names.every((test) => test(file.name)),
    )
  }
  return (file) => all.every((test) => test(file))
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
