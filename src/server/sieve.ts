import type { SqlValue } from './db.ts'

/** Further than a Date reaches, and exact in the database. */
export const anywhere = { from: -9e15, to: 9e15 } as const

/**
 * A condition for `FROM files f` that rules out most of what a search does not want; {@link sieveOf} has its parameters.
 * One text for every search, or each would leave a statement of its own behind. `lower` knows A to Z only: a name of
 * other letters is let through when case does not matter and nothing of what is wanted is safe from it.
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

/** Letters that some letter beyond A to Z has as its lower case, of which `lower` of the database knows nothing. */
let lowered: Set<string> | undefined

function loweredLetters(): Set<string> {
  if (lowered) return lowered
  // A final sigma depends on what stands before it.
  lowered = new Set('σς')
  for (let code = 0x80; code < 0x20000; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{Changes_When_Lowercased}/u.test(letter)) continue
    for (const lower of letter.toLowerCase()) lowered.add(lower)
  }
  return lowered
}

/** The longest stretch of `text` that stands unchanged in `lower(name)` of every name whose lower case holds `text`. */
function surePiece(text: string): string {
  const letters = loweredLetters()
  let longest = ''
  let run = ''
  for (const letter of text) {
    run = letters.has(letter) ? '' : run + letter
    if (run.length > longest.length) longest = run
  }
  return longest
}

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
  const sure = isFolding ? pieces.map(surePiece) : pieces
  const isUnsure = sure.some((piece, at) => piece === '' && pieces[at] !== '')
  const [piece = '', ...others] = isUnsure ? pieces : sure
  // Many are looked up one by one, which takes five times as long as one.
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
