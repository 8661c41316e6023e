import * as v from 'valibot'
import { toLinkRecord } from '#src/api/links/link-record.ts'
import { Shares } from '#src/contract/share.ts'
import { isSameView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import type { LinkEditItem } from '#src/features/links/edit/bulk-edit.ts'
import { type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'
import type { Account, Item } from './account.ts'
import type { Ended } from './checks/history.ts'
import type { Session } from './session.ts'

/* Links and views at the service, and what must hold of them. */

const Listed = v.object({ data: v.nullish(v.object({ shares: Shares })) })
const Info = v.object({
  data: v.nullish(
    v.object({ extended_info: v.nullish(v.object({ view: v.nullish(ViewSetting) })) }),
  ),
})

export async function linksOf(account: Account): Promise<Map<string, LinkRow>> {
  const answer = await account.send('GET', '/share?page_size=100&order_direction=desc')
  const links = v.parse(Listed, answer).data?.shares ?? []
  return new Map(links.map((share) => [share.id, toLinkRow(toLinkRecord(share))]))
}

export async function viewOf(account: Account, folder: string): Promise<ViewSetting | null> {
  const query = new URLSearchParams({ uri: folder, extended: 'true' })
  const answer = v.parse(Info, await account.send('GET', `/file/info?${query.toString()}`))
  return answer.data?.extended_info?.view ?? null
}

/** Expiry is sent as whole seconds from now, and the clock may move before the request arrives; in ms. */
const toleranceMs = 60_000
const isSameTime = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= toleranceMs)

function isEdited(edit: LinkEditItem, link: LinkRow | undefined): boolean {
  const { expires, remaining } = edit.change
  // The service lists no link to what has been deleted since.
  if (!link) return true
  return (
    (expires === undefined || isSameTime(expires, link.expires)) &&
    (remaining === undefined || remaining === link.remaining)
  )
}

/** Whether a write of links has been done to one of its items; undefined for other writes. */
export function isDoneToLink(
  kind: string,
  item: { readonly id: string },
  links: ReadonlyMap<string, LinkRow>,
): boolean | undefined {
  if (kind === 'deleteLinks') return !links.has(item.id)
  return kind === 'editLinks' ? isEdited(item as LinkEditItem, links.get(item.id)) : undefined
}

/** A saved view is what the folder has. */
export async function checkView({ account, history }: Session, write: Ended): Promise<string[]> {
  const { view, folder, error } = write
  if (view === undefined || folder === undefined || error) return []
  if (history.isFolderDisputed(folder, write)) return []
  return isSameView(await viewOf(account, folder), view) ? [] : [`${folder} has another view`]
}

/** A copied view, or the one that Undo gives back, is what each folder has that is said to be done. */
export async function checkViewCopy(
  { account, history, page }: Session,
  write: Ended,
): Promise<string[]> {
  const { result, view, items, jobId } = write
  const journalId = page.shown.jobs.get(jobId ?? 0)?.journalId
  if (view === undefined || !result) return []
  const wrong: string[] = []
  for (const { id, uri, name } of result.done) {
    if (history.isFolderDisputed(uri, history.writeAbout(id, write, journalId))) continue
    const wish = items.find((item) => item.id === id)
    const wanted = wish?.view === undefined ? view : wish.view
    if (!isSameView(await viewOf(account, uri), wanted)) wrong.push(`${name} has no copied view`)
  }
  return wrong
}

/** The links on the page are those of the service, but for what has changed since they were read. */
export function checkLinks(
  session: Session,
  links: ReadonlyMap<string, LinkRow>,
  has: ReadonlyMap<string, Item>,
  isExact: boolean,
): string[] {
  const { page, history } = session
  const list = page.linkList()
  if (!list || list.loadState.at !== 'complete') return []
  const wrong: string[] = []
  const rows = new Map(page.linkRows().map((row) => [row.id, row]))
  const since = session.listedAt.get('links') ?? 0
  const mayDiffer = (id: string) => history.isChangedElsewhere(id, since)
  const isLost = (id: string) => !has.has(session.account.linkedFiles.get(id) ?? '')
  const isDelayed = Date.now() < session.linksHiddenUntil
  for (const [id, row] of rows) {
    const link = links.get(id)
    if (mayDiffer(id) || (!isExact && isLost(id))) continue
    if (!link) wrong.push(`the link to ${row.name} is shown, and is not there`)
    else if (!isExact) continue
    else if (!isSameTime(link.expires, row.expires) || link.remaining !== row.remaining)
      wrong.push(`the link to ${row.name} has other limits`)
  }
  for (const [id, link] of links)
    if (!rows.has(id) && !isDelayed && !mayDiffer(id))
      wrong.push(`the link to ${link.name} is missing`)
  return wrong
}
