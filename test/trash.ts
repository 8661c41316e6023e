import { screen } from '@testing-library/react'
import * as v from 'valibot'
import type { Service } from '#src/server/service.ts'
import type { World } from './harness.tsx'

/* What tests of the trash share: what the service has, asked over the wire, and what the page shows. */

const day = 24 * 60 * 60_000

const Listed = v.object({
  code: v.number(),
  data: v.nullish(
    v.object({
      files: v.array(v.object({ id: v.string(), name: v.string() })),
      pagination: v.nullish(v.object({ next_token: v.nullish(v.string()) })),
    }),
  ),
})

/** The names that the service lists at an address, in order of the alphabet. */
export async function namesAt({ service, mei }: World, uri: string): Promise<string[]> {
  const { access_token: token } = service.lay.mintToken(mei)
  const names: string[] = []
  let cursor: string | null | undefined
  do {
    const query = new URLSearchParams({
      uri,
      page_size: '2000',
      ...(cursor ? { next_page_token: cursor } : {}),
    })
    const answer = await service.fetch(
      new Request(`http://localhost/api/v4/file?${query.toString()}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    const { data } = v.parse(Listed, await answer.json())
    if (!data) return []
    names.push(...data.files.map(({ name }) => name))
    cursor = data.pagination?.next_token
  } while (cursor)
  return names.sort()
}

export const trashNames = (world: World): Promise<string[]> => namesAt(world, 'svc://trash')

/** Lays a deleted file; `at` is ms ago. */
export function layDeleted(
  { service: { lay }, mei }: World,
  path: readonly string[],
  at = day,
  size = 1000,
): string {
  const id = lay.addFile(mei, path, { size })
  lay.trashFile(id, { at: Date.now() - at })
  return id
}

/** Files of one folder that stays, deleted one minute after the other. */
export function layMany(world: World, count: number, folder = 'Docs'): void {
  const { service, mei } = world
  service.lay.addFolder(mei, [folder])
  service.db.transaction(() => {
    for (let at = 0; at < count; at++) {
      layDeleted(world, [folder, `item ${String(at).padStart(4, '0')}.txt`], day + at * 60_000)
    }
  })
}

/** Takes a folder away for good, whatever was deleted from it before. */
export function removeFolder({ db }: Service, id: string): void {
  db.run('DELETE FROM files WHERE id = ?', [id])
}

export const rowsShown = (): (string | null)[] =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
export const row = (name: string) => screen.findByRole('row', { name })
