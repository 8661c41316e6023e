import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp, type Backend } from '../../dom/harness.tsx'
import type { LoggedRequest, Sent } from '../../dom/network.ts'
import { withTooltip } from '../../dom/tooltips.ts'
import { contentsAt, namesAt } from '../../processes/service-api.ts'

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
  fireEvent.change(screen.getByLabelText('Upload files…'), { target: { files } })

export const panel = () => screen.findByRole('region', { name: 'Uploads' })

export const listed = (name: RegExp | string) =>
  waitFor(() => {
    const rows = within(screen.getByRole('region', { name: 'Uploads' }))
    const found = rows.getAllByRole('listitem').find((item) => withTooltip(name, item).length > 0)
    if (!found) throw new Error(`${String(name)} is not among the uploads`)
    return found
  })

export const ends = (words: string | RegExp) =>
  waitFor(async () => expect(await panel()).toHaveTextContent(words), { timeout: 15_000 })

/** Names of the files and folders that the service has in Work, or in a folder below it. */
export const namesInWork = (app: App, folder = '') =>
  namesAt(app, `svc://my/Work${folder && '/'}${folder}`)

export const lockCount = ({ service }: App): number => service.seed.lockTokens().length

export const uploadCount = ({ service }: App): number => service.seed.uploadSessionIds().length

/** Whether a file in Work has these bytes. */
export async function isContent(app: App, name: string, expected: Uint8Array): Promise<boolean> {
  const contents = await contentsAt(app, `svc://my/Work/${encodeURIComponent(name)}`)
  return Buffer.compare(contents, expected) === 0
}

/** One part of any file. */
export const isPart = (index: number) => (request: Sent) =>
  request.method === 'POST' && request.path.endsWith(`/${index}`) && request.path.includes('upload')

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
