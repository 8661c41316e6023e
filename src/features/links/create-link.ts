import type { QueryClient } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { removeLink } from '#src/api/links/link-deletion.ts'
import { createLink, getOwnLink, type NewLinkRequest } from '#src/api/links/links.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { isNotFound, SessionEndedError, TransportError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { nameOfUri } from '#src/contract/uri.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { withoutActiveItems } from '#src/jobs/store/job-list.ts'
import { clockToleranceMs } from '#src/jobs/verification/item-lookup.ts'
import { keys } from '#src/lists/keys.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'
import { deleteLinks } from './deletion/delete-links.ts'
import { toLinkJobItem } from './link-job-item.ts'
import { listOfLinks } from './list/link-list-patches.ts'
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

/**
 * The URL of the link of a request without a response: the only one to this item that was created since `at` (ms since
 * 1970), has the same password and limit, and was not known before. When two links might be it, none is taken.
 */
async function findCreatedLink(
  { uri, password, downloads }: NewLinkRequest,
  at: number,
  isKnown: (id: string) => boolean,
): Promise<string | undefined> {
  const found = linksOfFile(await getFile(uri, { extended: true })).filter(
    (link) =>
      !isKnown(link.id) &&
      link.createdAt >= at - clockToleranceMs &&
      (link.password ?? '') === password &&
      link.remaining === downloads,
  )
  return found.length === 1 ? found[0]?.url : undefined
}

/**
 * Creates a link, once: when no response arrives, it is looked up. Resolves to its URL, which ends with the password.
 * `at` is the time of the request by the clock of the service, in ms since 1970. Throws as `createLink` does.
 */
export async function createLinkOrFindCreated(
  client: QueryClient,
  options: NewLinkRequest,
  at: number,
): Promise<string> {
  const isKnown = createKnownTest(client, options.uri)
  try {
    return await createLink(options)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const url = await lookUpWithRetry(() => findCreatedLink(options, at, isKnown)).catch(
      () => undefined,
    )
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
