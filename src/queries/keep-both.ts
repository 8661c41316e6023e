import * as api from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { childUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { freeNames } from '#src/lib/free-name.ts'
import { setStray } from '#src/stores/batches.ts'
import { itemAt, itemById } from './file-lists.ts'
import type { FileRow } from './files.ts'

/*
 * Restoring an item whose name is taken. The protocol has no such call, and an item in the trash cannot be renamed: so
 * it is moved to a folder beside its destination, renamed there, and moved to its place. Each step begins with asking
 * where the item is, so that one that was cut off anywhere goes on from there.
 */

type Asides = { readonly aside?: string; readonly folder?: string }

const defaultAside = 'Restored'
const mostNames = 1_000

const nameOf = (uri: string): string => parseUri(uri).segments.at(-1) ?? ''

/** The folder in which a destination's items get their names: beside it, or in it when it is the root. */
const asideOf = (home: string, { aside = defaultAside }: Asides): string =>
  childUri(parentUri(home) ?? home, aside)

/** Whether an item at this address is on its way, between the trash and its place. */
export function isAside(uri: string, { aside }: Asides): boolean {
  const folder = parentUri(uri)
  if (aside === undefined || folder === null) return false
  const name = nameOf(folder)
  return name === aside || (name.startsWith(`${aside} (`) && name.endsWith(')'))
}

/** Where an item ended up under another name, by its id. */
const places = new Map<string, string>()
export const landedAt = ({ id }: { id: string }): string | undefined => places.get(id)

function isTaken(error: unknown): boolean {
  if (error instanceof BatchError) {
    const failures = [...error.failures.values()]
    return failures.length > 0 && failures.every(({ code }) => code === Code.nameTaken)
  }
  return error instanceof ApiError && error.code === Code.nameTaken
}

async function makeFolder(uri: string): Promise<void> {
  try {
    await api.createFile(uri, 'folder')
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/** Moves it aside; another item of its name may have got stuck there, then into a folder with a number. */
async function moveAside(item: FileRow, aside: string, signal: AbortSignal): Promise<string> {
  const above = parentUri(aside) ?? aside
  const numbered = freeNames(nameOf(aside), true)
  for (let folder = aside, tries = 0; ; tries++) {
    await makeFolder(folder)
    try {
      await api.moveFiles([item.uri], folder, false, signal)
      return childUri(folder, item.name)
    } catch (error) {
      if (!isTaken(error) || tries >= mostNames) throw error
      folder = childUri(above, numbered.next().value as string)
    }
  }
}

/** Gives it a name that is free at home and moves it there. */
async function bringHome(
  item: FileRow,
  from: string,
  home: string,
  signal: AbortSignal,
): Promise<string> {
  let at = from
  const folder = parentUri(from) ?? from
  let tries = 0
  for (const name of freeNames(item.name, item.isFolder)) {
    if (tries++ >= mostNames) break
    if (await itemAt(childUri(home, name), signal)) continue
    if (nameOf(at) !== name) {
      await api.renameFile(at, name)
      at = childUri(folder, name)
      setStray(item.id, at)
    }
    try {
      await api.moveFiles([at], home, false, signal)
      return childUri(home, name)
    } catch (error) {
      // Somebody was quicker.
      if (!isTaken(error)) throw error
    }
  }
  throw new ApiError({ code: Code.nameTaken })
}

/** Restores one item into `home`, under a free name when its own is taken. Throws what the step that failed throws. */
export async function keepBoth(
  item: FileRow,
  home: string,
  asides: Asides,
  signal: AbortSignal,
): Promise<void> {
  const file = await itemById(item.id, signal)
  if (file?.path === undefined) throw new ApiError({ code: Code.pathNotFound })
  let at = file.path
  if (parseUri(at).host === 'trash') {
    if (!(await itemAt(childUri(home, item.name), signal))) {
      try {
        await (asides.folder === undefined
          ? api.restoreFiles([item.uri], signal)
          : api.moveFiles([item.uri], home, false, signal))
        return
      } catch (error) {
        if (!isTaken(error)) throw error
      }
    }
    at = await moveAside(item, asideOf(home, asides), signal)
    setStray(item.id, at)
  }
  // Brought home before its answer was lost, or taken elsewhere by somebody.
  const isHome = !isAside(at, asides)
  places.set(item.id, isHome ? at : await bringHome(item, at, home, signal))
  setStray(item.id, undefined)
}

/** Removes the folders that items passed through, where nothing is left in them. */
export async function clearAsides(homes: ReadonlySet<string>, asides: Asides): Promise<void> {
  const folders = new Set([...homes].map((home) => asideOf(home, asides)))
  for (const folder of folders) {
    const numbered = freeNames(nameOf(folder), true)
    for (let at = folder; await removeIfEmpty(at);) {
      at = childUri(parentUri(folder) ?? folder, numbered.next().value as string)
    }
  }
}

/** Whether there was such a folder. */
async function removeIfEmpty(folder: string): Promise<boolean> {
  if (!(await itemAt(folder))) return false
  const { files, pagination } = await api.listFiles(folder, { size: 50 })
  if (files.length === 0 && !pagination?.next_token) await api.deleteFiles([folder], true)
  return true
}
