import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  changeDrive,
  createDrive,
  deleteDrive,
  type Drive,
  type DriveSettings,
  getDrives,
} from '#src/api/accounts/drives.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound, TransportError } from '#src/contract/errors.ts'
import { mutationMeta } from '#src/jobs/invalidation.ts'
import { keys } from '#src/lists/keys.ts'
import { isMissingRouteError } from './missing-route.ts'

export type { Drive, DriveSettings }

const meta = mutationMeta({
  invalidates: () => [keys.users.drives()],
  isInline: true,
})

export const drives = {
  /** null where the service has no network drives, or the user may have none. */
  list: () =>
    queryOptions({
      queryKey: keys.users.drives(),
      queryFn: async ({ signal }): Promise<Drive[] | null> => {
        try {
          return await getDrives(signal)
        } catch (error) {
          const isRefused = hasErrorCode(
            error,
            ErrorCode.groupNotAllowed,
            ErrorCode.featureDisabled,
          )
          if (isRefused || isMissingRouteError(error)) return null
          throw error
        }
      },
    }),
  add: () =>
    mutationOptions<Drive, Error, DriveSettings>({
      mutationFn: async (settings, { client }) => {
        const { queryKey } = drives.list()
        const known = new Set(client.getQueryData(queryKey)?.map(({ id }) => id))
        const drive = await createDrive(settings).catch(async (error: unknown) => {
          if (!(error instanceof TransportError)) throw error
          // The service may have made it, and the answer got lost.
          const found = await lookUpWithRetry(() => getDrives()).catch(() => [])
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
    mutationOptions<void, Error, { drive: Drive; settings: DriveSettings }>({
      mutationFn: async ({ drive, settings }, { client }) => {
        await changeDrive(drive.id, settings)
        client.setQueryData(drives.list().queryKey, (list) =>
          list?.map((each) => (each.id === drive.id ? { ...each, ...settings } : each)),
        )
      },
      meta,
    }),
  remove: () =>
    mutationOptions<void, Error, Drive>({
      mutationFn: async ({ id }, { client }) => {
        try {
          await deleteDrive(id)
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
