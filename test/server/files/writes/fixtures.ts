import * as v from 'valibot'
import type { TestService } from '../../service-harness.ts'

export const dav = { type: 'dav' }
type Body = Record<string, unknown>
/** Writes of one account, the owner by default; null is nobody. */
export function writer(service: TestService, as: string | null = service.owner) {
  const send = (method: string, path: string, body: Body) =>
    service.call(method, path, { ...(as === null ? {} : { as }), body })
  return {
    create: (uri: string, type = 'file', more: Body = {}) =>
      send('POST', '/file/create', { uri, type, ...more }),
    rename: (uri: string, name: unknown) => send('POST', '/file/rename', { uri, new_name: name }),
    move: (uris: unknown, dst: string, copy?: boolean) =>
      send('POST', '/file/move', { uris, dst, copy }),
    remove: (uris: unknown, more: Body = {}) => send('DELETE', '/file', { uris, ...more }),
  }
}
/** Every path of somebody's space, and what lies in the trash by itself as `trash:name`. */
export function tree(service: TestService, owner = service.owner): string[] {
  const Row = v.object({ path: v.string() })
  return service.db
    .query(
      `WITH RECURSIVE all_ (key, path) AS (
         SELECT f.key, CASE WHEN f.trash_id IS NULL THEN '' ELSE 'trash:' || f.name END
         FROM files f JOIN users u ON u.key = f.owner_key WHERE u.id = ? AND f.parent_key IS NULL
         UNION ALL
         SELECT f.key, all_.path || '/' || f.name FROM all_ JOIN files f ON f.parent_key = all_.key
       ) SELECT path FROM all_ WHERE path <> '' ORDER BY path`,
      [owner],
      Row,
    )
    .map(({ path }) => path)
}
export const used = async (service: TestService, as = service.owner) =>
  (await service.call('GET', '/user/capacity', { as })).data.used as number
export const entityOf = (service: TestService, name: string) =>
  service.db
    .query(
      'SELECT entity_id FROM files WHERE name = ? ORDER BY key',
      [name],
      v.object({ entity_id: v.string() }),
    )
    .map((row) => row.entity_id)
