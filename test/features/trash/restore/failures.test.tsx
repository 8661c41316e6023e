import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { collaboraViewerId } from '#src/server/http/site.ts'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { here } from '../../../dom/harness.tsx'
import { decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile, seedTrashedFiles, row, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  day,
  open,
  type App,
  dialog,
  select,
  selectAll,
  press,
  inside,
  findMessage,
  seedTaken,
  seedItemsWithoutFolder,
  restoreOneUnseen,
  restoreUnseen,
  seedOneOfEach,
} from './fixtures.tsx'

describe('T5 a way out of each failure', () => {
  const fail = async (app: App, ...names: string[]) => {
    await select(app, ...names)
    await press(app, 'Restore')
  }

  it('keeps both: a second name in natural form, and no folder is left over', async () => {
    const app = await open((backend) => {
      seedTaken(backend)
      backend.service.seed.addFile(backend.mei, ['Docs', 'report (2).pdf'])
    })
    await select(app, 'report.pdf')
    const sheet = await restoreOneUnseen(app)
    expect(within(sheet).getByRole('region', { name: 'Name already taken' })).toHaveTextContent(
      'report.pdf',
    )
    await decide(app.user, sheet, 'Keep both')
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'report (2).pdf',
      'report (3).pdf',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    await app.user.click(await inside(await dialog(/restored/), 'Done'))
    expect(await screen.findByText('Trash is empty')).toBeVisible()
  })

  it('tries again what may have been restored when the user stopped it', async () => {
    const app = await open((backend) => void seedTrashedFile(backend, ['report.pdf']))
    const isSent = () => app.requests.some(({ path }) => path === '/file/restore')
    app.faults.next('POST /file/restore', { kind: 'lost' })
    app.faults.always(({ path }) => path === '/file/info' && isSent(), { kind: 'drop' })
    await fail(app, 'report.pdf')
    await press(app, 'Stop')
    const sheet = await dialog('0 of 1 restored')
    const group = within(sheet).getByRole('region', { name: 'May or may not be restored' })
    expect(group).toHaveTextContent('The service could not be reached.')
    app.faults.clear()
    // The only line has no second one.
    await app.user.click(await inside(sheet, /^Retry/))
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my')).toEqual(['report.pdf'])
  })

  it('draws the first lines of many, and more of them when asked', async () => {
    const app = await open((backend) => {
      const folder = backend.service.seed.addFolder(backend.mei, ['Old'])
      for (let at = 0; at < 60; at++) seedTrashedFile(backend, ['Old', `page ${at}.html`], day + at)
      backend.service.seed.removeFile(folder)
    })
    await restoreUnseen(app, 60, 'Old')
    const sheet = await dialog('0 of 60 restored')
    const lines = within(within(sheet).getByRole('region', { name: 'Folder no longer exists' }))
    expect(lines.getAllByRole('listitem')).toHaveLength(20)
    await app.user.click(lines.getByRole('button', { name: 'and 40 more items' }))
    expect(lines.getAllByRole('listitem')).toHaveLength(60)
    expect(lines.queryByRole('button', { name: /more$/ })).toBeNull()
    expect(lines.getAllByRole('listitem')[20]).toContainElement(
      document.activeElement as HTMLElement,
    )
    await app.user.click(lines.getByRole('button', { name: 'Recreate the folder' }))
    await dialog('60 items restored')
  })

  it('keeps both for all of one name, one after the other', async () => {
    const app = await open((backend) => seedTaken(backend, 3))
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 3 items'), 'Restore 3 items'))
    await findMessage(/3 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'report (2).pdf',
      'report (3).pdf',
      'report (4).pdf',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    expect(await trashNames(app)).toEqual([])
  })

  for (const step of ['POST /file/create', 'POST /file/move', 'POST /file/rename'] as const) {
    for (const kind of ['drop', 'lost'] as const) {
      it(`finds and finishes an item that was cut off at ${step}, ${kind === 'drop' ? 'before' : 'after'} it was done`, async () => {
        const app = await open((backend) => seedTaken(backend))
        await select(app, 'report.pdf')
        const taken = await restoreOneUnseen(app)
        app.faults.next(step, { kind })
        await decide(app.user, taken, 'Keep both')
        await screen.findByRole('dialog', { name: '1 item restored' }, { timeout: 15_000 })
        expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report (2).pdf', 'report.pdf'])
        expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
        expect(await trashNames(app)).toEqual([])
      })
    }
  }

  it('goes on after a crash in the middle of it, and finishes what was on its way', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    await selectAll(app)
    await press(app, 'Restore')
    app.faults.always('POST /file/rename', { kind: 'stall' })
    await app.user.click(await inside(await dialog('Restore 2 items'), 'Restore 2 items'))
    await waitFor(async () => expect(await trashNames(app)).toEqual([]))
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(await inside(note, 'Check and resume'))
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'report (2).pdf',
      'report (3).pdf',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    expect(await trashNames(app)).toEqual([])
  })

  it('says where an item lies when a step fails, and goes there', async () => {
    const refused = { code: 403, msg: 'no', data: null, correlation_id: 'c-1' }
    const app = await open((backend) => seedTaken(backend))
    await select(app, 'report.pdf')
    const sheet = await restoreOneUnseen(app)
    app.faults.always('POST /file/rename', { kind: 'json', body: refused })
    await decide(app.user, sheet, 'Keep both')
    await within(sheet).findByText('It left the trash, but is not in its folder yet.')
    expect(await trashNames(app)).toEqual([])
    const [aside = ''] = (await namesAt(app, 'svc://my')).filter((name) => name !== 'Docs')
    expect(aside).toMatch(/^Restored \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d \w{4}$/)
    await app.user.click(await inside(sheet, 'Show where it is'))
    await waitFor(async () =>
      expect(await row('report.pdf')).toHaveAttribute('aria-selected', 'true'),
    )
    expect(here()).toContain(
      `uri=${new URLSearchParams({ x: `svc://my/${encodeURIComponent(aside)}` }).toString().slice(2)}`,
    )
  })

  it('recreates the folders that are gone, for all of them', async () => {
    const app = await open(seedItemsWithoutFolder)
    await restoreUnseen(app, 2, 'Old')
    const sheet = await dialog('0 of 2 restored')
    await app.user.click(await inside(sheet, 'Recreate the 2 folders'))
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Old')).toEqual(['news', 'page.html'])
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['may.md'])
  })

  it('lets one choose a folder instead', async () => {
    const app = await open((backend) => {
      seedItemsWithoutFolder(backend)
      backend.service.seed.addFolder(backend.mei, ['Box'])
    })
    await fail(app, 'page.html')
    await app.user.click(await inside(await dialog('0 of 1 restored'), /^Choose a folder/))
    const picker = await dialog(/Restore “.?page.html.?” to…/)
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await chooseButton(/Restore to .*Box/))
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['page.html'])
  })

  it('asks about locks again, and unlocks there', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      seedTrashedFiles(backend, 1)
      service.seed.addLock({
        owner: mei,
        holder: lin,
        path: ['Docs'],
        application: { type: 'dav' },
        type: 1,
      })
      seedTrashedFile(backend, ['Free', 'free.txt'])
    })
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await findMessage(/1 of 2 items restored. 1 was skipped./)
    await press(app, 'Show details…')
    const sheet = await dialog('1 of 2 restored')
    await app.user.click(await inside(sheet, /^Retry: /))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Unlock and retry'))
    await dialog('2 items restored')
    expect(await trashNames(app)).toEqual([])
  })

  it('retries only what may succeed, and suggests what helps the rest', async () => {
    const body = { code: -1, msg: 'no', data: null, correlation_id: 'c-1' }
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFile(backend, ['Docs', 'Deeper', 'other.txt'])
    })
    let sent = 0
    app.faults.always(
      // Items of deeper folders are sent after the rest.
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent === 2,
      { kind: 'json', body },
    )
    await restoreUnseen(app, 2)
    const sheet = await dialog('0 of 2 restored')
    await waitFor(async () => expect(await inside(sheet, 'Restore 1 item')).toHaveFocus())
    await app.user.click(await inside(sheet, 'Retry'))
    await dialog('1 of 2 restored')
    expect(within(sheet).queryByRole('button', { name: /^Retry/ })).toBeNull()
    expect(await namesAt(app, 'svc://my/Docs/Deeper')).toEqual(['other.txt'])
  })

  it('has one Retry for one item, at its line or, when it is the only one, below', async () => {
    const app = await open((backend) => {
      seedOneOfEach(backend)
    })
    await restoreUnseen(app, 4)
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    const sheet = await dialog('2 of 4 restored')
    const retries = () => within(sheet).getAllByRole('button', { name: /^Retry/ })
    expect(retries().map((button) => button.ariaLabel)).toEqual([
      expect.stringMatching(/^Retry: .*held\.txt/),
    ])
    await decide(app.user, sheet, 'Keep both')
    await dialog('3 of 4 restored')
    expect(retries().map(({ textContent }) => textContent)).toEqual(['Retry'])
  })

  it('names what holds a locked item and who that is', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      seedTrashedFiles(backend, 1)
      const id = seedTrashedFile(backend, ['Docs', 'held.txt'])
      const application = { type: 'viewer', viewer_id: collaboraViewerId }
      service.seed.addLock({ owner: mei, holder: lin, fileId: id, application })
    })
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await findMessage(/1 of 2 items restored. 1 was skipped./)
    await press(app, 'Show details…')
    const locked = within(await dialog('1 of 2 restored')).getByRole('region', {
      name: 'Locked and skipped',
    })
    await waitFor(() => expect(locked).toHaveTextContent(/Open in .*Collabora.* · .*Lin Okafor/))
  })

  it('G7 keeps the focus in the lines while they are decided about', async () => {
    const app = await open((backend) => {
      seedItemsWithoutFolder(backend)
      for (const name of ['one.pdf', 'two.pdf']) {
        seedTrashedFile(backend, ['Docs', name])
        backend.service.seed.addFile(backend.mei, ['Docs', name])
      }
    })
    await restoreUnseen(app, 4, '')
    const sheet = await dialog('0 of 4 restored')
    await waitFor(async () => expect(await inside(sheet, 'Restore 2 items')).toHaveFocus())
    await app.user.keyboard('{Enter}')
    await dialog('2 of 4 restored')
    await waitFor(() =>
      expect(document.activeElement).toHaveAccessibleName(/^Recreate the folder: /),
    )
    await app.user.keyboard('{Enter}')
    await dialog('3 of 4 restored')
    await waitFor(() =>
      expect(document.activeElement).toHaveAccessibleName(/^Recreate the folder: /),
    )
    await app.user.keyboard('{Enter}')
    await dialog('4 items restored')
    expect(await inside(sheet, 'Done')).toHaveFocus()
  })
})
