import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { row, seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  day,
  dialog,
  inside,
  open,
  openPlan,
  select,
  press,
  release,
  findMessage,
  seedOneOfEach,
  seedTakenInDeletedFolder,
  restoreUnseen,
  waitForHeld,
} from './fixtures.tsx'

/** Restores everything as it is, and waits for what is locked; the sheet shows the rest. */
const waitBehindSheet = async () => {
  const app = await open(seedOneOfEach)
  await restoreUnseen(app, 4)
  await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
  const sheet = await dialog('2 of 4 restored')
  await app.user.click(await inside(sheet, /^Retry: .*held\.txt/))
  await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
  const waiting = await within(sheet).findByRole('region', { name: 'Waiting to be unlocked' })
  return { app, sheet, waiting: within(waiting) }
}

describe('L1 a locked folder that stops several items', () => {
  it('is named, and what has been restored so far is said', async () => {
    const app = await open((backend) => {
      seedOneOfEach(backend)
      seedTrashedFile(backend, ['Held', 'other.txt'])
    })
    for (const name of ['held.txt', 'other.txt', 'item 0000.txt']) await select(app, name)
    await press(app, 'Restore')
    const asked = await screen.findByRole('alertdialog', { name: /^Can’t restore 2 items yet/ })
    expect(asked).toHaveAccessibleDescription(/^1 of 3 items restored\. .*Held.*is in use\.$/)
  })
})

describe('L1 a restored folder that is locked', () => {
  it('takes along what was in it once it is unlocked', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      const box = service.seed.addFolder(mei, ['Box'])
      seedTrashedFile(backend, ['Box', 'in it.txt'], 2 * day)
      service.seed.trashFile(box, { at: Date.now() - day })
      const application = { type: 'dav' }
      service.seed.addLock({ owner: mei, holder: lin, fileId: box, application })
    })
    for (const name of ['Box', 'in it.txt']) await select(app, name)
    await press(app, 'Restore')
    const asked = await screen.findByRole('alertdialog', { name: /^Can’t restore 2 items yet/ })
    await app.user.click(await inside(asked, 'Wait'))
    const tray = await screen.findByRole('region', { name: 'Waiting for locked items' })
    release(app)
    await app.user.click(within(tray).getByRole('button', { name: 'Retry' }))
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['in it.txt'])
  })
})

describe('T4 what was locked and is restored later', () => {
  it('is not called locked any more, neither in part nor beside the message that it is back', async () => {
    const app = await open((backend) => {
      seedOneOfEach(backend)
      seedTrashedFile(backend, ['Held', 'other.txt'])
    })
    for (const name of ['held.txt', 'other.txt', 'item 0000.txt']) await select(app, name)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    await findMessage(/^1 of 3 items restored\. 2 are locked\.$/)
    release(app)
    await app.user.keyboard('{Escape}')
    await select(app, 'held.txt')
    await press(app, 'Restore')
    await findMessage(/held\.txt.* restored/)
    expect(screen.getByText('1 of 3 items restored. 1 is locked.')).toBeVisible()
    await select(app, 'other.txt')
    await press(app, 'Restore')
    await findMessage(/other\.txt.* restored/)
    expect(screen.queryByText(/locked/)).toBeNull()
  })
})

describe('L12 what was not restored because of a lock', () => {
  it('is marked in the trash, and named in details, until the trash is read anew', async () => {
    const app = await open(seedOneOfEach)
    await select(app, 'held.txt')
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    const held = await row('held.txt')
    expect(await within(held).findByRole('img', { name: 'Locked' })).toBeVisible()
    await app.user.dblClick(held)
    const details = await screen.findByRole('complementary', { name: 'held.txt' })
    expect(within(details).getByText('Locked')).toBeVisible()
    await app.user.keyboard('r')
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Locked' })).toBeNull())
  })

  it('is marked when it stays as the trash is emptied', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      const fileId = seedTrashedFile(backend, ['Docs', 'held.txt'])
      seedTrashedFile(backend, ['Docs', 'free.txt'])
      const application = { type: 'dav' as const }
      service.seed.addLock({ owner: mei, holder: lin, fileId, application, type: 1 })
    })
    await press(app, 'Empty trash…')
    await app.user.click(await inside(await dialog('Empty the trash?'), /^Empty|^Delete/))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    await waitFor(async () => expect(await trashNames(app)).toEqual(['held.txt']))
    const held = await row('held.txt')
    expect(await within(held).findByRole('img', { name: 'Locked' })).toBeVisible()
  })
})

