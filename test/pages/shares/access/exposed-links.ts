import { noPermissions } from '#src/contract/share.ts'
import type { Backend } from '../../../dom/harness.tsx'
import { day, names, seedShare } from '../fixtures.tsx'

export const read = 'AQ=='
export const change = 'Aw=='

/** Links that differ in what they expose. */
export function exposed(backend: Backend): void {
  const expires = Date.now() + 40 * day
  const setting = (part: Partial<typeof noPermissions>) => ({
    permissionSetting: { ...noPermissions, ...part },
  })
  seedShare(backend, 'a.txt', { expires, visited: 3, ...setting({ everyone: change }) })
  seedShare(backend, 'b.txt', {
    expires,
    visited: 3,
    ...setting({ everyone: read, same_group: change }),
  })
  seedShare(backend, 'c.txt', { visited: 3, password: 'geheim77', ...setting({ everyone: read }) })
  seedShare(backend, 'd.txt', { expires, ...setting({ user_explicit: { [backend.lin]: change } }) })
  seedShare(backend, 'e.txt', { expires: Date.now() - day, visited: 3 })
}
export const isEdit = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.startsWith('/share/')
export const shown = () => names().toReversed()
