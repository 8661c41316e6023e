import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../../processes/service-api.ts'
import {
  atWork,
  row,
  rowsShown,
  sent,
  sizesAt,
  answerLock,
  lock,
  release,
  replaceScan,
  replaceScanWhileWaiting,
  select,
  sendToArchive,
  tryNow,
  writeElsewhere,
} from './fixtures.tsx'

/*
 * The service addresses items by their names. While a write waits, somebody else gives the name to another item: the
 * write must never be about that one.
 */

type App = Awaited<ReturnType<typeof atWork>>

const otherScan = ['scan.pdf', 1] as const

/** Both files are there, and neither was touched. */
const expectBothScans = async (app: App) =>
  expect(await sizesAt(app, 'svc://my/Work')).toEqual(
    expect.arrayContaining([['first scan.pdf', 64_000], otherScan]),
  )

const replacedOrMoved = /It was moved, renamed or deleted in the meantime\./

describe('F5 an item whose name another one has when the wait for its lock ends', () => {
  it('is not deleted, nor is the other one, and that is said', async () => {
    const app = await replaceScanWhileWaiting()
    await tryNow(app)
    expect(await screen.findByText(/3 of 4 items moved to the trash/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    expect(await screen.findByText(replacedOrMoved)).toBeVisible()
    await expectBothScans(app)
  })

  it('is not deleted by Retry in the list of results either', async () => {
    const app = await atWork()
    lock(app, 'Work', 'scan.pdf')
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    await answerLock(app, 'Skip locked')
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    release(app)
    await replaceScan(app)
    // There is one Retry for one item.
    await app.user.click(await screen.findByRole('button', { name: /^Retry/ }))
    expect(await screen.findByText(/3 of 4 items moved to the trash\. 1 failed\./)).toBeVisible()
    await expectBothScans(app)
  })

  it.each(['Move', 'Copy'] as const)('%s does not take the other one', async (verb) => {
    const app = await atWork()
    lock(app, 'Work', 'scan.pdf')
    lock(app, 'Archive')
    await select(app, 'letter.txt', 'scan.pdf')
    await sendToArchive(app, verb)
    await answerLock(app, 'Wait')
    release(app)
    await replaceScan(app)
    await tryNow(app)
    expect(await screen.findByText(/1 of 2 items (moved|copied)/)).toBeVisible()
    await expectBothScans(app)
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'letter.txt'])
  })

  it('is not renamed, nor is the other one', async () => {
    const app = await atWork()
    lock(app, 'Work', 'scan.pdf')
    ;(await row('scan.pdf')).focus()
    await app.user.keyboard('{F2}')
    await app.user.clear(await screen.findByRole('textbox', { name: /name/i }))
    await app.user.keyboard('report.pdf{Enter}')
    await answerLock(app, 'Wait')
    release(app)
    await replaceScan(app)
    await tryNow(app)
    expect(await screen.findByText(replacedOrMoved)).toBeVisible()
    await expectBothScans(app)
    expect(sent(app.requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it('is asked for only once more than without the wait', async () => {
    const app = await atWork()
    lock(app, 'Work', 'scan.pdf')
    ;(await row('scan.pdf')).focus()
    await app.user.keyboard('{Delete}')
    await answerLock(app, 'Wait')
    expect(sent(app.requests, 'GET', '/file/info')).toHaveLength(0)
    release(app)
    await tryNow(app)
    expect(await screen.findByText(/scan\.pdf.*moved to the trash/)).toBeVisible()
    expect(sent(app.requests, 'GET', '/file/info')).toHaveLength(1)
  })
})

describe('F5 items that were renamed elsewhere, which the list does not show yet', () => {
  const renameElsewhere = (app: App, name: string) =>
    writeElsewhere(app, 'POST', '/file/rename', {
      uri: `svc://my/Work/${name}`,
      new_name: `first ${name}`,
    })
  const expectReason = async ({ user }: App) => {
    await user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const failed = await screen.findByRole('region', { name: 'Failed' })
    expect(failed).toHaveTextContent(/letter\.txt.*It was moved, renamed or deleted/)
    expect(screen.queryByText(/folder no longer exists/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
  }

  it('are not deleted, and it is said what became of them', async () => {
    const app = await atWork()
    await renameElsewhere(app, 'letter.txt')
    await select(app, 'letter.txt', 'scan.pdf')
    await app.user.keyboard('{Delete}')
    expect(await screen.findByText(/1 of 2 items moved to the trash/)).toBeVisible()
    await expectReason(app)
  })

  it.each(['Move', 'Copy'] as const)(
    '%s leaves them, and says what became of them',
    async (verb) => {
      const app = await atWork()
      await renameElsewhere(app, 'letter.txt')
      await select(app, 'letter.txt', 'scan.pdf')
      await sendToArchive(app, verb)
      expect(await screen.findByText(/1 of 2 items (moved|copied)/)).toBeVisible()
      await expectReason(app)
    },
  )
})

describe('F5 an item whose name another one has when the service answers again', () => {
  it('is not deleted, nor is the other one', async () => {
    const app = await atWork()
    app.faults.always('DELETE /file', { kind: 'status', status: 503 })
    await select(app, 'letter.txt', 'scan.pdf')
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file').length).toBeGreaterThan(0))
    await replaceScan(app)
    app.faults.clear()
    expect(
      await screen.findByText(/1 of 2 items moved to the trash/, {}, { timeout: 10_000 }),
    ).toBeVisible()
    await expectBothScans(app)
    expect(await namesAt(app, 'svc://trash')).toEqual(['letter.txt'])
  })

  it('is not moved back by Undo', async () => {
    const app = await atWork()
    await select(app, 'scan.pdf')
    await sendToArchive(app, 'Move')
    await screen.findByText(/scan\.pdf.* moved to .?Archive/)
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Archive/scan.pdf',
      new_name: 'first scan.pdf',
    })
    app.service.seed.addFile(app.mei, ['Archive', 'scan.pdf'], { size: 1 })
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText(replacedOrMoved)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['first scan.pdf', 64_000],
      otherScan,
    ])
  })
})

describe('F5 a folder whose name another one has when the wait for its lock ends', () => {
  it.each(['Move', 'Copy'] as const)('%s sends nothing to the other one', async (verb) => {
    const app = await atWork()
    lock(app, 'Archive')
    await select(app, 'letter.txt', 'scan.pdf')
    await sendToArchive(app, verb)
    await answerLock(app, 'Wait')
    release(app)
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Archive',
      new_name: 'Earlier',
    })
    await writeElsewhere(app, 'POST', '/file/create', { uri: 'svc://my/Archive', type: 'folder' })
    await tryNow(app)
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    expect(await screen.findAllByText(/The target folder was moved or replaced/)).not.toEqual([])
    expect(await namesAt(app, 'svc://my/Archive')).toEqual([])
    expect(await namesAt(app, 'svc://my/Earlier')).toEqual(['Old'])
    expect(await namesAt(app, 'svc://my/Work')).toHaveLength(4)
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1)
  })
})

