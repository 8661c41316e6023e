import { screen } from '@testing-library/react'
import * as v from 'valibot'
import type { Service } from '#src/server/service.ts'
import type { Backend } from './harness.tsx'

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
export async function namesAt({ service, mei }: Backend, uri: string): Promise<string[]> {
  const { access_token: token } = await service.seed.mintToken(mei)
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

export const trashNames = (backend: Backend): Promise<string[]> => namesAt(backend, 'svc://trash')

/** Lays a deleted file; `at` is ms ago. */
export function seedTrashedFile(
  { service: { seed }, mei }: Backend,
  path: readonly string[],
  at = day,
  size = 1000,
): string {
  const id = seed.addFile(mei, path, { size })
  seed.trashFile(id, { at: Date.now() - at })
  return id
}

/** Files of one folder that stays, deleted one minute after the other. */
export function seedTrashedFiles(backend: Backend, count: number, folder = 'Docs'): void {
  const { service, mei } = backend
  service.seed.addFolder(mei, [folder])
  service.db.transaction(() => {
    for (let at = 0; at < count; at++) {
      seedTrashedFile(
        backend,
        [folder, `item ${String(at).padStart(4, '0')}.txt`],
        day + at * 60_000,
      )
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
