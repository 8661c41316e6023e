import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, renderApp, type RenderOptions, type World } from '../harness.tsx'
import { layDeleted, layMany, namesAt, removeFolder, row, rowsShown, trashNames } from '../trash.ts'

/* Requirements T2 to T9: getting things back, and knowing that they are. */

const day = 24 * 60 * 60_000

const open = async (world: (world: World) => void, options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/trash', ...options, world })
  await screen.findByRole('grid')
  await waitFor(() => expect(screen.queryByText('The rest is still loading.')).toBeNull())
  return app
}
type App = Awaited<ReturnType<typeof open>>

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const pick = async ({ user }: Pick<App, 'user'>, ...names: string[]) => {
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
}
const pickAll = async ({ user }: Pick<App, 'user'>) =>
  user.click(screen.getByRole('checkbox', { name: 'Select all' }))
const press = async ({ user }: Pick<App, 'user'>, name: string | RegExp) =>
  user.click(await button(name))
const inside = (element: HTMLElement, name: string | RegExp) =>
  within(element).findByRole('button', { name })
const said = (text: RegExp) => screen.findByText(text, undefined, { timeout: 15_000 })
const writes = ({ requests }: App) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/session'))
    .map(({ method, path }) => `${method} ${path}`)

/** Docs has a report.pdf again, so the deleted ones cannot simply go back. */
function layTaken(world: World, deleted = 1): void {
  for (let at = 0; at < deleted; at++) layDeleted(world, ['Docs', 'report.pdf'], day + at)
  world.service.lay.addFile(world.mei, ['Docs', 'report.pdf'])
}

/** What was in Old is deleted, and Old is gone for good. */
function layHomeless(world: World): void {
  const folder = world.service.lay.addFolder(world.mei, ['Old', 'news'])
  const above = world.service.lay.addFolder(world.mei, ['Old'])
  layDeleted(world, ['Old', 'page.html'])
  layDeleted(world, ['Old', 'news', 'may.md'])
  removeFolder(world.service, folder)
  removeFolder(world.service, above)
}

describe('T2 many at once', () => {
  it('selects all that match, over all pages, and restores them', async () => {
    const app = await open((world) => {
      layMany(world, 620)
      layDeleted(world, ['Other', 'else.txt'])
    })
    await app.user.type(screen.getByRole('searchbox'), 'docs')
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '621'))
    await pick(app, 'item 0000.txt')
    await press(app, 'Select all 620 that match')
    await press(app, 'Restore')
    await said(/620 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(620)
    expect(await trashNames(app)).toEqual(['else.txt'])
  }, 60_000)

  it('deletes for good after one question that says how many and how large', async () => {
    const app = await open((world) => layMany(world, 3))
    await pick(app, 'item 0000.txt', 'item 0002.txt')
    await press(app, 'Delete permanently')
    const asked = await dialog('Delete 2 items for good?')
    expect(asked).toHaveTextContent('2 kB will be freed. This cannot be undone.')
    expect(within(asked).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await app.user.keyboard('{Escape}')
    expect(await trashNames(app)).toHaveLength(3)
    await app.user.keyboard('{Delete}')
    await app.user.click(await inside(await dialog(/Delete 2 items/), 'Delete permanently'))
    await said(/2 items permanently deleted/)
    expect(await trashNames(app)).toEqual(['item 0001.txt'])
    expect(rowsShown()).toEqual(['item 0001.txt'])
  })

  it('empties the trash after a question', async () => {
    const app = await open((world) => layMany(world, 30))
    await press(app, 'More')
    await app.user.click(screen.getByRole('menuitem', { name: 'Empty trash' }))
    const asked = await dialog('Empty the trash?')
    expect(asked).toHaveTextContent('30 items, 30 kB, will be deleted for good.')
    await app.user.click(await inside(asked, 'Empty trash'))
    expect(await screen.findByText('Nothing has been deleted.')).toBeVisible()
    expect(writes(app)).toEqual(['DELETE /file/trash'])
    expect(await trashNames(app)).toEqual([])
  })

  it('empties it page by page on a server that has no such call', async () => {
    const app = await open((world) => layMany(world, 130), {
      faults: (faults) => faults.always('DELETE /file/trash', { kind: 'status', status: 404 }),
    })
    await press(app, 'More')
    await app.user.click(screen.getByRole('menuitem', { name: 'Empty trash' }))
    await app.user.click(await inside(await dialog('Empty the trash?'), 'Empty trash'))
    expect(await screen.findByText('Nothing has been deleted.')).toBeVisible()
    expect(writes(app)).toEqual(['DELETE /file/trash', 'DELETE /file', 'DELETE /file'])
    expect(await trashNames(app)).toEqual([])
  })

  it('offers it all in the menu of a row', async () => {
    const app = await open((world) => layMany(world, 2))
    await app.user.pointer({ target: await row('item 0001.txt'), keys: '[MouseRight]' })
    await app.user.click(
      (await screen.findAllByRole('menuitem', { name: /^Restore/ }))[0] as HTMLElement,
    )
    await said(/item 0001.txt.* restored/)
    expect(await trashNames(app)).toEqual(['item 0000.txt'])
  })
})