describe('L5 waiting behind the result of a restore', () => {
  it('says what waits, and lets one decide about the rest meanwhile', async () => {
    const { app, sheet, waiting } = await waitBehindSheet()
    expect(waiting.getByText(/held\.txt/)).toBeVisible()
    expect(waiting.getByText(/Next retry in \d+ seconds?/)).toBeVisible()
    // Who holds it, there as in the tray behind.
    await waitFor(() =>
      expect(waiting.getByRole('listitem')).toHaveTextContent(/Network drive.*Lin Okafor/),
    )
    const tray = screen.getByRole('region', { name: 'Waiting for locked items', hidden: true })
    expect(tray).toHaveTextContent(/Network drive.*Lin Okafor/)
    expect(within(sheet).queryByRole('region', { name: 'Still locked' })).toBeNull()
    await decide(app.user, sheet, 'Keep both')
    await dialog('3 of 4 restored')
    expect(await namesAt(app, 'svc://my/Docs')).toContain('report (2).pdf')
    release(app)
    await app.user.click(waiting.getByRole('button', { name: 'Retry' }))
    await dialog('4 items restored')
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Waiting for locked items' })).toBeNull(),
    )
  })

  it('T4 counts what waits and what was skipped apart', async () => {
    const { app, sheet } = await waitBehindSheet()
    const status = within(sheet).getAllByRole('status')[0]
    expect(status).toHaveTextContent(
      /^1 failed, 1 is waiting to be unlocked\. Nothing was lost: the rest is still in the trash\.$/,
    )
    await decide(app.user, sheet, 'Skip')
    expect(status).toHaveTextContent(/^1 is waiting to be unlocked, 1 was skipped\.$/)
  })

  it('T4 lists what was skipped at the lock as skipped and no more as locked, with a Retry of its own', async () => {
    const app = await open((backend) => {
      seedOneOfEach(backend)
      seedTrashedFile(backend, ['Held', 'other.txt'])
    })
    for (const name of ['held.txt', 'other.txt', 'item 0001.txt']) await select(app, name)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await press(app, 'Show details…')
    const sheet = await dialog('1 of 3 restored')
    expect(within(sheet).queryByRole('region', { name: 'Still locked' })).toBeNull()
    const skipped = within(sheet).getByRole('region', { name: 'Locked and skipped' })
    expect(within(skipped).getByRole('button', { name: /^Retry: .*held\.txt/ })).toBeVisible()
    // The dialog has said that this settles it.
    expect(within(sheet).queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(await inside(sheet, 'Done')).toHaveFocus()
    await app.user.click(await inside(skipped, 'Retry 2'))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    // Given up without a word about it, they can all be tried again.
    await within(sheet).findByRole('region', { name: 'Still locked' })
    release(app)
    await app.user.click(await inside(sheet, 'Retry 2'))
    await dialog('3 items restored')
  })

  it('L4 offers to retry several of which Cancel has left all', async () => {
    const app = await open((backend) => {
      seedOneOfEach(backend)
      seedTrashedFile(backend, ['Held', 'other.txt'])
    })
    for (const name of ['held.txt', 'other.txt']) await select(app, name)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    await findMessage(/^0 of 2 items restored\. 2 are locked\.$/)
    await press(app, 'Show details…')
    const sheet = await dialog('0 of 2 restored')
    release(app)
    await app.user.click(await inside(sheet, 'Retry 2'))
    await dialog('2 items restored')
  })

  it('opens the lock dialog again from there, and gives up waiting from there', async () => {
    const { app, sheet, waiting } = await waitBehindSheet()
    await app.user.click(waiting.getByRole('button', { name: 'Show' }))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    const again = within(sheet).findByRole('region', { name: 'Waiting to be unlocked' })
    await app.user.click(await inside(await again, 'Cancel'))
    await within(sheet).findByRole('region', { name: 'Still locked' })
    expect(await trashNames(app)).toEqual(['held.txt', 'report.pdf'])
  })

  it('T10 leaves what was decided meanwhile as it is, though the plan had a rule for it', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedOneOfEach(backend)
      seedTakenInDeletedFolder(backend)
    }, 6)
    await decide(app.user, plan, 'Keep both')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    await press(app, 'Show details…')
    const sheet = await dialog('4 of 6 restored')
    await decide(app.user, sheet, 'Skip')
    expect(within(sheet).getByRole('region', { name: 'Skipped' })).toHaveTextContent('inner.txt')
    release(app)
    const waiting = within(sheet).getByRole('region', { name: 'Waiting to be unlocked' })
    await app.user.click(await inside(waiting, 'Retry'))
    await dialog('5 of 6 restored')
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['inner.txt'])
    expect(await trashNames(app)).toEqual(['inner.txt'])
  })

  it('T4 counts what the rule of the plan is for as still to be done and not as failed', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedOneOfEach(backend)
      seedTakenInDeletedFolder(backend)
    }, 6)
    await decide(app.user, plan, 'Keep both')
    const asked = await screen.findByRole('alertdialog')
    expect(await screen.findByText(/^1 locked · 1 left/)).toBeInTheDocument()
    await app.user.click(await inside(asked, 'Wait'))
    await findMessage(
      /^4 of 6 items restored\. 1 is waiting to be unlocked, 1 is still to be done\.$/,
    )
    expect(screen.queryByRole('alert')).toBeNull()
    await press(app, 'Show details…')
    const sheet = await dialog('4 of 6 restored')
    expect(within(sheet).getAllByRole('status')[0]).toHaveTextContent(
      /^1 is waiting to be unlocked, 1 is still to be done\.$/,
    )
    release(app)
    const waiting = within(sheet).getByRole('region', { name: 'Waiting to be unlocked' })
    await app.user.click(await inside(waiting, 'Retry'))
    await dialog('6 items restored')
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['inner (2).txt', 'inner.txt'])
  })

  it('T6 is given up by Undo, which takes back all that was restored', async () => {
    const { app, sheet } = await waitBehindSheet()
    await app.user.click(await inside(sheet, 'Undo restore'))
    await findMessage(/2 items moved to the trash/)
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Waiting for locked items' })).toBeNull(),
    )
    expect(screen.queryByText(/2 of 4 items restored/)).toBeNull()
    release(app)
    expect(await trashNames(app)).toHaveLength(4)
    expect(await namesAt(app, 'svc://my/Held')).toEqual([])
  })
})

describe('L5 while something waits', () => {
  it('the trash keeps its title, its search and its selection bar', async () => {
    const app = await waitForHeld()
    expect(await screen.findByRole('region', { name: '1 selected' })).toBeVisible()
    await app.user.keyboard('{Escape}')
    expect(screen.getByRole('heading', { name: 'Trash' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
    await select(app, 'item 0000.txt')
    await press(app, 'Restore')
    await findMessage(/item 0000\.txt.* restored/)
  })

  it('restoring it once more opens the lock dialog instead of doing nothing', async () => {
    const app = await waitForHeld()
    await press(app, 'Restore')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('held.txt')
    await app.user.click(await inside(screen.getByRole('alertdialog'), 'Unlock and retry'))
    await findMessage(/held\.txt.* restored/)
  })

  it('a reload offers it again, and goes on from there', async () => {
    const app = await waitForHeld()
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    expect(note).toHaveTextContent('A restore of 1 item was interrupted.')
    await page.user.click(await inside(note, 'Check and resume'))
    await page.user.click(await inside(await screen.findByRole('alertdialog'), 'Unlock and retry'))
    await findMessage(/held\.txt.* restored/)
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
  })
})
