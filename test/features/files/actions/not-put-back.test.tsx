import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { move } from '#src/features/files/transfers.ts'
import { withPlacement } from '#src/jobs/placement/placement-request.ts'
import { placementStateDefinition } from '#src/jobs/placement/placement-state.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import type { RenderOptions } from '../../../dom/harness.tsx'
import { decide } from '../../../dom/name-clashes.ts'
import { trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, seedWork, select, sendToArchive, sent } from './fixtures.tsx'

type App = Awaited<ReturnType<typeof atWork>>

const refused = { kind: 'json', body: { code: 40033, msg: 'not now' } } as const

/** Moves scan.pdf to Archive, which has one of its own. */
async function moveScan(
  prepare: (app: App) => void,
  choice: 'Keep both' | 'Replace',
  options: RenderOptions = {},
) {
  const app = await atWork({
    ...options,
    seed: (backend) => {
      seedWork(backend)
      backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
    },
  })
  prepare(app)
  await select(app, 'scan.pdf')
  await sendToArchive(app, 'Move')
  await decide(app.user, await screen.findByRole('dialog', { name: /^1 name is taken/ }), choice)
  return app
}

async function stopInOutage(app: App): Promise<void> {
  await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).not.toEqual([]))
  app.faults.always(() => true, { kind: 'drop' })
  await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
  await screen.findByText(/scan\.pdf.* may or may not have been moved/, {}, { timeout: 15_000 })
  app.faults.clear()
}

async function showLine(app: App): Promise<HTMLElement> {
  await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
  return within(await screen.findByRole('dialog')).getByRole('listitem')
}

const mayBeInTrash = 'The file that it was to replace may be in the trash.'

describe('F2 the result of a move says what was not put back', () => {
  it('a file that made room, when the service refuses that', async () => {
    const app = await moveScan(({ faults }) => {
      faults.always('POST /file/move', refused)
      faults.always('POST /file/restore', refused)
    }, 'Replace')
    expect(await showLine(app)).toHaveTextContent(mayBeInTrash)
  })

  it('a file that made room, when nobody answers', async () => {
    const app = await moveScan(
      ({ faults }) => faults.always('POST /file/move', { kind: 'drop' }),
      'Replace',
    )
    await stopInOutage(app)
    expect(await showLine(app)).toHaveTextContent(mayBeInTrash)
    // A Retry finds out.
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText(/scan\.pdf.* moved to/)
  })

  it('a name that it got on its way, when nobody answers', async () => {
    const app = await moveScan(
      ({ faults }) => faults.always('POST /file/move', { kind: 'drop' }),
      'Keep both',
    )
    await stopInOutage(app)
    expect(await showLine(app)).toHaveTextContent(/It may be called “.*scan \(2\)\.pdf.*” now\./)
  })

  it('nothing, when all is as it was', async () => {
    const app = await moveScan(({ faults }) => faults.always('POST /file/move', refused), 'Replace')
    expect(await showLine(app)).not.toHaveTextContent(mayBeInTrash)
  })

  it('no name, when no request has given it one', async () => {
    const app = await atWork({})
    const [file] = (await listFiles('svc://my/Work', { size: 1 })).files
    if (!file) throw new Error('no file')
    const item = withPlacement(toFileRow(file), { to: 'svc://my', name: 'a' })
    const input = { items: [item] }
    const state = placementStateDefinition.empty(input)
    const note = async () => undefined
    const { signal } = new AbortController()
    const context = { input, state, note, client: app.client, signal, startedAt: 0 }
    const details = () => move.definition.resultDetails?.(context, []).renamed
    expect(details()).toEqual(new Map())
    placementStateDefinition.add(state, { renames: [{ id: item.id, from: 'b', to: 'a' }] })
    expect(details()).toEqual(new Map([[item.id, 'a']]))
  })

  it('nothing, when it has its name again', async () => {
    const app = await moveScan(
      ({ faults }) => faults.always('POST /file/move', refused),
      'Keep both',
    )
    expect(await showLine(app)).not.toHaveTextContent('It may be called')
  })
})

it('F2 a file that made room is put back also when the service fails after it has deleted that', async () => {
  const app = await moveScan(() => {}, 'Replace', {
    between: (service) => ({
      fetch: async (request, info) => {
        const answer = await service.fetch(request, info)
        return request.method === 'DELETE' && request.url.endsWith('/file')
          ? Response.json({ code: ErrorCode.internal, msg: 'out of memory' })
          : answer
      },
      elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
    }),
  })
  await screen.findByText(/scan\.pdf.* not moved/)
  expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan.pdf'])
  expect(await trashNames(app)).toEqual([])
})
