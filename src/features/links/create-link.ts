import type { QueryClient } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { removeLink } from '#src/api/links/link-deletion.ts'
import {
  createLink,
  getOwnLink,
  type NewLinkRequest,
  replaceLinkLimits,
} from '#src/api/links/links.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { isRefusal } from '#src/api/transient-errors.ts'
import {
  isNotFound,
  LinkMaybeCreatedError,
  SessionEndedError,
  TransportError,
} from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { noPermissions } from '#src/contract/share.ts'
import { nameOfUri } from '#src/contract/uri.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { withoutActiveItems } from '#src/jobs/store/job-list.ts'
import { clockToleranceMs } from '#src/jobs/verification/item-lookup.ts'
import { keys } from '#src/lists/keys.ts'
import { type LinkRecord, toLinkRow } from '#src/lists/rows/link-row.ts'
import { deleteLinks } from './deletion/delete-links.ts'
import { toLinkJobItem } from './link-job-item.ts'
import { listOfLinks } from './list/link-list-patches.ts'
import { effectivePermissionSetting } from './permissions/permission-table.ts'
import { linksOfFile } from './source/link-source.ts'

/** Tells the links that this tab knew before a request from those that came since. */
function createKnownTest(client: QueryClient, uri: string): (id: string) => boolean {
  const list = listOfLinks(client)
  // A row index is never given to another row, and links that come later have higher ones.
  const before = list?.nextRowIndex ?? 0
  const file = client.getQueryData<File>(keys.files.info(uri))
  const known = new Set(file && linksOfFile(file).map(({ id }) => id))
  // One that could not be limited is being deleted.
  const isBeingDeleted = (id: string) =>
    withoutActiveItems([toLinkJobItem({ id, name: '' })]).length === 0
  return (id) =>
    known.has(id) || (list?.rowIndexOfId(id) ?? Infinity) < before || isBeingDeleted(id)
}

/** A request for a link. `at`: when it was sent, in ms since 1970; `isKnown`: whether this tab knew a link before. */
type Attempt = {
  readonly options: NewLinkRequest
  readonly at: number
  readonly isKnown: (id: string) => boolean
}

/**
 * The link of a request without a response: the only one to this item that was created since, has the same password and
 * limit, and was not known before. When two links might be it, none is taken.
 */
async function findCreatedLink({ options, at, isKnown }: Attempt): Promise<LinkRecord | undefined> {
  const { uri, password, downloads } = options
  const found = linksOfFile(await getFile(uri, { extended: true })).filter(
    (link) =>
      !isKnown(link.id) &&
      link.createdAt >= at - clockToleranceMs &&
      (link.password ?? '') === password &&
      link.remaining === downloads,
  )
  return found.length === 1 ? found[0] : undefined
}

/**
 * Looks up the link of an attempt without a response, gives it what is asked for now and resolves to its URL, undefined
 * where it was not created. While that cannot be known the attempt is kept for the next request, and
 * {@link LinkMaybeCreatedError} is thrown; the service may refuse to tell only once, so that a link can be created.
 */
async function findLinkOfAttempt(
  client: QueryClient,
  attempt: Attempt,
  options: NewLinkRequest,
): Promise<string | undefined> {
  const isEarlier = attempt.options !== options
  try {
    const link = await lookUpWithRetry(() => findCreatedLink(attempt))
    if (link && isEarlier) {
      // A request without permissions would leave those that the link was created with.
      const former = attempt.options.permissions && effectivePermissionSetting(noPermissions)
      const permissions = options.permissions ?? former ?? null
      await replaceLinkLimits(link.id, options.uri, { ...options, permissions })
    }
    return link?.url
  } catch (error) {
    if (isNotFound(error) || (isEarlier && isRefusal(error))) return undefined
    if (error instanceof SessionEndedError) throw error
    client.setQueryData(keys.links.unansweredCreation(options.uri), attempt)
    throw new LinkMaybeCreatedError(error)
  }
}

/** Whether a gateway has answered that it passes the request to nobody, such as 429. */
const isRefusedByGateway = ({ status = 0 }: TransportError): boolean =>
  status >= 400 && status < 500

