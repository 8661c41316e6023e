import { TransportError } from '#src/contract/errors.ts'
import { defaultView, isSameView, withViewDefaults } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { copyViewToFolders } from '#src/features/folder-view/view-copy.ts'
import { ViewChangedError } from '#src/features/folder-view/view-drafts.ts'
import { viewWrites } from '#src/features/folder-view/view-writes.ts'
import { views } from '#src/features/folder-view/views.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { isFree, leftOf, places, rowsIn, select } from '../choices.ts'
import { viewOf } from '../links.ts'
import type { Session } from '../session.ts'
import type { Step } from './step.ts'
import { isQuiet, newest, reloadAfter, settle } from './take-back-steps.ts'

/* Views that are copied to the folders below, and those that somebody else changes meanwhile. */

type Layout = 'grid' | 'list' | 'gallery'
type Folder = 'A' | 'B'

/** Layout null: the folders lose the views that they have of their own. */
async function startCopy(session: Session, mask: number, layout: Layout | null): Promise<void> {
  const rows = await rowsIn(session, 'home')
  const items = select(
    rows.filter(({ isFolder }) => isFolder),
    mask,
  ).map(({ id, uri, name }) => ({ id, uri, name }))
  const view = layout && { ...defaultView, view: layout }
  if (items.length > 0)
    session.track(startMutation(session.page.client, copyViewToFolders(), { items, view }))
}

const copy = (mask: number, layout: Layout | null): Step => ({
  name: `views.copy(${mask}, ${JSON.stringify(layout)})`,
  isPossible: isFree,
  run: (session) => startCopy(session, mask, layout),
})

/** Saves a view past the page. Returns whether the service took it, which it does not while the folder is locked. */
async function save(session: Session, folder: string, view: ViewSetting): Promise<boolean> {
  const all = [...(await session.account.everything()).values()]
  const body = { uri: folder, view: withViewDefaults(view) }
  const answer = (await session.account.send('PATCH', '/file/view', body)) as { code: number }
  session.history.note(
    all.filter(({ uri }) => uri === folder),
    0,
  )
  return answer.code === 0
}

/** The same account in another browser. */
const elsewhere = (place: Folder, layout: Layout): Step => ({
  name: `views.elsewhere('${place}', '${layout}')`,
  isPossible: () => true,
  run: async (session) => {
    await save(session, places[place], { ...defaultView, view: layout })
  },
})

/** Fields that are changed on one side. */
type Change = {
  readonly view?: Layout
  readonly thumbnail?: boolean
  readonly page_size?: number
}

/** Saves `mine` over a view in which somebody else has changed `theirs` since it was read. */
const saveOver = (place: Folder, mine: Change, theirs: Change): Step => ({
  name: `views.saveOver('${place}', ${JSON.stringify(mine)}, ${JSON.stringify(theirs)})`,
  isPossible: isQuiet,
  run: async (session) => {
    const { page, account, wire } = session
    const folder = places[place]
    const isUndisturbed = wire.faults.length === 0
    const read: { base?: ViewSetting; theirs?: Change; error?: unknown; isSaved?: boolean } = {}
    const change = async () => {
      const ownView = await page.client.fetchQuery(views.own(folder))
      const storedView = withViewDefaults(
        (await page.client.fetchQuery(views.effective(folder))) ?? defaultView,
      )
      read.base = storedView
      if (await save(session, folder, { ...storedView, ...theirs })) read.theirs = theirs
      const edit = { view: { ...storedView, ...mine }, invalidTexts: {}, isReset: false }
      const request = { folder, name: place, edit, ownView, storedView }
      await startMutation(page.client, viewWrites.save(), request)
      read.isSaved = true
    }
    session.track(change().catch((error: unknown) => (read.error = error)))
    await session.rest()
    const { base, theirs: saved = {}, error, isSaved = false } = read
    const stored = await viewOf(account, folder)
    if (!base || !stored) return
    const changed = (one: Change) =>
      Object.fromEntries(
        Object.entries(one).filter(([key, value]) => base[key as keyof Change] !== value),
      ) as Change
    const [own, other] = [changed(mine), changed(saved)]
    const isContested = (Object.keys(own) as (keyof Change)[]).some(
      (key) => key in other && own[key] !== other[key],
    )
    const merged = isContested ? undefined : { ...base, ...other, ...own }
    const isTheirs = isSameView(stored, { ...base, ...saved })
    const isMerged = merged !== undefined && isSameView(stored, merged)
    const isTrue = isSaved ? isMerged : isTheirs || (isMerged && error instanceof TransportError)
    if (!isTrue) throw new Error(`${place} has ${JSON.stringify(stored)}, ${String(error)}`)
    if (isUndisturbed && isContested !== error instanceof ViewChangedError)
      throw new Error(`The save of the view of ${place} says ${String(error)}`)
  },
})

type CopyAndUndo = {
  readonly mask: number
  readonly layout: Layout | null
  /** After so many requests of the copy, or of its Undo, the page is reloaded and goes on. */
  readonly reloadAt?: number | undefined
  readonly undoReloadAt?: number | undefined
}

/** A copy from its beginning to the end of its Undo, with nothing else in between: every folder has the view that it had. */
const copyAndUndo = ({ mask, layout, reloadAt, undoReloadAt }: CopyAndUndo): Step => ({
  name: `views.copyAndUndo(${JSON.stringify({ mask, layout, reloadAt, undoReloadAt })})`,
  isPossible: isQuiet,
  run: async (session) => {
    const { account } = session
    const folders = [...(await account.everything()).values()].filter(({ isFolder }) => isFolder)
    const before = new Map<string, ViewSetting | null>()
    for (const { uri } of folders) before.set(uri, await viewOf(account, uri))
    const kind = layout ? 'copyView' : 'resetView'
    const earlier = newest(session, kind)
    await startCopy(session, mask, layout)
    if (reloadAt !== undefined) await reloadAfter(session, reloadAt)
    await settle(session, 'all')
    const copied = newest(session, kind)
    if (!copied?.undo || copied.id === earlier?.id || leftOf(copied.result).length > 0) return
    const known = new Set(session.page.shown.jobs.keys())
    session.track(undoJob(copied.id))
    if (undoReloadAt !== undefined) await reloadAfter(session, undoReloadAt)
    await settle(session, 'all')
    const undone = newest(session, 'resetView')
    const isWhole = undone?.result && leftOf(undone.result).length === 0
    if (!isWhole || known.has(undone.id) || undone.total < copied.total) return
    for (const [uri, view] of before) {
      const now = await viewOf(account, uri)
      if (!isSameView(now, view))
        throw new Error(
          `After Undo of a copy ${uri} has ${JSON.stringify(now)}, and had ${JSON.stringify(view)}`,
        )
    }
  },
})

export const viewSteps = { copy, elsewhere, saveOver, copyAndUndo }
