import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  atWork,
  seedWork,
  sent,
  sizesAt,
  answerLock,
  lock,
  release,
  replaceScanWhileWaiting,
  select,
  sendToArchive,
  tryNow,
  writeElsewhere,
} from './fixtures.tsx'

/* Moves whose items or places somebody else changes meanwhile. */

type App = Awaited<ReturnType<typeof atWork>>

const work = 'svc://my/Work'
const archive = 'svc://my/Archive'

/** Archive has a letter.txt and a scan.pdf of its own, of one byte each. */
const withBothInArchive = () =>
  atWork({
    seed: (backend) => {
      seedWork(backend)
      for (const name of ['letter.txt', 'scan.pdf'])
        backend.service.seed.addFile(backend.mei, ['Archive', name], { size: 1 })
    },
  })

async function moveToArchive(app: App, ...names: string[]): Promise<void> {
  await select(app, ...names)
  await sendToArchive(app, 'Move')
}

async function replace({ user }: App): Promise<void> {
  const question = await screen.findByRole('dialog', { name: /taken in .?Archive/ })
  await decide(user, question, 'Replace')
}

const rename = (app: App, uri: string, name: string): Promise<void> =>
  writeElsewhere(app, 'POST', '/file/rename', { uri, new_name: name })

describe('F2 Replace, for several files', () => {
  it('moves what is free and does not call done what is locked', async () => {
    const app = await withBothInArchive()
    lock(app, 'Archive', 'letter.txt')
    await moveToArchive(app, 'letter.txt', 'scan.pdf')
    await replace(app)
    await answerLock(app, 'Skip locked')
    expect(await screen.findByText(/1 of 2 items moved/)).toBeVisible()
    expect(await sizesAt(app, archive)).toEqual([
      ['Old', 0],
      ['letter.txt', 1],
      ['scan.pdf', 64_000],
    ])
    expect(await namesAt(app, work)).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz'])
  })

  it('leaves a file that came to the place after the question, and says that it is there', async () => {
    const app = await withBothInArchive()
    lock(app, 'Archive', 'scan.pdf')
    await moveToArchive(app, 'scan.pdf')
    await replace(app)
    await answerLock(app, 'Wait')
    release(app)
    await rename(app, `${archive}/scan.pdf`, 'first scan.pdf')
    app.service.seed.addFile(app.mei, ['Archive', 'scan.pdf'], { size: 2 })
    await tryNow(app)
    expect(await screen.findByText(/scan\.pdf.* is already in .?Archive/)).toBeVisible()
    expect(await sizesAt(app, archive)).toEqual([
      ['Old', 0],
      ['first scan.pdf', 1],
      ['letter.txt', 1],
      ['scan.pdf', 2],
    ])
    expect(await namesAt(app, work)).toContain('scan.pdf')
    expect(await namesAt(app, 'svc://trash')).toEqual([])
  })

  it('moves what was in nobody’s way any more when it was sent', async () => {
    const app = await withBothInArchive()
    const existing = (await filesAt(app, archive)).find(({ name }) => name === 'letter.txt')
    const { fault, free } = held()
    app.faults.next('DELETE /file', fault)
    await moveToArchive(app, 'letter.txt', 'scan.pdf')
    await replace(app)
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file')).toHaveLength(1))
    app.service.seed.trashFile(existing?.id ?? '')
    free()
    expect(await screen.findByText(/2 items moved to/)).toBeVisible()
    expect(await sizesAt(app, archive)).toEqual([
      ['Old', 0],
      ['letter.txt', 12],
      ['scan.pdf', 64_000],
    ])
  })

  it('does not bring back, after a reload, what somebody else deleted', async () => {
    const app = await withBothInArchive()
    const existing = (await filesAt(app, archive)).find(({ name }) => name === 'letter.txt')
    let arrive = () => {}
    const until = new Promise<void>((resolve) => (arrive = resolve))
    app.faults.next('DELETE /file', { kind: 'hold', until })
    app.faults.next('POST /file/move', { kind: 'stall' })
    await moveToArchive(app, 'letter.txt', 'scan.pdf')
    await replace(app)
    // The target folder, and both files that are in the way.
    await waitFor(() => expect(sent(app.requests, 'GET', '/file/info')).toHaveLength(3))
    app.service.seed.trashFile(existing?.id ?? '')
    arrive()
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1))
    const { user } = await app.reload()
    await user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    expect(await screen.findByText(/2 items moved to/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(async () =>
      expect(await sizesAt(app, archive)).toEqual([
        ['Old', 0],
        ['scan.pdf', 1],
      ]),
    )
    expect(await namesAt(app, work)).toHaveLength(4)
    expect(await namesAt(app, 'svc://trash')).toEqual(['letter.txt'])
  })
})

