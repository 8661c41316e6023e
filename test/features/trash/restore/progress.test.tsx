import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../../../dom/dom-timers.ts'
import { type RenderOptions } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import {
  seedTrashedFile,
  seedTrashedFiles,
  row,
  rowsShown,
  trashNames,
} from '../../../dom/trash-fixtures.ts'
import { linksOfMei, namesAt } from '../../../processes/service-api.ts'
import {
  open,
  restoreUnseen,
  type App,
  dialog,
  select,
  selectAll,
  press,
  refuseNameLookup,
  inside,
  findMessage,
  seedTaken,
} from './fixtures.tsx'

const writes = ({ requests }: App) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/session'))
    .map(({ method, path }) => `${method} ${path}`)

describe('T2 many at once', () => {
  it('selects all that match, over all pages, and restores them', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 620)
      seedTrashedFile(backend, ['Other', 'else.txt'])
    })
    await app.user.type(screen.getByRole('searchbox'), 'docs')
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '621'))
    await select(app, 'item 0000.txt')
    await press(app, 'Select all 620 that match')
    await press(app, 'Restore')
    await findMessage(/620 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(620)
    expect(await trashNames(app)).toEqual(['else.txt'])
  }, 60_000)

  it('deletes for good after one question that says how many and how large', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await select(app, 'item 0000.txt', 'item 0002.txt')
    await press(app, 'Delete permanently…')
    const asked = await dialog('Permanently delete 2 items?')
    expect(asked).toHaveTextContent(
      '2 kB will be freed. Any share links are deleted too. This cannot be undone.',
    )
    expect(within(asked).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await app.user.keyboard('{Escape}')
    expect(await trashNames(app)).toHaveLength(3)
    await app.user.keyboard('{Delete}')
    await app.user.click(await inside(await dialog(/delete 2 items/), 'Delete permanently'))
    await findMessage(/2 items permanently deleted/)
    expect(await trashNames(app)).toEqual(['item 0001.txt'])
    await waitFor(() => expect(rowsShown()).toEqual(['item 0001.txt']))
  })

  it('T2 says that share links go with what is deleted for good', async () => {
    const app = await open((backend) => {
      const id = seedTrashedFile(backend, ['shared.txt'])
      backend.service.seed.addShare(id)
    })
    expect(await linksOfMei(app)).toHaveLength(1)
    await select(app, 'shared.txt')
    await press(app, 'Delete permanently…')
    const asked = await dialog(/delete “.?shared\.txt.?”/)
    expect(asked).toHaveTextContent('Any share links are deleted too.')
    await app.user.click(await inside(asked, 'Delete permanently'))
    await findMessage(/permanently deleted/)
    expect(await linksOfMei(app)).toEqual([])
  })

  it('empties the trash after a question', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 30))
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    expect(asked).toHaveTextContent(
      '30 items, 29 kB, will be permanently deleted, and any share links to them. This cannot be undone.',
    )
    await app.user.click(await inside(asked, 'Empty trash'))
    expect(await screen.findByText('Trash is empty')).toBeVisible()
    expect(writes(app)).toEqual(['DELETE /file/trash'])
    expect(await trashNames(app)).toEqual([])
  })

  it('L4 empties the rest when something is locked, and names that', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      seedTrashedFiles(backend, 4)
      const id = seedTrashedFile(backend, ['Docs', 'held.txt'])
      service.seed.addLock({ owner: mei, holder: lin, fileId: id, application: { type: 'dav' } })
    })
    await press(app, 'Empty trash…')
    await app.user.click(await inside(await dialog('Empty the trash?'), 'Empty trash'))
    const locked = await screen.findByRole('alertdialog')
    expect(within(locked).getByRole('listitem')).toHaveTextContent('held.txt')
    await app.user.click(await inside(locked, 'Skip locked'))
    await findMessage(/4 of 5 items permanently deleted\. 1 was skipped\./)
    await waitFor(() => expect(rowsShown()).toEqual(['held.txt']))
    expect(await trashNames(app)).toEqual(['held.txt'])
  })

  it('empties it page by page on a server that has no such call', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 130), {
      faults: (faults) => faults.always('DELETE /file/trash', { kind: 'status', status: 404 }),
    })
    await press(app, 'Empty trash…')
    await app.user.click(await inside(await dialog('Empty the trash?'), 'Empty trash'))
    expect(await screen.findByText('Trash is empty')).toBeVisible()
    expect(writes(app)).toEqual(['DELETE /file/trash', 'DELETE /file', 'DELETE /file'])
    expect(await trashNames(app)).toEqual([])
  })

  it('offers it all in the menu of a row', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    await app.user.pointer({ target: await row('item 0001.txt'), keys: '[MouseRight]' })
    await app.user.click(
      (await screen.findAllByRole('menuitem', { name: /^Restore/ }))[0] as HTMLElement,
    )
    await findMessage(/item 0001.txt.* restored/)
    expect(await trashNames(app)).toEqual(['item 0000.txt'])
  })
})

