import { childUri } from '#src/contract/uri.ts'
import type { Job } from '#src/jobs/store/job.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { home, trashUri } from './account.ts'
import type { Session } from './session.ts'

/* What a step is about: rows of a page, and jobs that have ended. */

export const places = { A: childUri(home, 'A'), B: childUri(home, 'B'), home, trash: trashUri }
export type Place = keyof typeof places
export type Folder = 'A' | 'B' | 'home'

/** The rows at the set bits of `mask`; the first row when there is none. */
export const select = (rows: readonly FileRow[], mask: number): FileRow[] => {
  const selected = rows.filter((_, at) => (mask >> at) & 1)
  return selected.length > 0 ? selected : rows.slice(0, 1)
}

export const isFree = (session: Session): boolean => !session.isAsked
/** The rows of a page, which is entered first unless it is there already. */
export async function rowsIn(session: Session, place: Place): Promise<FileRow[]> {
  const { page } = session
  if (page.place !== places[place]) page.enter(places[place])
  await session.flush()
  const isLoaded = () => page.lists().has(places[place])
  for (let at = 0; at < 20 && !isLoaded() && !session.isAsked; at++) await session.step()
  return session.isAsked ? [] : page.rows()
}

const ended = ({ page }: Session, fits: (job: Job) => boolean): Job[] =>
  [...page.shown.jobs.values()].filter(
    (job) => job.state === 'ended' && job.continuesJob === undefined && fits(job),
  )
export const undoable = (session: Session) => ended(session, ({ undo }) => undo !== undefined)
export const open = (session: Session) =>
  ended(session, ({ result, retry }) => retry !== undefined && leftOf(result).length > 0)
export const leftOf = (result: Job['result']) =>
  result ? [...result.failed.map(({ item }) => item), ...result.locked, ...result.left] : []
export const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]
