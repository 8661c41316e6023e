import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getCapacity, getMe, getUser, searchUsers } from '#src/api/accounts/users.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { keys } from '#src/lists/keys.ts'

const maxNamesInFlight = 4

export type PeopleNames = {
  readonly byId: ReadonlyMap<string, string>
  /** False where names could not be read that the service may know. */
  readonly isComplete: boolean
}

export const users = {
  me: () =>
    queryOptions({
      queryKey: keys.users.me(),
      queryFn: ({ signal }) => getMe(signal),
      staleTime: 300_000,
    }),
  capacity: () =>
    queryOptions({ queryKey: keys.users.capacity(), queryFn: ({ signal }) => getCapacity(signal) }),
  /** People by name, for two characters and more. */
  search: (keyword: string) =>
    queryOptions({
      queryKey: keys.users.search(keyword),
      queryFn: ({ signal }) => searchUsers(keyword, signal),
      enabled: keyword.length >= 2,
      staleTime: 60_000,
      meta: { isInline: true },
    }),
  info: (id: string) =>
    queryOptions({
      queryKey: keys.users.info(id),
      queryFn: ({ signal }) => getUser(id, signal),
      staleTime: Infinity,
    }),
  /** Names of people by their ids, asked for four at a time; without those that the service does not tell. */
  names: (ids: readonly string[]) =>
    queryOptions({
      queryKey: keys.users.names(ids),
      queryFn: async ({ client, signal }): Promise<PeopleNames> => {
        const byId = new Map<string, string>()
        let isComplete = true
        await forEachConcurrently(ids, maxNamesInFlight, async (id) => {
          signal.throwIfAborted()
          try {
            const person = await client.ensureQueryData({ ...users.info(id), retry: false })
            if (person.nickname) byId.set(id, person.nickname)
          } catch (error) {
            // Nobody else can be asked for then. Any other failure is that of one person.
            if (error instanceof TransportError && ['network', 'timeout'].includes(error.reason))
              throw error
            // The service answers so about people whom it does not know.
            if (!(error instanceof ApiError)) isComplete = false
          }
        })
        return { byId, isComplete }
      },
      staleTime: ({ state: { data } }) => (data?.isComplete === false ? 30_000 : Infinity),
      placeholderData: keepPreviousData,
      meta: { isInline: true },
    }),
}