describe('T3 a restore under way', () => {
  const delayed = (ms: number): RenderOptions => ({
    faults: (faults) => faults.always('POST /file/restore', { kind: 'delay', ms }),
  })

  it('says how far it has come, and goes on while one looks elsewhere', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 450), delayed(500))
    await selectAll(app)
    await press(app, 'Restore')
    const bar = await screen.findByRole('progressbar', { name: /Restoring 200 of 450/ })
    expect(bar).toHaveAttribute('aria-valuemax', '450')
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await findMessage(/450 items restored/)
    expect(await trashNames(app)).toEqual([])
  })

  it('opens its result over no other page, where a message leads to it', async () => {
    const answer = held()
    const app = await open(seedTaken)
    refuseNameLookup(app)
    app.faults.next('POST /file/restore', answer.fault)
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await screen.findByRole('heading', { name: 'Shares' })
    answer.free()
    await app.user.hover(await screen.findByRole('button', { name: 'Show details…' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await press(app, 'Show details…')
    await dialog('0 of 1 restored')
  })

  it('tells what is done, what failed and what is left apart', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 250)
      for (let at = 0; at < 60; at++) {
        const name = `item ${String(at).padStart(4, '0')}.txt`
        backend.service.seed.addFile(backend.mei, ['Docs', name])
      }
    })
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    let sent = 0
    app.faults.always(
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent > 1,
      { kind: 'hold', until },
    )
    await restoreUnseen(app, 250)
    const bar = await screen.findByRole('progressbar', { name: 'Restoring 40 of 250' })
    expect(bar.parentElement).toHaveTextContent('60 failed · 150 left')
    answer()
    await dialog('190 of 250 restored')
  })

  it('rule 9.3 stops within a chunk, and says what was not attempted', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 450))
    let sent = 0
    app.faults.always(
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent > 2,
      { kind: 'stall' },
    )
    await selectAll(app)
    await press(app, 'Restore')
    await screen.findByRole('progressbar', { name: /Restoring 200 of 450/ })
    await press(app, 'Stop')
    await findMessage(/^200 of 450 items restored\. 250 were not attempted\.$/)
    expect(await trashNames(app)).toHaveLength(250)
    expect(sent).toBe(4)
    expect(await screen.findByRole('region', { name: '250 selected' })).toBeVisible()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '251')
  })

  it('T4 asks for no decision about what was not attempted', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 449)
      seedTaken(backend)
    })
    let sent = 0
    app.faults.always(
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent > 2,
      { kind: 'stall' },
    )
    await restoreUnseen(app, 450)
    await screen.findByRole('progressbar', { name: /Restoring 199 of 450/ })
    await press(app, 'Stop')
    const sheet = await dialog('199 of 450 restored')
    expect(sheet).toHaveTextContent(/1 failed, 250 were not attempted\. Nothing was lost: /)
  })

  it('T4 list and chips follow a restore of more than a thousand', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 1_200))
    let sent = 0
    app.faults.always(
      ({ method, path }) => method === 'POST' && path === '/file/restore' && ++sent > 4,
      { kind: 'stall' },
    )
    await selectAll(app)
    controlTimers()
    await press(app, 'Restore')
    await screen.findByRole('progressbar', { name: /Restoring 400 of 1,200/ })
    await passTime(500)
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '801')
    expect(screen.getByRole('button', { name: /^All 800/ })).toBeVisible()
  })

  it('rule 9.3 sends no more than two requests at the same time', async () => {
    let underWay = 0
    let most = 0
    const app = await open((backend) => seedTrashedFiles(backend, 600))
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
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/600 items restored/)
    expect(most).toBe(2)
  })
})

describe('T4 every item ends in one way', () => {
  it('takes out the rows that are back and keeps the others selected', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 3)
      seedTaken(backend)
    })
    await restoreUnseen(app, 4)
    const sheet = await dialog('3 of 4 restored')
    expect(sheet).toHaveTextContent('1 failed. Nothing was lost')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(rowsShown()).toEqual(['report.pdf']))
    expect(await row('report.pdf')).toHaveAttribute('aria-selected', 'true')
    expect(await trashNames(app)).toEqual(['report.pdf'])
  })
})

describe('by keyboard alone', () => {
  it('selects three and restores them with twelve keys at most', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 5))
    const first = await row('item 0000.txt')
    let keys = 0
    while (document.activeElement !== first && keys < 40) {
      await app.user.tab()
      keys++
    }
    // Keys to reach the list are not counted: a link at the start of the page leads there.
    keys = 1
    for (const key of ['{Shift>}{ArrowDown}{/Shift}', '{Shift>}{ArrowDown}{/Shift}', 'u']) {
      await app.user.keyboard(key)
      keys++
    }
    await findMessage(/3 items restored/)
    expect(keys).toBeLessThanOrEqual(12)
    expect(await trashNames(app)).toEqual(['item 0003.txt', 'item 0004.txt'])
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
