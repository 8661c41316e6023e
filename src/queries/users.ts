import { queryOptions } from '@tanstack/react-query'
import { getCapacity, getMe, getUser } from '#src/api/users.ts'

export const users = {
  me: () =>
    queryOptions({
      queryKey: ['users', 'me'],
      queryFn: ({ signal }) => getMe(signal),
      staleTime: 300_000,
    }),
  capacity: () =>
    queryOptions({ queryKey: ['users', 'capacity'], queryFn: ({ signal }) => getCapacity(signal) }),
  info: (id: string) =>
    queryOptions({
      queryKey: ['users', 'info', id],
      queryFn: ({ signal }) => getUser(id, signal),
      staleTime: Infinity,
    }),
}
