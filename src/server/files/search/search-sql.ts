import { once } from '#src/lib/once.ts'
import type { SqlValue } from '#src/server/storage/db.ts'

/** Wider than any size or Date, and exact as a number of the database. */
export const unboundedRange = { from: -9e15, to: 9e15 } as const

/**
 * A condition for `FROM files f` that excludes most rows that do not match; {@link prefilterParams} makes its
 * parameters. It is one text for all searches, because each text becomes a prepared statement. `lower` of the database
 * knows A to Z only, so names with other letters pass when case is ignored and no searched text is free of such
 * letters. The signs keep the database from the indices of these columns: a slice is found by its keys.
 */
export const prefilterSql = `+f.size BETWEEN ? AND ? AND +f.created_at BETWEEN ? AND ? AND +f.updated_at BETWEEN ? AND ?
  AND (? OR ? <> '' AND instr(lower(f.name), ?) > 0
    OR ? <> '' AND EXISTS (SELECT 1 FROM json_each(?) AS piece WHERE instr(lower(f.name), piece.value) > 0)
    OR ? AND length(f.name) <> length(CAST(f.name AS BLOB)))
  AND (? = '' OR instr(f.metadata, ?) > 0)
  AND (? = '' OR instr(lower(f.restore_uri), ?) > 0 OR length(f.restore_uri) <> length(CAST(f.restore_uri AS BLOB)))`

/** Text as `lower` of the database writes it. */
export const lowerAscii = (text: string) =>
  text.replace(/\p{Cs}|\0/gu, '\ufffd').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Lower-case forms of letters beyond A to Z, which `lower` of the database does not convert. */
const loweredLetters = once((): ReadonlySet<string> => {
  // A final sigma depends on what stands before it.
  const lowered = new Set('σς')
  for (let code = 0x80; code < 0x20000; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{Changes_When_Lowercased}/u.test(letter)) continue
    for (const lower of letter.toLowerCase()) lowered.add(lower)
  }
  return lowered
})

/** The longest part of `text` that `lower(name)` contains for every name whose lower case contains `text`. */
function caseSafePiece(text: string): string {
  const letters = loweredLetters()
  let longest = ''
  let run = ''
  for (const letter of text) {
    run = letters.has(letter) ? '' : run + letter
    if (run.length > longest.length) longest = run
  }
  return longest
}

/** A range, both ends included. */
export type NumberRange = { readonly from: number; readonly to: number }

/** Converts bounds in seconds to milliseconds. */
function inTime({ from, to }: NumberRange): NumberRange {
  const within = (time: number) => Math.min(Math.max(time, unboundedRange.from), unboundedRange.to)
  return { from: within(Math.ceil(from) * 1000), to: within(Math.floor(to) * 1000 + 999) }
}

/**
 * The parameters of {@link prefilterSql}. `bounds` are of `size` in bytes, `created` and `updated` in seconds; `pieces`
 * are lower-case texts of which a name holds at least one; `metadataKey` is the key as JSON has it; `origin` a piece of
 * where a deleted item lay.
 */
export function prefilterParams({
  bounds = {},
  pieces,
  isFolding,
  metadataKey = '',
  origin = '',
}: {
  bounds?: Readonly<Record<string, NumberRange>>
  pieces: readonly string[]
  isFolding: boolean
  metadataKey?: string
  origin?: string
}): SqlValue[] {
  const { size = unboundedRange, created = unboundedRange, updated = unboundedRange } = bounds
  const ends = [
    { from: Math.ceil(size.from), to: Math.floor(size.to) },
    inTime(created),
    inTime(updated),
  ]
  const sure = isFolding ? pieces.map(caseSafePiece) : pieces
  const isUnsure = sure.some((piece, at) => piece === '' && pieces[at] !== '')
  const [piece = '', ...others] = isUnsure ? pieces : sure
  // Only several texts go through json_each, which takes five times as long as one.
  const many = others.length > 0 ? JSON.stringify([piece, ...others]) : ''
  const one = many === '' ? piece : ''
  return [
    ...ends.flatMap(({ from, to }) => [from, to]),
    one === '' && many === '',
    one,
    one,
    many,
    many,
    isUnsure,
    metadataKey,
    metadataKey,
    origin,
    origin,
  ]
}
