import * as v from 'valibot'
import { expect } from 'vitest'
import { FileListPage } from '#src/contract/file.ts'
import { ShareListPage } from '#src/contract/share.ts'
import type { Share } from '#src/contract/share.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import type { EmbeddedService } from '#src/server/service.ts'

/** A service in memory. `clock.time` is its time in milliseconds since 1970. */
export async function open() {
  const clock = { time: Date.now() }
  const service = await createEmbeddedService({
    dir: ':memory:',
    passwordCost: 4,
    now: () => clock.time,
  })
  return { ...service, clock }
}

async function get(service: EmbeddedService, email: string, path: string): Promise<unknown> {
  const id = service.db.first(
    'SELECT id FROM users WHERE email = ?',
    [email],
    v.object({ id: v.string() }),
  )?.id
  const token = await service.seed.mintToken(id ?? '')
  const answer = await service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      headers: { authorization: `Bearer ${token.access_token}` },
    }),
  )
  const body = (await answer.json()) as { code: number; data?: unknown }
  expect(body.code, path).toBe(0)
  return body.data
}
export async function sharesOf(service: EmbeddedService, email: string): Promise<Share[]> {
  return v.parse(ShareListPage, await get(service, email, '/share?page_size=100')).shares
}
export async function list(service: EmbeddedService, uri: string, email = 'mei@example.org') {
  const path = `/file?page_size=2000&uri=${encodeURIComponent(uri)}`
  return v.parse(FileListPage, await get(service, email, path))
}
export const rows = (service: EmbeddedService, sql: string) =>
  service.db.first(`SELECT count(*) AS n FROM ${sql}`, [], v.object({ n: v.number() }))?.n
