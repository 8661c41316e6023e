import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  replaceNetworkDriveSettings,
  createNetworkDrive,
  deleteNetworkDrive,
  type NetworkDrive,
  type NetworkDriveSettings,
  getNetworkDrives,
} from '#src/api/accounts/network-drives.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound, TransportError } from '#src/contract/errors.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { keys } from '#src/lists/keys.ts'
import { isNotFoundOrHttp404 } from './missing-route.ts'

export type { NetworkDrive, NetworkDriveSettings }

const meta = createWriteMeta({ invalidates: () => [keys.users.drives()] })

export const drives = {
  /** null where the service has no network drives, or the user may have none. */
  list: () =>
    queryOptions({
      queryKey: keys.users.drives(),
      queryFn: async ({ signal }): Promise<NetworkDrive[] | null> => {
        try {
          return await getNetworkDrives(signal)
        } catch (error) {
          const isRefused = hasErrorCode(
            error,
            ErrorCode.groupNotAllowed,
            ErrorCode.featureDisabled,
          )
          if (isRefused || isNotFoundOrHttp404(error)) return null
          throw error
        }
      },
    }),
  add: () =>
    mutationOptions<NetworkDrive, Error, NetworkDriveSettings>({
      mutationFn: async (settings, { client }) => {
        const { queryKey } = drives.list()
        const known = new Set(client.getQueryData(queryKey)?.map(({ id }) => id))
        const drive = await createNetworkDrive(settings).catch(async (error: unknown) => {
          if (!(error instanceof TransportError)) throw error
          // The service may have made it, and the answer got lost.
          const found = await lookUpWithRetry(() => getNetworkDrives()).catch(() => [])
          const made = found.find(({ id, name }) => !known.has(id) && name === settings.name)
          if (!made) throw error
          return made
        })
        client.setQueryData(queryKey, (list) => list && [...list, drive])
        return drive
      },
      meta,
    }),
  change: () =>
    mutationOptions<void, Error, { drive: NetworkDrive; settings: NetworkDriveSettings }>({
      mutationFn: async ({ drive, settings }, { client }) => {
        await replaceNetworkDriveSettings(drive.id, settings)
        client.setQueryData(drives.list().queryKey, (list) =>
          list?.map((each) => (each.id === drive.id ? { ...each, ...settings } : each)),
        )
      },
      meta,
    }),
  remove: () =>
    mutationOptions<void, Error, NetworkDrive>({
      mutationFn: async ({ id }, { client }) => {
        try {
          await deleteNetworkDrive(id)
        } catch (error) {
          // Somebody has removed it before.
          if (!isNotFound(error)) throw error
        }
        client.setQueryData(drives.list().queryKey, (list) =>
          list?.filter((each) => each.id !== id),
        )
      },
      meta,
    }),
}
