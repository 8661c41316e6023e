import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { callService } from '../../../processes/service-api.ts'
import { atWork, seedWork, select, sendToArchive, sent, sizesAt } from './fixtures.tsx'

type App = Awaited<ReturnType<typeof atWork>>

const refused = { kind: 'json', body: { code: 40033, msg: 'not now' } } as const

/** Archive has a scan.pdf too. */
const atWorkWithScanInArchive = () =>
  atWork({
    seed: (backend) => {
      seedWork(backend)
      backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
    },
  })

async function moveScan(app: App): Promise<void> {
  await select(app, 'scan.pdf')
  await sendToArchive(app, 'Move')
  await decide(app.user, await screen.findByRole('dialog', { name: /^1 name is taken/ }), 'Replace')
}

/** scan.pdf has been moved to Archive, where it has replaced another one. */
async function moveAndReplace(): Promise<App> {
  const app = await atWorkWithScanInArchive()
  await moveScan(app)
  await screen.findByText(/scan\.pdf.* moved to/)
  return app
}

const expectAsBefore = (app: App) =>
  waitFor(async () => {
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['scan.pdf', 1],
    ])
    expect(await sizesAt(app, 'svc://my/Work')).toContainEqual(['scan.pdf', 64_000])
    expect(await sizesAt(app, 'svc://trash')).toEqual([])
  })

describe('F2 Undo of a move that replaced a file', () => {
  it('brings the file back at the next Undo when the service has refused that', async () => {
    const app = await moveAndReplace()
    app.faults.next('POST /file/restore', refused)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText(/The move of .*scan\.pdf.* was not undone/)).toBeVisible()
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await expectAsBefore(app)
    expect(await screen.findByText('Move undone')).toBeVisible()
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2)
  })

  it('moves the others back when one was moved on to the root meanwhile', async () => {
    const app = await atWorkWithScanInArchive()
    await select(app, 'letter.txt', 'scan.pdf')
    await sendToArchive(app, 'Move')
    const clashes = await screen.findByRole('dialog', { name: /^1 name is taken/ })
    await decide(app.user, clashes, 'Replace')
    await screen.findByText(/2 items moved to/)
    await callService(app.service, 'POST', '/file/move', {
      as: app.mei,
      body: { uris: ['svc://my/Archive/scan.pdf'], dst: 'svc://my', copy: false },
    })
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Work')).toContainEqual(['letter.txt', 12]),
    )
    expect(await sizesAt(app, 'svc://my')).toContainEqual(['scan.pdf', 64_000])
  })

  it('brings the file back with Retry when the service has refused that', async () => {
    const app = await moveAndReplace()
    app.faults.next('POST /file/restore', refused)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText(/The move of .*scan\.pdf.* was not undone/)
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    await expectAsBefore(app)
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2)
  })
})

describe('F2 Undo of a move that replaced many files', () => {
  it('finds them in the trash without asking for each', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `scan ${at}.pdf`)
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of names)
          for (const [folder, size] of [
            ['Work', 2],
            ['Archive', 1],
          ] as const)
            backend.service.seed.addFile(backend.mei, [folder, name], { size })
      },
    })
    await select(app, ...names)
    await sendToArchive(app, 'Move')
    await decide(
      app.user,
      await screen.findByRole('dialog', { name: /^12 names are taken/ }),
      'Replace',
    )
    await screen.findByText(/12 items moved to/)
    const lookups = () =>
      sent(app.requests, 'GET', '/file/info').filter(({ query }) => query.includes('id='))
    const before = lookups().length
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('Move undone')
    const sizes = await sizesAt(app, 'svc://my/Archive')
    expect(sizes.filter(([name]) => name.startsWith('scan'))).toEqual(
      names.toSorted().map((name) => [name, 1]),
    )
    expect(await sizesAt(app, 'svc://trash')).toEqual([])
    expect(lookups().length - before).toBe(0)
  })
})

describe('F2 Retry of a move that replaced a file and was stopped in an outage', () => {
  it('can be undone with the file that the first try had replaced', async () => {
    const app = await atWorkWithScanInArchive()
    app.faults.always('POST /file/move', { kind: 'drop' })
    await moveScan(app)
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).not.toEqual([]))
    app.faults.always(() => true, { kind: 'drop' })
    await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
    await screen.findByText(/scan\.pdf.* may or may not have been moved/, {}, { timeout: 15_000 })
    app.faults.clear()
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText(/scan\.pdf.{1,2} moved to/)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await expectAsBefore(app)
  })
})
