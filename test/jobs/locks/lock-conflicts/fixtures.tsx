import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { childUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { renameItem } from '#src/features/files/rename-item.ts'
import { moveItemsToTrash as trashJob } from '#src/features/trash/trash-writes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobResult } from '#src/jobs/store/job.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'
import { collaboraViewerId } from '#src/server/http/site.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { renderApp, type RenderOptions, type Backend } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'

/* Requirements L1 to L11: a write meets a lock, whatever page it was begun on. */

const home = 'svc://my'

export const letter = ['Letters', 'letter.txt']

export const viewer = { type: 'viewer', viewer_id: collaboraViewerId }

type Known = { letter: string; tokens: string[] }

/** Mei's folder Letters with letter.txt in it, locked as told. */
export function lockedLetter(locks: (backend: Backend, letterId: string) => string[] = () => []): {
  seed: (backend: Backend) => void
  known: Known
} {
  const found: Known = { letter: '', tokens: [] }
  return {
    known: found,
    seed: (backend) => {
      found.letter = backend.service.seed.addFile(backend.mei, letter)
      backend.service.seed.addFile(backend.mei, ['Letters', 'notes.txt'])
      found.tokens = locks(backend, found.letter)
    },
  }
}

export const openedByLin = ({ service, mei, lin }: Backend, fileId: string) => [
  service.seed.addLock({ owner: mei, holder: lin, fileId, depth: 0, application: viewer }),
]

/** The letter is open at Lin's, and a second file beside it is being uploaded by Mei. */
export const openedByLinAndUploading = (backend: Backend, letterId: string) => [
  ...openedByLin(backend, letterId),
  backend.service.seed.addLock({
    owner: backend.mei,
    fileId: backend.service.seed.addFile(backend.mei, ['Letters', 'big.iso']),
    application: { type: 'upload' },
  }),
]

export const open = async (options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/shares', ...options })
  await screen.findByRole('main')
  return app
}

type App = Awaited<ReturnType<typeof open>>

const rowOf = async ({ client }: App, ...segments: string[]): Promise<FileRow> => {
  const folder = segments.slice(0, -1).reduce(childUri, home)
  const listing = await client.fetchQuery(files.list(folder))
  const rowIndex = [...listing.order].find((at) => listing.at(at)?.name === segments.at(-1))
  const row = rowIndex === undefined ? undefined : listing.at(rowIndex)
  if (!row) throw new Error(`no ${segments.join('/')}`)
  return row
}

type TrackedWrite<T> = { value?: T; error?: unknown; isSettled: boolean }

export function track<T>(promise: Promise<T>): TrackedWrite<T> {
  const write: TrackedWrite<T> = { isSettled: false }
  promise.then(
    (value) => Object.assign(write, { value, isSettled: true }),
    (error: unknown) => Object.assign(write, { error, isSettled: true }),
  )
  return write
}

export async function rename(app: App, name = 'Post'): Promise<TrackedWrite<unknown>> {
  const item = await rowOf(app, 'Letters')
  const { client } = app
  return track(startMutation(client, renameItem(), { item, name }))
}

export async function trash(app: App, ...paths: string[][]): Promise<TrackedWrite<JobResult>> {
  const items = await Promise.all(paths.map((path) => rowOf(app, ...path)))
  const { client } = app
  return track(startMutation(client, trashJob(), { items }))
}

export const dialog = () => screen.findByRole('alertdialog')

export const button = (name: string) => screen.getByRole('button', { name })

export const sent = (requests: readonly LoggedRequest[]) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .filter(({ path }) => !path.startsWith('/session'))
    .map(({ method, path }) => `${method} ${path}`)

export const releaseAll = ({ seed }: EmbeddedService) => seed.removeLocks(seed.lockTokens())

export const settled = async (write: TrackedWrite<unknown>) =>
  waitFor(() => expect(write.isSettled).toBe(true))

export const conflictOf = (data: unknown) => ({
  kind: 'json' as const,
  body: {
    code: ErrorCode.lockConflict,
    msg: 'Lock conflict',
    data,
    error: 'x',
    correlation_id: 'c',
  },
})