describe('T3 a restore under way', () => {
  const delayed = (ms: number): RenderOptions => ({
    faults: (faults) => faults.always('POST /file/restore', { kind: 'delay', ms }),
  })

  it('says how far it has come, and goes on while one looks elsewhere', async () => {
    const app = await open((world) => layMany(world, 450), delayed(500))
    await pickAll(app)
    await press(app, 'Restore')
    const bar = await screen.findByRole('progressbar', { name: /Restoring 200 of 450/ })
    expect(bar).toHaveAttribute('aria-valuemax', '450')
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await said(/450 items restored/)
    expect(await trashNames(app)).toEqual([])
  })

  it('stops within a chunk, and says what was not attempted', async () => {
    const app = await open((world) => layMany(world, 450))
    let sent = 0
    app.faults.always(
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent > 2,
      { kind: 'stall' },
    )
    await pickAll(app)
    await press(app, 'Restore')
    await screen.findByRole('progressbar', { name: /Restoring 200 of 450/ })
    await press(app, 'Stop')
    await said(/^200 of 450 items restored\. 250 were not attempted\.$/)
    expect(await trashNames(app)).toHaveLength(250)
    expect(sent).toBe(4)
    expect(await screen.findByRole('region', { name: '250 selected' })).toBeVisible()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '251')
  })

  it('sends no more than two requests at the same time', async () => {
    let underWay = 0
    let most = 0
    const app = await open((world) => layMany(world, 600))
    const { service } = app
    const answer = service.fetch.bind(service)
    service.fetch = async (...call) => {
      const isRestore = call[0].url.endsWith('/file/restore')
      if (isRestore) most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, isRestore ? 30 : 0))
      try {
        return await answer(...call)
      } finally {
        if (isRestore) underWay--
      }
    }
    await pickAll(app)
    await press(app, 'Restore')
    await said(/600 items restored/)
    expect(most).toBe(2)
  })
})

describe('T4 every item ends in one way', () => {
  it('takes out the rows that are back and keeps the others selected', async () => {
    const app = await open((world) => {
      layMany(world, 3)
      layTaken(world)
    })
    await pickAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 4 items')
    await app.user.click(within(plan).getByRole('checkbox', { name: /Keep both/ }))
    await app.user.click(await inside(plan, 'Restore 4 items'))
    const sheet = await dialog('3 of 4 restored')
    expect(sheet).toHaveTextContent('1 needs a decision. Nothing was lost')
    await app.user.keyboard('{Escape}')
    expect(rowsShown()).toEqual(['report.pdf'])
    expect(await row('report.pdf')).toHaveAttribute('aria-selected', 'true')
    expect(await trashNames(app)).toEqual(['report.pdf'])
  })
})