/**
 * Creates a link, once: when no response arrives, it is looked up, also by the next request with the same password, which
 * a link cannot change. Resolves to its URL, which ends with the password. `at` is the time of the request by the clock of
 * the service, in ms since 1970. Throws as `createLink` does, and {@link LinkMaybeCreatedError}.
 */
export async function createLinkOrFindCreated(
  client: QueryClient,
  options: NewLinkRequest,
  at: number,
): Promise<string> {
  const queryKey = keys.links.unansweredCreation(options.uri)
  const earlier = client.getQueryData<Attempt>(queryKey)
  client.removeQueries({ queryKey, exact: true })
  if (earlier?.options.password === options.password) {
    const url = await findLinkOfAttempt(client, earlier, options)
    if (url !== undefined) return url
  }
  const attempt = { options, at, isKnown: createKnownTest(client, options.uri) }
  const wasOnline = navigator.onLine
  try {
    return await createLink(options)
  } catch (error) {
    if (!(error instanceof TransportError) || isRefusedByGateway(error) || !wasOnline) throw error
    const url = await findLinkOfAttempt(client, attempt, options)
    if (url === undefined) throw error
    return url
  }
}

const idInUrl = (url: string): string | undefined => /\/s\/([^/?#]+)/.exec(url)?.[1]

/** The service does not support choosing who may open a link: anyone with it could. No link was left. */
export class AccessNotSupportedError extends Error {
  override name = 'AccessNotSupportedError'
}

/** Removes a link that the user is told nothing of; when it cannot be removed now, a job does that later. */
async function removeUnseenLink(client: QueryClient, id: string, uri: string): Promise<void> {
  try {
    await removeLink(id)
  } catch (error) {
    if (error instanceof SessionEndedError || isNotFound(error)) return
    const items = [toLinkJobItem({ id, name: nameOfUri(uri) })]
    void startMutation(client, deleteLinks(), { items }).catch(() => undefined)
  }
}

/**
 * Creates a link that not everyone is to open. Where it is not known whether the service takes that, the new link is
 * read; one that anyone could open is removed, and so is one whose page is closed meanwhile: when the browser brings
 * the page back, another link is made. Throws
 * {@link AccessNotSupportedError} and what {@link createLinkOrFindCreated} throws.
 */
export async function createRestrictedLink(
  client: QueryClient,
  options: NewLinkRequest,
  at: number,
): Promise<string> {
  const key = keys.links.takesPermissions()
  const isTaken = client.getQueryData<boolean | null>(key)
  if (isTaken === false) throw new AccessNotSupportedError()
  const url = await createLinkOrFindCreated(client, options, at)
  const id = idInUrl(url)
  if (isTaken || id === undefined) return url
  let wasClosed = false
  const removeOnClose = () => {
    wasClosed = true
    void removeLink(id, { keepalive: true }).catch(() => undefined)
  }
  addEventListener('pagehide', removeOnClose)
  try {
    const link = await lookUpWithRetry(() => getOwnLink(id, options.password || undefined))
    client.setQueryData(key, link.permissions !== null)
    if (link.permissions === null) throw new AccessNotSupportedError()
    if (!wasClosed) return url
  } catch (error) {
    if (!wasClosed || error instanceof AccessNotSupportedError) {
      await removeUnseenLink(client, id, options.uri)
      throw error
    }
  } finally {
    removeEventListener('pagehide', removeOnClose)
  }
  await removeUnseenLink(client, id, options.uri)
  return createRestrictedLink(client, options, at)
}

/** Adds the row of a new link to the list, where that is loaded. */
export async function addCreatedLinkToList(
  client: QueryClient,
  url: string,
  password: string,
): Promise<void> {
  const id = idInUrl(url)
  const list = listOfLinks(client)
  if (!list || id === undefined) return
  try {
    list.put([toLinkRow(await getOwnLink(id, password || undefined))])
  } catch {
    // The list is out of date, and is loaded again when its page is entered.
  }
}
