import type { QueryClient } from '@tanstack/react-query'
import { getOwnLink } from '#src/api/links/links.ts'
import { onSignOut } from '#src/api/resets.ts'
import { isNotFound, TransportError } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import { createTaskStarter } from '#src/lib/concurrency/task-starter.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { showEndedLink } from './ended-link.ts'
import { isLinkSourceOutdated, cachedLinkSource, cacheLinkSource } from './link-source-cache.ts'
import { sourceUriOfLink } from './link-source.ts'

/*
 * The folders of links whose rows are on screen. Not every server includes them in the list (docs/protocol.md §5.2), so
 * each takes a request: for rows that stay in view or that the user wants checked, and two at a time.
 */

export const maxInFlight = 2
/** How long a row must be in view before its link is asked, in ms. */
const visibleDelayMs = 300

/** `failure`: why the folder could not be read. */
type OnSettled = (failure: unknown) => void
type Wanted = { client: QueryClient; row: LinkRow; onSettled?: OnSettled }

const wanted = new Map<string, Wanted>()
type Running = {
  controller: AbortController
  /** Functions to call once the folder is known or could not be read. */
  listeners: OnSettled[]
}
/** By the id of the link. */
const inFlight = new Map<string, Running>()

const startRequests = createTaskStarter(maxInFlight, () => {
  const [first] = wanted.values()
  if (!first) return undefined
  wanted.delete(first.row.id)
  return () => learn(first)
})

async function learn({ client, row, onSettled }: Wanted): Promise<void> {
  const listeners = onSettled ? [onSettled] : []
  const controller = new AbortController()
  const { signal } = controller
  inFlight.set(row.id, { controller, listeners })
  let failure: unknown
  try {
    const link = await getOwnLink(row.id, row.password ?? undefined, signal)
    const uri = sourceUriOfLink(link)
    if (uri !== undefined) cacheLinkSource(row.id, uri)
  } catch (error) {
    // Any other failure leaves the folder unknown; it is asked for when the row is in view again.
    failure = isNotFound(error)
      ? await showEndedLink(client, row, signal).then(
          () => undefined,
          (again: unknown) => again,
        )
      : error
  }
  inFlight.delete(row.id)
  for (const notify of listeners) notify(failure)
}

function nameIn(uri: string): string | undefined {
  try {
    return parseUri(uri).segments.at(-1)
  } catch {
    return undefined
  }
}

/** Whether the folder of a link is unknown, or may be another one by now: a renamed item may also have been moved. */
function isWanted({ id, name }: LinkRow): boolean {
  const cached = cachedLinkSource(id)
  if (cached === undefined || isLinkSourceOutdated(cached)) return true
  return nameIn(cached.uri) !== name
}

/** Asks for the folder of a live link once its row has been in view for 300 ms. Returns the function that stops waiting. */
export function scheduleLinkSourceCheck(client: QueryClient, row: LinkRow): () => void {
  if (!isWanted(row)) return () => {}
  const entry = { client, row }
  const timer = setTimeout(() => {
    if (inFlight.has(row.id) || wanted.has(row.id) || !isWanted(row)) return
    wanted.set(row.id, entry)
    startRequests()
  }, visibleDelayMs)
  return () => {
    clearTimeout(timer)
    // Somebody else may want it, too.
    if (wanted.get(row.id) === entry) wanted.delete(row.id)
  }
}

/**
 * Asks for the source of a live link now. Resolves once it is known or the service does not tell it, rejects with a
 * `TransportError` when the service was not reached.
 */
export const checkLinkSource = (client: QueryClient, row: LinkRow): Promise<void> =>
  new Promise((resolve, reject) => {
    const onSettled = (failure: unknown) =>
      failure instanceof TransportError ? reject(failure) : resolve()
    const running = inFlight.get(row.id)
    if (running) running.listeners.push(onSettled)
    else {
      wanted.set(row.id, { client, row, onSettled })
      startRequests()
    }
  })

/** What is under way ends too: no answer of it may keep the links of the next user waiting. */
onSignOut(() => {
  wanted.clear()
  for (const { controller } of inFlight.values()) controller.abort()
})