describe('T5 a cure for each failure', () => {
  const fail = async (app: App, ...names: string[]) => {
    await pick(app, ...names)
    await press(app, 'Restore')
  }

  it('keeps both: a second name in natural form, and no folder is left over', async () => {
    const app = await open((world) => {
      layTaken(world)
      world.service.lay.addFile(world.mei, ['Docs', 'report (2).pdf'])
    })
    await fail(app, 'report.pdf')
    const sheet = await dialog('0 of 1 restored')
    expect(within(sheet).getByRole('region', { name: 'Name already taken' })).toHaveTextContent(
      'Docs has another one of this name',
    )
    await app.user.click(await inside(sheet, /^Keep both: .*report\.pdf/))
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'report (2).pdf',
      'report (3).pdf',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    await app.user.click(await inside(await dialog(/restored/), 'Done'))
    expect(await screen.findByText('Nothing has been deleted.')).toBeVisible()
  })

  it('draws the first lines of many, and more of them when asked', async () => {
    const app = await open((world) => {
      const folder = world.service.lay.addFolder(world.mei, ['Old'])
      for (let at = 0; at < 60; at++) layDeleted(world, ['Old', `page ${at}.html`], day + at)
      removeFolder(world.service, folder)
    })
    await pickAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 60 items')
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
    await app.user.click(await inside(plan, 'Restore 60 items'))
    const sheet = await dialog('0 of 60 restored')
    const lines = within(within(sheet).getByRole('region', { name: 'Folder no longer exists' }))
    expect(lines.getAllByRole('listitem')).toHaveLength(40)
    await app.user.click(lines.getByRole('button', { name: 'and 20 more' }))
    expect(lines.getAllByRole('listitem')).toHaveLength(60)
    expect(lines.queryByRole('button', { name: /more$/ })).toBeNull()
    expect(lines.getAllByRole('listitem')[40]).toContainElement(
      document.activeElement as HTMLElement,
    )
    await app.user.click(lines.getByRole('button', { name: 'Recreate the folder' }))
    await dialog('60 items restored')
  })

  it('keeps both for all of one name, one after the other', async () => {
    const app = await open((world) => layTaken(world, 3))
    await pickAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 3 items'), 'Restore 3 items'))
    await said(/3 items restored/)
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
        const app = await open((world) => layTaken(world))
        await fail(app, 'report.pdf')
        app.faults.next(step, { kind })
        await app.user.click(await inside(await dialog('0 of 1 restored'), /^Keep both/))
        await screen.findByRole('dialog', { name: '1 item restored' }, { timeout: 15_000 })
        expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report (2).pdf', 'report.pdf'])
        expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
        expect(await trashNames(app)).toEqual([])
      })
    }
  }

  it('goes on after a crash in the middle of it, and finishes what was on its way', async () => {
    const app = await open((world) => layTaken(world, 2))
    await pickAll(app)
    await press(app, 'Restore')
    app.faults.always('POST /file/rename', { kind: 'stall' })
    await app.user.click(await inside(await dialog('Restore 2 items'), 'Restore 2 items'))
    await waitFor(async () => expect(await trashNames(app)).toHaveLength(1))
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(await inside(note, 'Check what happened and go on'))
    await said(/2 items restored/)
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
    const app = await open((world) => layTaken(world))
    await fail(app, 'report.pdf')
    app.faults.always('POST /file/rename', { kind: 'json', body: refused })
    await app.user.click(await inside(await dialog('0 of 1 restored'), /^Keep both/))
    const sheet = await dialog('0 of 1 restored')
    await within(sheet).findByText('It is out of the trash, but not in its place yet.')
    expect(await trashNames(app)).toEqual([])
    const [aside = ''] = (await namesAt(app, 'svc://my')).filter((name) => name !== 'Docs')
    expect(aside).toMatch(/^Restored \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d$/)
    await app.user.click(await inside(sheet, 'Show where it is'))
    expect(await row('report.pdf')).toHaveAttribute('aria-selected', 'true')
    expect(here()).toContain(
      `uri=${new URLSearchParams({ x: `svc://my/${encodeURIComponent(aside)}` }).toString().slice(2)}`,
    )
  })

  it('recreates the folders that are gone, for all of them', async () => {
    const app = await open(layHomeless)
    await pickAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate the 2 folders/ }))
    await app.user.click(await inside(plan, 'Restore 2 items'))
    const sheet = await dialog('0 of 2 restored')
    await app.user.click(await inside(sheet, 'Recreate the 2 folders'))
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Old')).toEqual(['news', 'page.html'])
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['may.md'])
  })

  it('lets one choose a folder instead', async () => {
    const app = await open((world) => {
      layHomeless(world)
      world.service.lay.addFolder(world.mei, ['Box'])
    })
    await fail(app, 'page.html')
    await app.user.click(await inside(await dialog('0 of 1 restored'), /^Choose a folder/))
    const picker = await dialog('Restore 1 item to')
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await within(picker).findByRole('button', { name: /Restore to .*Box/ }))
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['page.html'])
  })

  it('asks about locks again, and unlocks there', async () => {
    const app = await open((world) => {
      const { service, mei, lin } = world
      layMany(world, 1)
      service.lay.addLock({
        owner: mei,
        holder: lin,
        path: ['Docs'],
        application: { type: 'dav' },
        type: 1,
      })
      layDeleted(world, ['Free', 'free.txt'])
    })
    await pickAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await said(/1 of 2 items restored. 1 is still locked./)
    await press(app, 'Show details')
    const sheet = await dialog('1 of 2 restored')
    await app.user.click(await inside(sheet, /^Try again/))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Unlock and retry'))
    await dialog('2 items restored')
    expect(await trashNames(app)).toEqual([])
  })

  it('retries all that is left at once', async () => {
    const app = await open((world) => layTaken(world))
    await fail(app, 'report.pdf')
    const sheet = await dialog('0 of 1 restored')
    app.service.db.run(
      "UPDATE files SET name = 'moved.pdf' WHERE parent_key IS NOT NULL AND name = 'report.pdf'",
      [],
    )
    await app.user.click(await inside(sheet, 'Retry the 1 left'))
    await dialog('1 item restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['moved.pdf', 'report.pdf'])
  })
})

