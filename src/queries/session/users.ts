import { queryOptions } from '@tanstack/react-query'
import { getCapacity, getMe, getUser } from '#src/api/users.ts'
import { keys } from '#src/queries/keys.ts'

export const users = {
  me: () =>
    queryOptions({
      queryKey: keys.users.me(),
      queryFn: ({ signal }) => getMe(signal),
      staleTime: 300_000,
    }),
  capacity: () =>
    queryOptions({ queryKey: keys.users.capacity(), queryFn: ({ signal }) => getCapacity(signal) }),
  info: (id: string) =>
    queryOptions({
      queryKey: keys.users.info(id),
      queryFn: ({ signal }) => getUser(id, signal),
      staleTime: Infinity,
    }),
}
