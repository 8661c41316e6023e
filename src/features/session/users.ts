import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getCapacity, getMe, getUser, searchUsers } from '#src/api/accounts/users.ts'
import { TransportError } from '#src/contract/errors.ts'
import { keys } from '#src/lists/keys.ts'

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
  /** Names of people by their ids, asked for one after the other; without those that the service does not tell. */
  names: (ids: readonly string[]) =>
    queryOptions({
      queryKey: keys.users.names(ids),
      queryFn: async ({ client }): Promise<ReadonlyMap<string, string>> => {
        const names = new Map<string, string>()
        for (const id of ids) {
          const person = await client
            .ensureQueryData({ ...users.info(id), retry: false })
            // Any other failure is that of one person.
            .catch((error: unknown) =>
              error instanceof TransportError && ['network', 'timeout'].includes(error.reason)
                ? Promise.reject(error)
                : undefined,
            )
          if (person?.nickname) names.set(id, person.nickname)
        }
        return names
      },
      staleTime: Infinity,
      placeholderData: keepPreviousData,
      meta: { isInline: true },
    }),
}
