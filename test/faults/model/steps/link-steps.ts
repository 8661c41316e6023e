import { vi } from 'vitest'
import { defaultView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { viewWrites } from '#src/features/folder-view/view-writes.ts'
import { views } from '#src/features/folder-view/views.ts'
import { deleteLinksLater } from '#src/features/links/deletion/delete-links.ts'
import { editLinks, toLinkEditItem } from '#src/features/links/edit/bulk-edit.ts'
import { dismissToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { isFree, nth, places } from '../choices.ts'
import { linksOf } from '../links.ts'
import type { Session } from '../session.ts'
import type { Step } from './step.ts'

/* What a person does with links and views, and what others do with links. */

const day = 24 * 60 * 60_000
/** Longer than Undo of a deletion of links is on offer, in ms. */
const undoMs = 8_000

/** Deletes links as the page does, and notes until when they are hidden. */
function deleteLater(session: Session, rows: readonly LinkRow[]): void {
  session.linksHiddenUntil = Date.now() + undoMs
  deleteLinksLater(session.page.client, rows)
}

async function linksIn(session: Session): Promise<LinkRow[]> {
  const { page } = session
  if (page.place !== 'links') page.enter('links')
  await session.flush()
  for (let at = 0; at < 20 && !page.linkList() && !session.isAsked; at++) await session.step()
  return session.isAsked ? [] : page.linkRows()
}

const selectLinks = (rows: readonly LinkRow[], mask: number): LinkRow[] =>
  rows.filter((_, at) => (mask >> at) & 1)

const deleteLinks = (mask: number): Step => ({
  name: `links.delete(${mask})`,
  isPossible: isFree,
  run: async (session) => {
    const rows = selectLinks(await linksIn(session), mask)
    deleteLater(session, rows)
  },
})

/** The links that nobody can use any more. */
const cleanUpLinks = (): Step => ({
  name: 'links.cleanUp()',
  isPossible: isFree,
  run: async (session) => {
    const rows = await linksIn(session)
    const dead = rows.filter(({ isExpired, remaining }) => isExpired || remaining === 0)
    deleteLater(session, dead)
  },
})

const delayedIds = ({ page }: Session): number[] =>
  page.shown.toasts.flatMap(({ message }) => (message.kind === 'delayed' ? [message.jobId] : []))

const undoDeletion = (at: number): Step => ({
  name: `links.undoDeletion(${at})`,
  isPossible: (session) => isFree(session) && delayedIds(session).length > 0,
  run: (session) => {
    const id = nth(delayedIds(session), at)
    if (id !== undefined) session.page.shown.jobs.get(id)?.delay?.undo()
  },
})

/** Undo is no longer on offer. */
const passTime = (): Step => ({
  name: 'links.passTime()',
  isPossible: ({ wire }) => !wire.outage,
  run: async (session) => {
    await vi.advanceTimersByTimeAsync(undoMs)
    await session.flush()
  },
})

const editMany = (mask: number, days: number | null, remaining: number | undefined): Step => ({
  name: `links.edit(${mask}, ${days}, ${remaining})`,
  isPossible: isFree,
  run: async (session) => {
    const rows = selectLinks(await linksIn(session), mask)
    const expires = days === null ? null : Date.now() + days * day
    const items = rows.map((row) => toLinkEditItem(row, { expires, remaining }))
    if (items.length > 0) session.track(startMutation(session.page.client, editLinks(), { items }))
  },
})

const saveView = (place: 'A' | 'B', view: 'grid' | 'list' | 'gallery'): Step => ({
  name: `links.saveView('${place}', '${view}')`,
  isPossible: isFree,
  run: (session) => {
    const { client } = session.page
    const folder = places[place]
    const save = async () => {
      const over = await client.fetchQuery(views.own(folder))
      const next: ViewSetting = { ...defaultView, ...over, view }
      const edit = { view: next, invalidTexts: {}, isReset: false }
      await startMutation(client, viewWrites.save(), {
        folder,
        name: place,
        edit,
        ownView: over,
      })
    }
    session.track(save())
  },
})

const undoable = ({ page }: Session) =>
  page.shown.toasts.flatMap(({ id, message }) =>
    message.kind === 'done' && 'undo' in message && message.undo
      ? [{ id, undo: message.undo }]
      : [],
  )

/** Of a rename or a saved view. */
const undoMessage = (at: number): Step => ({
  name: `links.undoMessage(${at})`,
  isPossible: (session) => isFree(session) && undoable(session).length > 0,
  run: (session) => {
    const message = nth(undoable(session), at)
    if (!message) return
    dismissToast(message.id)
    message.undo()
  },
})

/** The same account in another browser. */
const linkElsewhere = (deed: 'delete' | 'edit', at: number): Step => ({
  name: `links.elsewhere('${deed}', ${at})`,
  isPossible: () => true,
  run: async ({ account, history }) => {
    const link = nth([...(await linksOf(account)).values()], at)
    if (!link) return
    if (deed === 'delete') await account.send('DELETE', `/share/${link.id}`)
    else await account.editLink(link.id)
    history.note([link, { id: account.linkedFiles.get(link.id) ?? '' }], 0)
  },
})

export const links = {
  delete: deleteLinks,
  cleanUp: cleanUpLinks,
  undoDeletion,
  passTime,
  edit: editMany,
  saveView,
  undoMessage,
  elsewhere: linkElsewhere,
}
