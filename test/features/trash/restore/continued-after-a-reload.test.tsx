import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { appendJournalStep, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  day,
  dialog,
  findMessage,
  inside,
  open,
  openPlan,
  press,
  release,
  restoreUnseen,
  seedOneOfEach,
  seedTakenInDeletedFolder,
  sizesAt,
  taken,
} from './fixtures.tsx'

it('T6 Undo takes back what was restored before a reload too, when the rest goes on after it', async () => {
  const app = await open((backend) => {
    seedTrashedFile(backend, ['Docs', 'free.txt'], day, 3_000)
    seedTrashedFile(backend, ['Docs', 'report.pdf'], day, 3_000)
    backend.service.seed.addFile(backend.mei, ['Docs', 'report.pdf'], { size: 7_000 })
  })
  await restoreUnseen(app, 2)
  const sheet = await dialog('1 of 2 restored')
  app.faults.always('POST /file/restore', { kind: 'stall' })
  const restores = () => app.requests.filter(({ path }) => path === '/file/restore').length
  const before = restores()
  await decide(app.user, await taken(sheet), 'Replace')
  await waitFor(() => expect(restores()).toBeGreaterThan(before))
  const page = await app.reload()
  await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
  await findMessage(/^2 items restored/)
  expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'free.txt': 3_000, 'report.pdf': 3_000 })
  await page.user.click(await screen.findByRole('button', { name: /^Undo: / }))
  await findMessage(/2 items moved to the trash/)
  await waitFor(async () =>
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'report.pdf': 7_000 }),
  )
  expect(await trashNames(app)).toEqual(['free.txt', 'report.pdf'])
  expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
})

it('T10 leaves what was skipped before a reload as it is, though the plan had a rule for it', async () => {
  const { app, plan } = await openPlan((backend) => {
    seedOneOfEach(backend)
    seedTakenInDeletedFolder(backend)
  }, 6)
  await decide(app.user, plan, 'Keep both')
  await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
  await press(app, 'Show details…')
  await decide(app.user, await dialog('4 of 6 restored'), 'Skip')
  const page = await app.reload()
  release(app)
  await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
  await findMessage(/^5 of 6 items restored\. 1 was skipped\.$/)
  expect(await namesAt(app, 'svc://my/Box')).toEqual(['inner.txt'])
  expect(await trashNames(app)).toEqual(['inner.txt'])
})

describe('T5 a restore of which two parts wait to be resumed', () => {
  const first = /^A restore of 4 items was interrupted/
  const rest = /^A restore of 1 item was interrupted/
  const part = async (text: RegExp) => {
    const section = (await findMessage(text)).closest('section')
    if (!section) throw new Error('not on the page')
    return within(section)
  }
  const resume = async (app: App, text: RegExp) =>
    app.user.click((await part(text)).getByRole('button', { name: 'Check and resume' }))

  /**
   * Two of four are restored, one waits for its lock, and what is restored under another name is not answered when the page
   * is closed.
   */
  async function interrupt(
    meanwhile: (app: App, journals: readonly string[]) => unknown = () => {},
    unanswered = '/file/move',
  ) {
    const app = await open(seedOneOfEach)
    await restoreUnseen(app, 4)
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    await press(app, 'Show details…')
    const sheet = await dialog('2 of 4 restored')
    app.faults.always(`POST ${unanswered}`, { kind: 'stall' })
    const sent = () => app.requests.filter(({ path }) => path === unanswered).length
    const before = sent()
    await decide(app.user, await taken(sheet), 'Keep both')
    await waitFor(() => expect(sent()).toBeGreaterThan(before))
    const journals = () => readUnfinishedJournals(app.mei)
    await waitFor(async () => expect(await journals()).toHaveLength(2))
    const ids = (await journals()).map(({ header, id }) =>
      (header as { root?: string }).root === undefined ? [] : [id],
    )
    await app.reload(async () => void (await meanwhile(app, ids.flat())))
    return app
  }
  const hasDetails = () => screen.queryByRole('button', { name: 'Show details…' }) !== null

  it('tells nothing of what is still to be resumed, and has one Undo once both have ended', async () => {
    const app = await interrupt()
    await resume(app, rest)
    expect(await findMessage(/^3 of 4 items restored/)).toHaveTextContent(/restored\.$/)
    expect(hasDetails()).toBe(false)
    expect((await findMessage(first)).textContent).toMatch(/At least 2 are done\.$/)
    release(app)
    await resume(app, first)
    await findMessage(/^4 items restored/)
    expect(await trashNames(app)).toEqual([])
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/4 items moved to the trash/)
    await waitFor(async () => expect(await trashNames(app)).toHaveLength(4))
  })

  it('leaves what the rest has taken up to that, until it is not resumed', async () => {
    const app = await interrupt()
    release(app)
    await resume(app, first)
    expect(await findMessage(/^3 of 4 items restored/)).toHaveTextContent(/restored\.$/)
    expect(hasDetails()).toBe(false)
    await app.user.click((await part(rest)).getByRole('button', { name: 'Don’t resume' }))
    await waitFor(() => expect(hasDetails()).toBe(true))
    await press(app, 'Show details…')
    await dialog('3 of 4 restored')
    expect(await trashNames(app)).toEqual(['report.pdf'])
  })

  it('tells what the rest had done, also when that is not resumed', async () => {
    const app = await interrupt((_, [id = '']) =>
      appendJournalStep(id, { state: 'done', indexes: [0] }),
    )
    release(app)
    await resume(app, first)
    const told = await findMessage(/^4 items restored/)
    await press(app, 'Dismiss')
    await waitFor(() => expect(told).not.toBeInTheDocument())
    await app.user.click((await part(rest)).getByRole('button', { name: 'Don’t resume' }))
    await findMessage(/^4 items restored/)
  })

  it('tells what was finished of the rest when that is not resumed', async () => {
    const app = await interrupt(undefined, '/file/rename')
    release(app)
    await resume(app, first)
    await findMessage(/^3 of 4 items restored/)
    await app.user.click((await part(rest)).getByRole('button', { name: 'Don’t resume' }))
    await findMessage(/^4 items restored/)
    expect(await trashNames(app)).toEqual([])
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/4 items moved to the trash/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report.pdf'])
  })

  it.each([
    ['before', true],
    ['after', false],
  ])('is taken back when a part is resumed a moment %s', async (_, isResumedFirst) => {
    const app = await interrupt()
    await resume(app, rest)
    await findMessage(/^3 of 4 items restored/)
    release(app)
    const resumes = (await part(first)).getByRole('button', { name: 'Check and resume' })
    const undo = await screen.findByRole('button', { name: /^Undo: / })
    const pressed = isResumedFirst ? [resumes, undo] : [undo, resumes]
    act(() => {
      for (const each of pressed) each.click()
    })
    await findMessage(/items moved to the trash/)
    await waitFor(async () => expect(await trashNames(app)).toHaveLength(4))
    expect(screen.queryByText(first)).toBeNull()
    expect(await namesAt(app, 'svc://my/Held')).toEqual([])
  })

  it('is taken back with all that has been done, and nothing of it is on offer any more', async () => {
    const app = await interrupt()
    await resume(app, rest)
    await findMessage(/^3 of 4 items restored/)
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await findMessage(/3 items moved to the trash/)
    await waitFor(async () => expect(await trashNames(app)).toHaveLength(4))
    expect(screen.queryByText(first)).toBeNull()
  })
})
