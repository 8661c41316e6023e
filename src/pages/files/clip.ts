import { transferRefusal } from '#src/contract/uri.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import type { BatchResult } from '#src/stores/batches.ts'
import { type Clipboard, clearClipboard, setClipboard } from '#src/stores/clipboard.ts'
import { dismissToast, showToast, type ToastMessage } from '#src/stores/toasts.ts'
import type { Command } from './commands.ts'

type Kind = Clipboard['kind']

let said: number | undefined
/** What was said of the clipboard before holds no longer. */
function say(message?: ToastMessage): void {
  if (said !== undefined) dismissToast(said)
  said = message && showToast(message)
}

const verbOf = (kind: Kind) => (kind === 'cut' ? 'move' : 'copy')

/** Notes items, to be pasted elsewhere. */
export function clip(
  kind: Kind,
  rows: readonly FileRow[],
  {
    offered,
    transfer,
  }: {
    offered: (rows: readonly FileRow[]) => Command[]
    transfer: (
      kind: 'move' | 'copy',
      rows: readonly FileRow[],
      folder: string,
    ) => Promise<BatchResult | undefined>
  },
): void {
  const verb = verbOf(kind)
  if (!offered(rows).includes(verb)) return
  setClipboard({ kind, items: rows, paste: (folder) => transfer(verb, rows, folder) })
  say({ kind: 'done', key: 'clipped', values: { count: rows.length, kind } })
}

/** The slots of rows with these names, once all of them are listed or no more are on their way. */
function whenListed(
  listing: Listing<FileRow, Folder>,
  names: ReadonlySet<string>,
): Promise<Uint32Array> {
  return new Promise((resolve) => {
    const look = () => {
      const slots = listing.order.filter((slot) => names.has(listing.at(slot)?.name ?? ''))
      if (slots.length < names.size && listing.walk.at === 'walking') return
      stop()
      resolve(slots)
    }
    const stop = listing.subscribe(look)
    look()
  })
}

/** Whether nobody is busy with anything else than the rows. */
function isAtRows(): boolean {
  const at = document.activeElement
  return at === document.body || (at?.closest('main') && !at.matches('input')) === true
}

/** Pastes into the open folder; what has come is picked and gone to, unless something else has been meanwhile. */
export async function paste(
  { kind, items, paste: send }: Clipboard,
  {
    uri,
    listing,
    selection,
    onMade,
  }: {
    uri: string
    listing: Listing<FileRow, Folder>
    selection: Selection
    onMade: (id: string) => void
  },
): Promise<void> {
  const refusal = transferRefusal(items, uri)
  if (refusal) {
    say({ kind: 'done', key: 'pasteRefused', values: { refusal } })
    return
  }
  say()
  if (kind === 'cut') clearClipboard()
  const before = selection.version()
  const done = (await send(uri))?.done ?? []
  const slots = await whenListed(listing, new Set(done.map(({ name }) => name)))
  const [first] = slots
  if (first === undefined || selection.version() !== before || !isAtRows()) return
  selection.replace(slots)
  const row = listing.at(first)
  if (row) onMade(row.id)
}