describe('T6 after a restore', () => {
  it('takes it back while the message is up', async () => {
    const app = await open((world) => layMany(world, 3))
    await pickAll(app)
    await press(app, 'Restore')
    await said(/3 items restored/)
    await press(app, 'Undo')
    await said(/3 items moved to the trash/)
    expect(await trashNames(app)).toHaveLength(3)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
  })

  it('shows the items in their folder, selected', async () => {
    const app = await open((world) => {
      layMany(world, 2)
      world.service.lay.addFile(world.mei, ['Docs', 'other.txt'])
    })
    await pickAll(app)
    await press(app, 'Restore')
    await said(/2 items restored/)
    await press(app, 'Show in folder')
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeVisible()
    expect(here()).toMatch(/^\/files\?uri=svc%3A%2F%2Fmy%2FDocs&focus=/)
    expect(await row('item 0001.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('other.txt')).toHaveAttribute('aria-selected', 'false')
  })
})

describe('T7 to another folder', () => {
  it('restores what is selected to a folder of one’s choice', async () => {
    const app = await open((world) => {
      layMany(world, 2)
      world.service.lay.addFolder(world.mei, ['Box'])
    })
    await pickAll(app)
    await press(app, 'Restore to…')
    const picker = await dialog('Restore 2 items to')
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await within(picker).findByRole('button', { name: /Restore to .*Box/ }))
    await said(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['item 0000.txt', 'item 0001.txt'])
    expect(await trashNames(app)).toEqual([])
  })

  it('takes items of one name one after the other, and offers to keep both', async () => {
    const app = await open((world) => {
      layDeleted(world, ['A', 'same.txt'])
      layDeleted(world, ['B', 'same.txt'], 2 * day)
      world.service.lay.addFolder(world.mei, ['Box'])
    })
    await pickAll(app)
    await press(app, 'Restore to…')
    const picker = await dialog('Restore 2 items to')
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await within(picker).findByRole('button', { name: /Restore to .*Box/ }))
    const sheet = await dialog('1 of 2 restored')
    await app.user.click(await inside(sheet, /^Keep both/))
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['same (2).txt', 'same.txt'])
  })
})

