import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { seedTrashedFiles, trashNames } from '../../dom/trash-fixtures.ts'
import { namesAt } from '../../processes/service-api.ts'
import {
  open,
  button,
  selectAll,
  restore,
  isRestore,
  restores,
  findMessage,
  expectHonest,
} from './fixtures.tsx'

describe('the connection', () => {
  it('breaks inside a chunk: what was not sent is sent again, and nothing twice', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    app.faults.next(isRestore, { kind: 'drop' })
    app.faults.next(isRestore, { kind: 'truncate' })
    await restore(app)
    await findMessage(/250 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })

  it('breaks after the service has done it: nothing is restored twice, and nothing is called failed', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 150))
    await selectAll(app)
    app.faults.next(isRestore, { kind: 'lost' })
    await restore(app)
    await findMessage(/150 items restored/)
    // Each chunk was sent once: a lookup found what was done.
    expect(restores(app)).toHaveLength(2)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(150)
    await expectHonest(app, 0)
  })

  it('goes through a proxy that takes no large requests: the chunks get smaller', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    const sizes: number[] = []
    app.faults.always(
      (sent) => {
        if (!isRestore(sent)) return false
        const { uris } = JSON.parse(sent.body) as { uris: string[] }
        sizes.push(uris.length)
        return uris.length > 30
      },
      { kind: 'status', status: 413 },
    )
    await restore(app)
    await findMessage(/120 items restored/)
    expect(Math.max(...sizes)).toBe(100)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(120)
    await expectHonest(app, 0)
  })
})

describe('the session', () => {
  it('ends in the middle: the job waits for the sign-in and goes on', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250), { passwords: true })
    await selectAll(app)
    let sent = 0
    app.faults.always(
      (request) => {
        if (isRestore(request) && ++sent === 2) app.service.seed.endSessions()
        return false
      },
      { kind: 'drop' },
    )
    await restore(app)
    const dialog = await screen.findByRole('dialog', undefined, { timeout: 10_000 })
    await app.user.type(within(dialog).getByLabelText('Password'), 'correct horse battery')
    await app.user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
    await findMessage(/250 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })
})

describe('the tab', () => {
  it('is closed in the middle: the next one offers to check and go on, and loses nothing', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    let sent = 0
    let asked = 0
    app.faults.always(
      (request) => {
        if (!isRestore(request)) return false
        asked += (JSON.parse(request.body) as { uris: string[] }).uris.length
        return ++sent > 1
      },
      { kind: 'lost' },
    )
    /** Checks that the service has done what was sent and nothing else. */
    const expectRest = () =>
      waitFor(async () => expect(await trashNames(app)).toHaveLength(250 - asked))
    app.faults.always(({ path }) => path === '/file/info', { kind: 'stall' })
    await restore(app)
    await waitFor(async () => expect((await trashNames(app)).length).toBeLessThan(250))
    await waitFor(() => expect(sent).toBeGreaterThan(1))
    await expectRest()
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    // The answer about some of them got lost.
    expect(note).toHaveTextContent(
      /A restore of 250 items was interrupted\. At least \d+ are done\./,
    )
    await expectRest()
    await page.user.click(within(note).getByRole('button', { name: 'Check and resume' }))
    await findMessage(/250 items restored/)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull())
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })

  it('offers nothing once it was told to forget it, and what is not back stays in the trash', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(within(note).getByRole('button', { name: 'Don’t resume' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull())
    await app.reload()
    await expectHonest(app, 250)
    expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull()
  })

  it('says it on other pages too, in a message', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    window.history.replaceState(null, '', '/shares')
    const page = await app.reload()
    expect(await findMessage(/A restore of 120 items was interrupted/)).toBeVisible()
    await page.user.click(await button('Check and resume'))
    await findMessage(/120 items restored/)
    expect(await trashNames(app)).toEqual([])
  })

  it('forgets what was interrupted when its user signs out', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    const page = await app.reload()
    await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(await button('Account of Mei Wang'))
    await page.user.click(await button('Sign out'))
    await screen.findByLabelText('Email')
    window.history.replaceState(null, '', '/trash')
    await app.reload()
    await expectHonest(app, 120)
    expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull()
  })
})
