import type { SqlValue } from './db.ts'

/** Further than a Date reaches, and exact in the database. */
export const anywhere = { from: -9e15, to: 9e15 } as const

/**
 * A condition for `FROM files f` that rules out most of what a search does not want; {@link sieveOf} has its parameters.
 * One text for every search, or each would leave a statement of its own behind. `lower` knows A to Z only: a name that
 * holds other letters is let through when their case does not matter.
 */
export const sieveSql = `f.size BETWEEN ? AND ? AND f.created_at BETWEEN ? AND ? AND f.updated_at BETWEEN ? AND ?
  AND (? OR ? <> '' AND instr(lower(f.name), ?) > 0
    OR ? <> '' AND EXISTS (SELECT 1 FROM json_each(?) AS piece WHERE instr(lower(f.name), piece.value) > 0)
    OR ? AND length(f.name) <> length(CAST(f.name AS BLOB)))
  AND (? = '' OR instr(f.metadata, ?) > 0)
  AND (? = '' OR instr(lower(f.restore_uri), ?) > 0 OR length(f.restore_uri) <> length(CAST(f.restore_uri AS BLOB)))`

/** Text as `lower` of the database writes it. */
export const lowerAscii = (text: string) =>
  text.replace(/\p{Cs}|\0/gu, '\ufffd').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Both ends belong to it. */
export type Bounds = { readonly from: number; readonly to: number }

/** Bounds in seconds as the milliseconds that they hold. */
function inTime({ from, to }: Bounds): Bounds {
  const within = (time: number) => Math.min(Math.max(time, anywhere.from), anywhere.to)
  return { from: within(Math.ceil(from) * 1000), to: within(Math.floor(to) * 1000 + 999) }
}

/**
 * The parameters of {@link sieveSql}. `bounds` are of `size` in bytes, `created` and `updated` in seconds; `pieces` are
 * lower-case texts of which a name holds at least one; `metadataKey` is the key as JSON has it; `origin` a piece of
 * where a deleted item lay.
 */
export function sieveOf({
  bounds = {},
  pieces,
  isFolding,
  metadataKey = '',
  origin = '',
}: {
  bounds?: Readonly<Record<string, Bounds>>
  pieces: readonly string[]
  isFolding: boolean
  metadataKey?: string
  origin?: string
}): SqlValue[] {
  const { size = anywhere, created = anywhere, updated = anywhere } = bounds
  const ends = [
    { from: Math.ceil(size.from), to: Math.floor(size.to) },
    inTime(created),
    inTime(updated),
  ]
  const [piece = '', ...others] = pieces
  // Many are looked up one by one, which takes five times as long as one.
  const many = others.length > 0 ? JSON.stringify(pieces) : ''
  const one = many === '' ? piece : ''
  return [
    ...ends.flatMap(({ from, to }) => [from, to]),
    one === '' && many === '',
    one,
    one,
    many,
    many,
    isFolding,
    metadataKey,
    metadataKey,
    origin,
    origin,
  ]
}