describe('T8 deleted together', () => {
  function layAccident(world: World): void {
    for (let at = 0; at < 5; at++) {
      layDeleted(world, ['Photos', `IMG_${at}.jpg`], 4.5 * 60_000 - at * 300)
    }
    layDeleted(world, ['Docs', 'before.txt'], 6 * 60_000)
    layDeleted(world, ['Docs', 'after.txt'], 60_000)
  }

  it('shows what one deletion took, selected, and says how that is known', async () => {
    const app = await open(layAccident)
    await press(app, /Deleted together · \d min\.? ago 5/)
    expect(rowsShown()).toEqual([4, 3, 2, 1, 0].map((at) => `IMG_${at}.jpg`))
    expect(here()).toMatch(/^\/trash\?together=\d+-\d+$/)
    expect(screen.getByRole('region', { name: '5 selected' })).toHaveTextContent('deleted together')
    expect(screen.getByText(/deleted within two seconds of each other/)).toBeVisible()
    await press(app, 'Restore')
    await said(/5 items restored/)
    expect(await trashNames(app)).toEqual(['after.txt', 'before.txt'])
  })

  it('lets one leave some of it out', async () => {
    const app = await open(layAccident)
    await press(app, /Deleted together/)
    await app.user.click(screen.getByRole('checkbox', { name: 'Select IMG_2.jpg' }))
    await press(app, 'Restore')
    await said(/4 items restored/)
    expect(await trashNames(app)).toEqual(['IMG_2.jpg', 'after.txt', 'before.txt'])
  })
})

describe('T9 the plan', () => {
  it('names what is in the way, and does what it says', async () => {
    const app = await open((world) => {
      layHomeless(world)
      layTaken(world)
      layMany(world, 2)
    })
    await pickAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 5 items')
    expect(plan).toHaveTextContent('3 items cannot simply go back to where they were.')
    expect(plan).toHaveTextContent('Recreate the 2 folders that are gone, for 2 items')
    expect(plan).toHaveTextContent('Old, Old / news')
    expect(plan).toHaveTextContent('Keep both: restore 1 item under a free name')
    expect(plan).toHaveTextContent('Oldno longer exists1 item')
    await app.user.click(await inside(plan, 'Restore 5 items'))
    await said(/5 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toContain('report (2).pdf')
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['may.md'])
    expect(await trashNames(app)).toEqual([])
  })

  it('is not shown when nothing is in the way, nor for one item', async () => {
    const app = await open((world) => {
      layMany(world, 3)
      layTaken(world)
    })
    await pick(app, 'item 0000.txt', 'item 0001.txt')
    await press(app, 'Restore')
    await said(/2 items restored/)
    await pick(app, 'report.pdf')
    await press(app, 'Restore')
    await dialog('0 of 1 restored')
  })

  it('does without what takes too long to find out', async () => {
    const app = await open((world) => {
      layTaken(world)
      layMany(world, 1)
    })
    await pickAll(app)
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri')?.includes('Docs') === true,
      { kind: 'stall' },
    )
    await press(app, 'Restore')
    await dialog('1 of 2 restored')
  })
})

describe('by keyboard alone', () => {
  it('selects three and restores them with twelve keys at most', async () => {
    const app = await open((world) => layMany(world, 5))
    const first = await row('item 0000.txt')
    let keys = 0
    while (document.activeElement !== first && keys < 40) {
      await app.user.tab()
      keys++
    }
    // How far away the list is, is the page's and not the task's: a link leads there.
    keys = 1
    for (const key of ['{Shift>}{ArrowDown}{/Shift}', '{Shift>}{ArrowDown}{/Shift}', 'u']) {
      await app.user.keyboard(key)
      keys++
    }
    await said(/3 items restored/)
    expect(keys).toBeLessThanOrEqual(12)
    expect(await trashNames(app)).toEqual(['item 0003.txt', 'item 0004.txt'])
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
