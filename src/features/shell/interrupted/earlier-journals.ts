import * as v from 'valibot'
import { strictRecordOf } from '#src/contract/schema.ts'
import type { JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { type PlacementItem, withPlacement } from '#src/jobs/placement/placement-request.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

/*
 * Reads the journals of earlier pages that a browser may still hold. They have beside the items what stands in the wish
 * of each item today.
 */

const Row = v.custom<FileRow>(isFileRow)
const Rows = v.array(Row)

const EarlierRestore = v.object({
  items: Rows,
  folder: v.optional(v.string()),
  keepBoth: v.optional(
    v.object({
      ids: v.array(v.string()),
      stagingFolderName: v.string(),
      names: v.optional(strictRecordOf((name) => typeof name === 'string')),
    }),
  ),
  replace: v.optional(v.array(v.object({ id: v.string(), existingId: v.optional(v.string()) }))),
})

function restoredItems({
  items,
  folder: to,
  keepBoth,
  replace,
}: v.InferOutput<typeof EarlierRestore>) {
  return items.map((row): PlacementItem => {
    const replacing = replace?.find(({ id }) => id === row.id)
    if (replacing)
      return withPlacement(row, { to, onClash: 'replace', existingId: replacing.existingId })
    if (!keepBoth?.ids.includes(row.id)) return withPlacement(row, { to })
    return withPlacement(row, { to, name: keepBoth.names?.[row.id], onClash: 'keepBoth' })
  })
}

const EarlierTransfer = v.object({
  items: Rows,
  folder: v.string(),
  folderId: v.optional(v.string()),
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
  renamesFirst: v.optional(v.boolean()),
  replacing: v.optional(v.array(v.object({ id: v.string(), existingId: v.string() }))),
})

function transferredItems({
  items,
  folder: to,
  folderId: toId,
  names,
  renamesFirst,
  replacing,
}: v.InferOutput<typeof EarlierTransfer>) {
  return items.map((row): PlacementItem => {
    const existingId = replacing?.find(({ id }) => id === row.id)?.existingId
    if (existingId !== undefined)
      return withPlacement(row, { to, toId, onClash: 'replace', existingId })
    const name = names?.find(({ id }) => id === row.id)?.name
    return renamesFirst === true && name !== undefined
      ? withPlacement(row, { to, toId, onClash: 'keepBoth' })
      : withPlacement(row, { to, toId, name })
  })
}

const EarlierTakeBack = v.object({
  items: Rows,
  replaced: v.optional(v.array(v.object({ takenBy: v.string(), row: Row }))),
})

function takenBackItems({ items, replaced = [] }: v.InferOutput<typeof EarlierTakeBack>) {
  const files = new Map(replaced.map(({ takenBy, row }) => [takenBy, row]))
  return items.map((row) => withPlacement(row, { uncovers: files.get(row.id) }))
}

/** A rename on the way of an item was a note of its own. */
const readEarlierNote = (note: unknown): unknown =>
  typeof note === 'object' && note !== null && 'from' in note ? { renames: [note] } : note

/** The name of the folder in which items are renamed stood in the input. */
const noteStagingFolderName = (input: object, notes: readonly unknown[]): unknown[] =>
  'stagingFolderName' in input && input.stagingFolderName !== undefined
    ? [{ stagingFolderName: input.stagingFolderName }, ...notes]
    : [...notes]

/** The journal as this page would have written it; one that is not of an earlier page, or not whole, as it is. */
export function migrateJournaledJob(found: JournaledJob): JournaledJob {
  const restored = { ...found, effects: found.effects.map(readEarlierNote) }
  const { name, version, items, input, effects } = restored
  const whole = { ...input, items }
  const isTransfer = name === 'move' || name === 'copy'
  if (name === 'restore' && version === 1) {
    const read = v.safeParse(EarlierRestore, whole)
    if (!read.success) return restored
    const notes = noteStagingFolderName(read.output.keepBoth ?? {}, effects)
    return { ...restored, version: 3, items: restoredItems(read.output), effects: notes }
  }
  if (isTransfer && version === 1) {
    const read = v.safeParse(EarlierTransfer, whole)
    if (!read.success) return restored
    const notes = noteStagingFolderName(input, effects)
    return { ...restored, version: 4, items: transferredItems(read.output), effects: notes }
  }
  if (name === 'trash' && version === 1 && 'createdFolders' in input) {
    // The Undo of a restore had the name of a deletion.
    const read = v.safeParse(EarlierTakeBack, whole)
    const taken = { ...restored, name: 'takeBackRestore', version: 2 }
    if (read.success) return { ...taken, items: takenBackItems(read.output) }
  }
  return restored
}
