import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../../../dom/harness.tsx'
import { seedTrashedFile, seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { type App, dialog, inside, open, selectAll, press, restoreUnseen } from './fixtures.tsx'

const itemName = (at: number) => `item ${String(at).padStart(4, '0')}.txt`
const folderNames = Array.from({ length: 10 }, (_, at) => `${at}`)

/** Names of trashed files that other files have by now. */
function takeNames({ service, mei }: Backend, folder: string, count: number): void {
  service.seed.transaction(() => {
    for (let at = 0; at < count; at++) service.seed.addFile(mei, [folder, itemName(at)])
  })
}

/** 2,000 items: 500 clash in Docs, 500 do not, and 1,000 were in ten folders that are gone, two deep. */
function seedTwoThousand(backend: Backend): void {
  const { service, mei } = backend
  seedTrashedFiles(backend, 1_000)
  takeNames(backend, 'Docs', 500)
  const gone = folderNames.flatMap((name) => [
    service.seed.addFolder(mei, ['Gone', name]),
    service.seed.addFolder(mei, ['Gone', name, 'deep']),
  ])
  service.seed.transaction(() => {
    for (const name of folderNames)
      for (let at = 0; at < 100; at++)
        seedTrashedFile(backend, ['Gone', name, 'deep', itemName(at)])
  })
  for (const id of gone.toReversed()) service.seed.removeFile(id)
}

/** Presses the button of the plan; the requests that follow, until all items are back. */
async function restoreAll(app: App, count: number) {
  await selectAll(app)
  await press(app, 'Restore')
  const plan = await dialog(`Restore ${count} items`)
  const before = app.requests.length
  await app.user.click(await inside(plan, /^Restore/))
  // Hundreds of requests.
  await screen.findByText(new RegExp(`${count} items restored`), undefined, { timeout: 60_000 })
  return app.requests.slice(before)
}
const isRename = ({ path }: { path: string }) => path === '/file/rename'

describe('T9 the plan of 2,000 items', () => {
  it('finds all names that are taken and all folders that are gone', async () => {
    const app = await open(seedTwoThousand)
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await screen.findByRole(
      'dialog',
      { name: 'Restore 2,000 items' },
      { timeout: 15_000 },
    )
    expect(plan).toHaveTextContent('For all 500')
    expect(plan).toHaveTextContent('Recreate the 20 missing folders, for 1,000 items')
    expect(plan).not.toHaveTextContent('could not be checked')
  }, 60_000)
})

describe('T5 keep both of 310', () => {
  it('costs one request each for its new name, and few for all', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 310)
      takeNames(backend, 'Docs', 310)
    })
    const sent = await restoreAll(app, 310)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(620)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    expect(await trashNames(app)).toEqual([])
    expect(sent.filter(isRename)).toHaveLength(310)
    // Beside these, the plan has asked for the dates of the rows that it has drawn.
    expect(sent.filter(({ query }) => !query.includes('extended')).length).toBeLessThan(340)
  }, 90_000)

  it('takes a numbered folder only for equal names', async () => {
    const app = await open((backend) => {
      for (const name of folderNames) {
        seedTrashedFiles(backend, 12, name)
        takeNames(backend, name, 12)
      }
    })
    const sent = await restoreAll(app, 120)
    for (const name of folderNames) expect(await namesAt(app, `svc://my/${name}`)).toHaveLength(24)
    expect(await namesAt(app, 'svc://my')).toEqual(folderNames)
    expect(sent.filter(isRename)).toHaveLength(120)
    expect(sent.filter(({ path }) => path === '/file/create').length).toBeLessThanOrEqual(10)
    // One move into the staging folder and one out of it for each of ten folders; one of them is in two chunks.
    expect(sent.filter(({ path }) => path === '/file/move').length).toBeLessThanOrEqual(22)
  }, 90_000)
})

describe('P9 many that were refused', () => {
  it('are looked up by one search of the trash for what was in their folder', async () => {
    const app = await open((backend) => {
      const folder = backend.service.seed.addFolder(backend.mei, ['Old & new'])
      for (let at = 0; at < 60; at++) seedTrashedFile(backend, ['Old & new', `page ${at}.html`])
      backend.service.seed.removeFile(folder)
    })
    await restoreUnseen(app, 60, 'Old')
    await dialog('0 of 60 restored')
    const restored = app.requests.findLastIndex(({ path }) => path === '/file/restore')
    const [lookup, ...others] = app.requests.slice(restored + 1)
    expect(new URLSearchParams(lookup?.query).get('uri')).toContain('Old%2520%2526%2520new')
    expect(others.filter(({ query }) => query.includes('id='))).toEqual([])
  })
})