describe('F2 a move under another name that fails', () => {
  it('gives the item its name back in its folder, which somebody has renamed', async () => {
    const app = await withBothInArchive()
    const { fault, free } = held()
    app.faults.next('POST /file/move', fault)
    await moveToArchive(app, 'scan.pdf')
    const question = await screen.findByRole('dialog', { name: /taken in .?Archive/ })
    await decide(app.user, question, 'Keep both')
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1))
    expect(await namesAt(app, work)).toContain('scan (2).pdf')
    await rename(app, work, 'Earlier')
    free()
    expect(await screen.findByText(/scan\.pdf.* was not moved/)).toBeVisible()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Earlier')).toEqual([
        'Drafts',
        'letter.txt',
        'plan.tar.gz',
        'scan.pdf',
      ]),
    )
    expect(await namesAt(app, archive)).toHaveLength(3)
  })
})

describe('F5 Undo of a move', () => {
  it('sends nothing to another folder that has the name of the first', async () => {
    const app = await atWork()
    await moveToArchive(app, 'scan.pdf')
    await screen.findByText(/scan\.pdf.* moved to .?Archive/)
    await rename(app, work, 'Earlier')
    const body = { uri: work, type: 'folder' }
    await writeElsewhere(app, 'POST', '/file/create', body)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText(/The target folder was moved or replaced/)).toBeVisible()
    expect(await namesAt(app, work)).toEqual([])
    expect(await namesAt(app, archive)).toContain('scan.pdf')
  })

  it('is still one after a reload', async () => {
    const app = await atWork()
    await moveToArchive(app, 'letter.txt', 'scan.pdf')
    await screen.findByText(/2 items moved to/)
    app.faults.next('POST /file/move', { kind: 'stall' })
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2))
    const { user } = await app.reload()
    await user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    expect(await screen.findByText('Move undone')).toBeVisible()
    expect(await namesAt(app, work)).toHaveLength(4)
  })
})

describe('F5 an item of which the service refuses to tell when the wait ends', () => {
  it('is left alone and said, and the others are deleted', async () => {
    const app = await replaceScanWhileWaiting()
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file/info' && query.get('uri') === `${work}/scan.pdf`,
      { kind: 'json', body: { code: 403, msg: 'no', data: null } },
    )
    await tryNow(app)
    expect(await screen.findByText(/3 of 4 items moved to the trash/)).toBeVisible()
    expect(await sizesAt(app, work)).toEqual([
      ['first scan.pdf', 64_000],
      ['scan.pdf', 1],
    ])
  })

  it('nothing is sent where it refuses to tell of the target folder', async () => {
    const app = await atWork()
    lock(app, 'Archive')
    await moveToArchive(app, 'letter.txt', 'scan.pdf')
    await answerLock(app, 'Wait')
    release(app)
    await rename(app, archive, 'Earlier')
    const body = { uri: archive, type: 'folder' }
    await writeElsewhere(app, 'POST', '/file/create', body)
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file/info' && query.get('uri') === archive,
      { kind: 'json', body: { code: 403, msg: 'no', data: null } },
    )
    await tryNow(app)
    expect(await screen.findByText(/0 of 2 items moved/)).toBeVisible()
    expect(await namesAt(app, archive)).toEqual([])
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1)
  })
})
