import { expect } from 'vitest'
import type { Share } from '#src/contract/share.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { row, seedShare } from './fixtures.tsx'

/** The share list with a link to `plan.pdf` in it, and what the service has of that link. */
export async function withLink(
  link: Parameters<typeof seedShare>[2],
  options: RenderOptions & { folder?: string[] } = {},
) {
  let id = ''
  const app = await renderApp({
    path: '/shares',
    ...options,
    seed: async (backend) => {
      id = seedShare(backend, 'plan.pdf', link, options.folder)
      await options.seed?.(backend)
    },
  })
  await row('plan.pdf')
  const list = () => app.client.getQueryData<PagedList<LinkRow>>(keys.links.list())
  const rowOf = (): LinkRow => {
    const found = list()?.at(list()?.rowIndexOfId(id) ?? -1)
    if (!found) throw new Error('not in the list')
    return found
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const { access_token: token } = await app.service.seed.mintToken(app.mei)
    const response = await app.service.fetch(
      new Request(`http://localhost/api/v4${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return ((await response.json()) as { data: unknown }).data
  }
  const record = async (of = id): Promise<Share> => {
    const { shares: links } = (await call('GET', '/share?page_size=100')) as { shares: Share[] }
    const found = links.find((share) => share.id === of)
    if (!found) throw new Error('no such link')
    return found
  }
  const edits = () =>
    app.requests.filter(({ method, path }) => method === 'POST' && path === `/share/${id}`)
  return { ...app, id, list, rowOf, record, edits, call }
}
export const near = (text: string | undefined, wanted: number) =>
  expect(Math.abs(Date.parse(text ?? '') - wanted)).toBeLessThan(5_000)
