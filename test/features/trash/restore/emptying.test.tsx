import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { held } from '../../../dom/network.ts'
import {
  rowsShown,
  seedTrashedFile,
  seedTrashedFiles,
  trashNames,
} from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  day,
  dialog,
  inside,
  open,
  press,
  release,
  select,
  waitForHeld,
  writeElsewhere,
} from './fixtures.tsx'

describe('T2 emptying the trash', () => {
  it('deletes what the question counts, not what is deleted while it is open', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    app.service.seed.addFile(app.mei, ['Docs', 'late.txt'])
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/late.txt'] })
    expect(asked).toHaveTextContent('3 items, 3 kB, will be permanently deleted')
    await app.user.click(await inside(asked, 'Empty trash'))
    await waitFor(async () => expect(await trashNames(app)).toEqual(['late.txt']))
    await waitFor(() => expect(rowsShown()).toEqual(['late.txt']))
  })

  it('deletes nothing else, also when what the list has is newer', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 60))
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    // Those of the list may have been restored and deleted again since another window deleted this one.
    seedTrashedFile(app, ['Docs', 'unseen.txt'], 2 * day)
    await app.user.click(await inside(asked, 'Empty trash'))
    await waitFor(async () => expect(await trashNames(app)).toEqual(['unseen.txt']))
  })

  it('leaves what is being restored and waits for a lock', async () => {
    const app = await waitForHeld()
    // Nothing is selected then.
    await select(app, 'held.txt')
    await press(app, 'Empty trash…')
    await app.user.click(await inside(await dialog('Empty the trash?'), 'Empty trash'))
    await waitFor(async () => expect(await trashNames(app)).toEqual(['held.txt']))
    release(app)
    await app.user.click(
      await inside(await screen.findByRole('region', { name: /^Waiting/ }), 'Retry'),
    )
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt']))
  })

  it('deletes nothing that is deleted while the pages of a long trash are read', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2_100))
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    let isNextPage = false
    const next = held()
    app.faults.next(({ path, query }) => {
      const isMet = path === '/file' && query.has('next_page_token')
      isNextPage ||= isMet
      return isMet
    }, next.fault)
    await app.user.click(await inside(asked, 'Empty trash'))
    await waitFor(() => expect(isNextPage).toBe(true))
    app.service.seed.addFile(app.mei, ['Docs', 'late.txt'])
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/late.txt'] })
    next.free()
    await waitFor(async () => expect(await trashNames(app)).toEqual(['late.txt']), {
      timeout: 20_000,
    })
  }, 60_000)
})
