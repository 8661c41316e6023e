import { sendAuthenticated } from '#src/api/client.ts'
import { fromWireUri, toWireUri } from '#src/api/wire/wire-uri.ts'
import {
  WebDavAccount,
  WebDavAccountOption,
  WebDavAccountPage,
} from '#src/contract/accounts/web-dav-account.ts'
import { decodeBoolset } from '#src/contract/flags/boolset.ts'
import { NoData } from '#src/contract/schema.ts'

export type NetworkDriveSettings = {
  name: string
  /** URI of the folder that is its root. */
  uri: string
  isReadOnly: boolean
  /** Whether contents go through the service instead of coming from its storage. */
  isProxied: boolean
  /** Whether files that systems leave in every folder are refused. */
  refusesSystemFiles: boolean
}
export type NetworkDrive = NetworkDriveSettings & {
  id: string
  createdAt: string
  password: string
}

const maxPageSize = 100

function fromWire({
  id,
  name,
  uri,
  password,
  created_at: createdAt,
  options,
}: WebDavAccount): NetworkDrive {
  const set = decodeBoolset(options ?? '') ?? new Set()
  return {
    id,
    name,
    uri: fromWireUri(uri),
    password,
    createdAt,
    isReadOnly: set.has(WebDavAccountOption.readOnly),
    isProxied: set.has(WebDavAccountOption.proxy),
    refusesSystemFiles: set.has(WebDavAccountOption.noSystemFiles),
  }
}

const toWire = (settings: NetworkDriveSettings) => ({
  uri: toWireUri(settings.uri),
  name: settings.name,
  readonly: settings.isReadOnly,
  proxy: settings.isProxied,
  disable_sys_files: settings.refusesSystemFiles,
})

/**
 * `GET /devices/dav` (docs/protocol.md §2.5): all network drives of the user. Throws 40007 where the group may have
 * none; a service without them answers with a status of 404.
 */
export async function getNetworkDrives(signal?: AbortSignal): Promise<NetworkDrive[]> {
  const drives = new Map<string, NetworkDrive>()
  for (let token = ''; ;) {
    const { accounts, pagination } = await sendAuthenticated(WebDavAccountPage, {
      method: 'GET',
      path: '/devices/dav',
      query: { page_size: maxPageSize, ...(token && { next_page_token: token }) },
      signal,
    })
    const known = drives.size
    for (const account of accounts ?? []) drives.set(account.id, fromWire(account))
    token = pagination?.next_token ?? ''
    // A page without anything new would be followed by itself.
    if (!token || drives.size === known) return [...drives.values()]
  }
}

/** `PUT /devices/dav`: the service makes the password. Throws 40007, 40016. */
export const createNetworkDrive = async (settings: NetworkDriveSettings): Promise<NetworkDrive> =>
  fromWire(
    await sendAuthenticated(WebDavAccount, {
      method: 'PUT',
      path: '/devices/dav',
      body: toWire(settings),
    }),
  )

/** `PATCH /devices/dav/:id`. Throws 40007, 40016, and 404 when it is gone. */
export const replaceNetworkDriveSettings = (
  id: string,
  settings: NetworkDriveSettings,
): Promise<void> =>
  sendAuthenticated(NoData, {
    method: 'PATCH',
    path: `/devices/dav/${encodeURIComponent(id)}`,
    body: toWire(settings),
  })

/** `DELETE /devices/dav/:id`. Throws 404 when it is gone. */
export const deleteNetworkDrive = (id: string): Promise<void> =>
  sendAuthenticated(NoData, { method: 'DELETE', path: `/devices/dav/${encodeURIComponent(id)}` })
