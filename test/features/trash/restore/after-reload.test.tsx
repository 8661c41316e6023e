import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  day,
  dialog,
  inside,
  open,
  openWithClashes,
  selectAll,
  press,
  release,
  findMessage,
  seedItemsWithoutFolder,
  seedTaken,
  sizesAt,
} from './fixtures.tsx'

const resume = 'Check and resume'
const forget = 'Don’t resume'

/** Restores all with the plan as it is offered, and reloads once a request to `path` got stuck. */
async function reloadWhileRestoring(app: App, path: string, count: number) {
  app.faults.always(`POST ${path}`, { kind: 'stall' })
  await selectAll(app)
  await press(app, 'Restore')
  await app.user.click(await inside(await dialog(`Restore ${count} items`), /^Restore/))
  await waitFor(() => expect(app.requests.map((each) => each.path)).toContain(path))
  return app.reload()
}

describe('T6 taking a restore back that a reload interrupted', () => {
  it('removes the folders that were recreated before the reload', async () => {
    const app = await open(seedItemsWithoutFolder)
    const page = await reloadWhileRestoring(app, '/file/restore', 2)
    expect(await namesAt(app, 'svc://my')).toEqual(['Old'])
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/2 items restored/)
    await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my')).toEqual([])
    expect(await trashNames(app)).toEqual(['may.md', 'page.html'])
  })

  it('removes a folder too of which the answer that it was created got lost with the page', async () => {
    const app = await open(seedItemsWithoutFolder)
    app.faults.next('POST /file/create', { kind: 'lost' })
    app.faults.always('POST /file/create', { kind: 'stall' })
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 2 items'), /^Restore/))
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Old']))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/2 items restored/)
    await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/2 items moved to the trash/)
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual([]))
  })

  it('leaves a folder that was there before', async () => {
    const app = await open(seedItemsWithoutFolder)
    const { service, mei } = app
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    app.clock.advance(-3_600_000)
    service.seed.addFolder(mei, ['Old'])
    app.clock.advance(3_600_000)
    app.faults.always('POST /file/restore', { kind: 'stall' })
    await app.user.click(await inside(plan, /^Restore/))
    await waitFor(() => expect(app.requests.map(({ path }) => path)).toContain('/file/restore'))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/2 items restored/)
    await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my')).toEqual(['Old'])
  })
})

describe('T10 a restore with a plan that a reload interrupted', () => {
  it('does what was decided with a name that it finds taken after the reload', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      // The folder that holds the name is in the trash itself until it is restored.
      seedTrashedFile(backend, ['Box', 'inner.txt'], 2 * day, 1_000)
      service.seed.addFile(mei, ['Box', 'inner.txt'], { size: 7_000 })
      service.seed.trashFile(service.seed.addFolder(mei, ['Box']), { at: Date.now() - day })
      seedTaken(backend)
    })
    const page = await reloadWhileRestoring(app, '/file/restore', 3)
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/^3 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['inner (2).txt', 'inner.txt'])
  })
})

describe('T6 an Undo that a reload interrupts', () => {
  it('brings back the files that had been replaced, once it goes on', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, sheet, 'Replace')
    const all = await dialog('2 items restored')
    app.faults.always('POST /file/restore', { kind: 'stall' })
    const restores = () => app.requests.filter(({ path }) => path === '/file/restore').length
    const before = restores()
    await app.user.click(await inside(all, 'Undo restore'))
    await waitFor(() => expect(restores()).toBeGreaterThan(before))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/2 items moved to the trash/)
    const sizes = (size: number) => ({ 'first.pdf': size, 'second.pdf': size })
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual(sizes(7_000))
    expect(await sizesAt(app, 'svc://trash')).toEqual(sizes(3_000))
  })
})

describe('T5 a restore with Replace that is continued right after a reload', () => {
  it('does not bring back, with Undo, what somebody else deleted meanwhile', async () => {
    const { app, sheet } = await openWithClashes()
    const listed = async (uri: string) =>
      (await filesAt(app, uri)).map(({ name, size }) => `${name} ${size}`).sort()
    const first = (await filesAt(app, 'svc://my/Docs')).find(({ name }) => name === 'first.pdf')
    const { fault, free } = held()
    app.faults.next('DELETE /file', fault)
    app.faults.always('POST /file/restore', { kind: 'stall' })
    const restores = () => app.requests.filter(({ path }) => path === '/file/restore').length
    const before = restores()
    await decide(app.user, sheet, 'Replace')
    await waitFor(() => expect(app.requests.map(({ method }) => method)).toContain('DELETE'))
    app.service.seed.trashFile(first?.id ?? '')
    free()
    await waitFor(() => expect(restores()).toBeGreaterThan(before))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: resume }))
    await findMessage(/2 items restored/)
    expect(await listed('svc://my/Docs')).toEqual(['first.pdf 3000', 'second.pdf 3000'])
    await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(async () => expect(await listed('svc://my/Docs')).toEqual(['second.pdf 7000']))
    expect(await listed('svc://trash')).toEqual([
      'first.pdf 3000',
      'first.pdf 7000',
      'second.pdf 3000',
    ])
  })
})

describe('T5 an interrupted restore that is not continued', () => {
  it('leaves no folder behind in which items were to be renamed', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    const page = await reloadWhileRestoring(app, '/file/move', 2)
    expect(await namesAt(app, 'svc://my')).toHaveLength(2)
    await page.user.click(await screen.findByRole('button', { name: forget }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs']))
    expect(await trashNames(app)).toHaveLength(2)
  })

  it('brings items to their places that were being renamed', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    const page = await reloadWhileRestoring(app, '/file/rename', 2)
    expect(await namesAt(app, 'svc://my')).toHaveLength(2)
    await page.user.click(await screen.findByRole('button', { name: forget }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs']))
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3)
    expect(await trashNames(app)).toEqual([])
    expect(screen.queryByRole('button', { name: forget })).toBeNull()
  })

  it('is offered again while the items that were being renamed cannot go to their places', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    const page = await reloadWhileRestoring(app, '/file/rename', 2)
    const { mei: owner, lin: holder, service } = app
    service.seed.addLock({ owner, holder, path: ['Docs'], application: { type: 'dav' } })
    await page.user.click(await screen.findByRole('button', { name: forget }))
    await findMessage(/Can’t restore 2 items yet/)
    release(app)
    await page.user.click(await screen.findByRole('button', { name: forget }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs']))
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3)
  })

  it('puts a file back that was to be replaced', async () => {
    const app = await open((backend) => seedTaken(backend))
    await selectAll(app)
    await press(app, 'Restore')
    app.faults.always('POST /file/restore', { kind: 'stall' })
    await decide(app.user, await screen.findByRole('dialog'), 'Replace')
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Docs')).toEqual([]))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: forget }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report.pdf']))
    expect(await trashNames(app)).toHaveLength(1)
  })
})