describe('F2 renaming in place', () => {
  const field = () => screen.findByRole('textbox', { name: /^New name of/ })

  it('of what others have given the same name meanwhile is done', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}note')
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Work/letter.txt',
      new_name: 'note.txt',
    })
    await app.user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: /^Undo: / })).toBeVisible()
    expect(await row('note.txt')).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('of what others renamed meanwhile says so, and the next Enter renames it where it is', async () => {
    const app = await atWork()
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Work/letter.txt',
      new_name: 'a letter.txt',
    })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}note{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'It was moved, renamed or deleted in the meantime.',
    )
    expect(await field()).toHaveValue('note.txt')
    expect(await field()).toHaveAccessibleName(/a letter\.txt/)
    await app.user.keyboard('{Enter}')
    expect(await row('note.txt')).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toContain('note.txt')
  })

  it('of what others moved or deleted meanwhile says so, and the list follows', async () => {
    const app = await atWork()
    const letter = { uris: ['svc://my/Work/letter.txt'] }
    await writeElsewhere(app, 'POST', '/file/move', { ...letter, dst: 'svc://my/Archive' })
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Work/scan.pdf'] })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}note{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('It was moved, renamed or deleted in the meantime.')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz']))
  })

  it('of what is gone says that of the file, not of a folder', async () => {
    const app = await atWork()
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Work/scan.pdf'] })
    ;(await row('scan.pdf')).focus()
    await app.user.keyboard('{F2}note{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This no longer exists.')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(rowsShown()).not.toContain('scan.pdf'))
  })
})
