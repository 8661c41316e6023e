import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { expect } from 'vitest'
import {
  type Fault,
  type LoggedRequest,
  renderApp,
  type Sent,
  type Backend,
} from '../../harness.tsx'

export const chunk = 4 * 1024 * 1024

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'

export const row = (name: string | RegExp) => screen.findByRole('row', { name })

export const sent = (requests: readonly LoggedRequest[], method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path.startsWith(path))

export function seedWork({ service, mei }: Backend): void {
  service.seed.addFile(mei, ['Work', 'letter.txt'], { contents: new TextEncoder().encode('old') })
  service.seed.addFolder(mei, ['Work', 'Photos'])
}

export async function atWork(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, seed: seedWork, ...options })
  await row('letter.txt')
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  return app
}

export type App = Awaited<ReturnType<typeof atWork>>

export const modified = Date.UTC(2026, 3, 5, 6, 7, 8)

/** Bytes that differ from part to part. */
export function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1024) bytes.fill((at >> 10) % 251, at, at + 1024)
  return bytes
}

export const file = (name: string, size: number | string = 5) =>
  new File([typeof size === 'string' ? size : bytesOf(size)], name, { lastModified: modified })

export const choose = (files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText('Upload files'), { target: { files } })

export const panel = () => screen.findByRole('region', { name: 'Uploads' })

export const listed = (name: RegExp | string) =>
  waitFor(() => {
    const rows = within(screen.getByRole('region', { name: 'Uploads' }))
    const found = rows.getAllByRole('listitem').find((item) => within(item).queryByTitle(name))
    if (!found) throw new Error(`${String(name)} is not among the uploads`)
    return found
  })

export const ends = (words: string | RegExp) =>
  waitFor(async () => expect(await panel()).toHaveTextContent(words), { timeout: 15_000 })

const Found = v.object({ name: v.string(), size: v.number(), versions: v.number() })

export const filesIn = ({ service }: App, folder: string) =>
  service.db.query(
    `SELECT f.name AS name, coalesce(e.size, 0) AS size,
       (SELECT count(*) FROM entities WHERE file_key = f.key) AS versions
     FROM files f JOIN files p ON p.key = f.parent_key LEFT JOIN entities e ON e.id = f.entity_id
     WHERE p.name = ? AND f.trash_id IS NULL ORDER BY f.name`,
    [folder],
    Found,
  )

const Count = v.object({ count: v.number() })

export const countOf = ({ service }: App, table: 'locks' | 'uploads') =>
  service.db.first(`SELECT count(*) AS count FROM ${table}`, [], Count)?.count

export async function isContent(app: App, name: string, wanted: Uint8Array): Promise<boolean> {
  const answer = (await (
    await fetch('/api/v4/file/url', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${(await app.service.seed.mintToken(app.mei)).access_token}`,
      },
      body: JSON.stringify({ uris: [`svc://my/Work/${encodeURIComponent(name)}`], download: true }),
    })
  ).json()) as { data: { urls: { url: string }[] } }
  const content = await fetch(answer.data.urls[0]?.url ?? '')
  return Buffer.compare(Buffer.from(await content.arrayBuffer()), wanted) === 0
}

/** One part of any file. */
export const isPart = (index: number) => (request: Sent) =>
  request.method === 'POST' && request.path.endsWith(`/${index}`) && request.path.includes('upload')

/** A fault that lasts until it is let go. */
export function held(): { fault: Fault; free: () => void } {
  let free = () => {}
  const until = new Promise<void>((resolve) => {
    free = resolve
  })
  return { fault: { kind: 'hold', until }, free: () => free() }
}

export type Dropped = { isFile: boolean; isDirectory: boolean; name: string }

export const droppedFile = (one: File): Dropped => {
  const entry = {
    isFile: true,
    isDirectory: false,
    name: one.name,
    file: (resolve: (given: File) => void) => resolve(one),
  }
  return entry
}

export const droppedFolder = (name: string, inside: readonly Dropped[] = []): Dropped => {
  const entry = {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      let isRead = false
      return {
        readEntries: (resolve: (entries: Dropped[]) => void) => {
          resolve(isRead ? [] : [...inside])
          isRead = true
        },
      }
    },
  }
  return entry
}

export const carrying = (...entries: readonly Dropped[]) => ({
  types: ['Files'],
  files: [],
  items: entries.map((each) => ({ kind: 'file', webkitGetAsEntry: () => each })),
  dropEffect: 'none',
})

export const dropHere = (...entries: readonly Dropped[]) =>
  fireEvent.drop(screen.getByRole('grid'), { dataTransfer: carrying(...entries) })
