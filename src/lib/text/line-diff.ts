import { diffLines } from 'diff'

/** A line of a text; `at` is its number, from 1. */
export type DiffLine = { readonly at: number; readonly text: string }

/** Two texts side by side: lines that both have, lines of one or both sides that differ, and `skipped` equal ones. */
export type DiffRow =
  | { readonly kind: 'same' | 'changed'; readonly before?: DiffLine; readonly after?: DiffLine }
  | { readonly kind: 'skipped'; readonly count: number }

/** Equal lines that are shown around a difference. */
const contextLines = 3
/** Texts that have little in common take long to compare, in ms: they are then shown as wholly different. */
const timeoutMs = 1_000

const linesOf = (value: string): string[] => {
  const lines = value.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Compares two texts by lines. Equal lines far from a difference are only counted. */
export function diffTextLines(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after, {
    timeout: timeoutMs,
    // Such lines would look the same.
    ignoreNewlineAtEof: true,
  }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const rows: DiffRow[] = []
  let [beforeAt, afterAt] = [0, 0]
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index]
    if (!change) continue
    if (!change.added && !change.removed) {
      for (const text of linesOf(change.value)) {
        rows.push({
          kind: 'same',
          before: { at: ++beforeAt, text },
          after: { at: ++afterAt, text },
        })
      }
      continue
    }
    const next = changes[index + 1]
    // What was taken out comes before what has come in its place.
    const replacement = change.removed && next?.added ? next : undefined
    if (replacement) index++
    const removed = change.removed ? linesOf(change.value) : []
    const added = linesOf((change.added ? change : replacement)?.value ?? '')
    for (let line = 0; line < Math.max(removed.length, added.length); line++) {
      const [old, mine] = [removed[line], added[line]]
      rows.push({
        kind: 'changed',
        ...(old !== undefined && { before: { at: ++beforeAt, text: old } }),
        ...(mine !== undefined && { after: { at: ++afterAt, text: mine } }),
      })
    }
  }
  return withoutDistantLines(rows)
}

function withoutDistantLines(rows: readonly DiffRow[]): DiffRow[] {
  const near = new Set<number>()
  for (const [at, { kind }] of rows.entries()) {
    if (kind !== 'changed') continue
    for (let beside = at - contextLines; beside <= at + contextLines; beside++) near.add(beside)
  }
  const shown: DiffRow[] = []
  let skipped = 0
  const endSkipped = () => {
    if (skipped > 0) shown.push({ kind: 'skipped', count: skipped })
    skipped = 0
  }
  for (const [at, row] of rows.entries()) {
    if (!near.has(at)) {
      skipped++
      continue
    }
    endSkipped()
    shown.push(row)
  }
  endSkipped()
  return shown
}
