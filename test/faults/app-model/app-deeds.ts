import type { AppSession } from './app-session.ts'
import { type AppStep, person } from './app-steps.ts'
import { nameOf, shownRows, topDialog, usable } from './screen.ts'

/* What a person wants, in several steps, as far as the screen lets them. */

/** Moments after which a list is there, or will not be. */
const maxMoments = 30

/** Takes the steps one after the other; ends at the first that cannot be taken. */
function deed(name: string, ...steps: readonly AppStep[]): AppStep {
  return {
    name,
    isPossible: () => !topDialog(),
    run: async (session) => {
      for (const step of steps) {
        if (!step.isPossible(session)) return
        await step.run(session)
        await session.flush()
      }
    },
  }
}

const loaded: AppStep = {
  name: 'loaded()',
  isPossible: () => true,
  run: async (session: AppSession) => {
    const isThere = () => shownRows().length > 0 || document.querySelector('main h2') !== null
    for (let at = 0; at < maxMoments && !isThere(); at++) if (!(await session.step())) return
  },
}

/** Opens the page of that name in the sidebar, unless it is open. */
const visit = (name: 'Files' | 'Shares' | 'Trash'): AppStep => ({
  name: `visit('${name}')`,
  isPossible: () => !topDialog(),
  run: async (session) => {
    const link = usable('side').find((each) => nameOf(each).startsWith(name))
    if (link) await session.perform(session.user.click(link))
    await loaded.run(session)
  },
})

const row = (name: string) => shownRows().find((each) => each.getAttribute('aria-label') === name)

const openFolder = (name: string): AppStep => ({
  name: `openFolder('${name}')`,
  isPossible: () => row(name) !== undefined && !topDialog(),
  run: async (session) => {
    const folder = row(name)
    if (folder) await session.perform(session.user.dblClick(folder))
    await loaded.run(session)
  },
})

type Folder = 'A' | 'B'
const inFolder = (folder: Folder) => [visit('Files'), openFolder(folder)]
const { tick, pressNamed, key } = person

const restore = (mask: number) =>
  deed(`deeds.restore(${mask})`, visit('Trash'), tick(mask), pressNamed(/^Restore$/))

const destroy = (mask: number) =>
  deed(
    `deeds.destroy(${mask})`,
    visit('Trash'),
    tick(mask),
    pressNamed(/^Delete permanently/),
    pressNamed(/^Delete/),
  )

const emptyTrash = () =>
  deed(
    'deeds.emptyTrash()',
    visit('Trash'),
    pressNamed(/^More$/),
    pressNamed(/^Empty trash/),
    pressNamed(/^Empty|^Delete/),
  )

const remove = (folder: Folder, mask: number) =>
  deed(
    `deeds.remove('${folder}', ${mask})`,
    ...inFolder(folder),
    tick(mask),
    pressNamed(/^Delete$/),
  )

/** Cuts or copies, and pastes in the other folder. */
const carry = (kind: 'cut' | 'copy', from: Folder, mask: number) =>
  deed(
    `deeds.carry('${kind}', '${from}', ${mask})`,
    ...inFolder(from),
    tick(mask),
    key(kind === 'cut' ? '{Control>}x{/Control}' : '{Control>}c{/Control}'),
    ...inFolder(from === 'A' ? 'B' : 'A'),
    key('{Control>}v{/Control}'),
  )

const focusRow = (at: number): AppStep => ({
  name: `focusRow(${at})`,
  isPossible: () => shownRows().length > 0,
  run: (session) => {
    const rows = shownRows()
    rows[at % rows.length]?.focus()
    return session.flush()
  },
})

const rename = (folder: Folder, at: number, name: string) =>
  deed(
    `deeds.rename('${folder}', ${at}, '${name}')`,
    ...inFolder(folder),
    focusRow(at),
    key('{F2}'),
    person.type(0, name),
  )

const deleteLinks = (mask: number) =>
  deed(`deeds.deleteLinks(${mask})`, visit('Shares'), tick(mask), pressNamed(/^Delete /))

const extendLinks = (mask: number) =>
  deed(
    `deeds.extendLinks(${mask})`,
    visit('Shares'),
    tick(mask),
    pressNamed(/^Extend/),
    pressNamed(/^\+7 days/),
    pressNamed(/^(Extend|Change|Save|Apply)/),
  )

const showView = (folder: Folder, at: number) =>
  deed(
    `deeds.showView('${folder}', ${at})`,
    ...inFolder(folder),
    pressNamed(/^View$/),
    person.press('menu', at),
    pressNamed(/^Save/),
  )

export const deeds = {
  restore,
  destroy,
  emptyTrash,
  remove,
  carry,
  rename,
  deleteLinks,
  extendLinks,
  showView,
}
