import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { callService, namesAt } from '../../../processes/service-api.ts'
import { atWork, seedWork, select, sendToArchive, sizesAt } from './fixtures.tsx'

/* The folder in which copies get other names is met by somebody else while they are in it. */

type App = Awaited<ReturnType<typeof atWork>>

const isStaging = (name: string) => name.startsWith('Copies ')
const isSent = ({ requests }: App, path: string) =>
  waitFor(() => expect(requests.map((request) => request.path)).toContain(path))

/** Archive has both already: copies of them get numbers. */
const withBothInArchive = () =>
  atWork({
    seed: (backend) => {
      seedWork(backend)
      for (const name of ['letter.txt', 'scan.pdf'])
        backend.service.seed.addFile(backend.mei, ['Archive', name], { size: 1 })
    },
  })

/** Copies both until the first is to be renamed. */
async function copyUntilRenaming(app: App): Promise<void> {
  await select(app, 'letter.txt', 'scan.pdf')
  await sendToArchive(app, 'Copy')
  const asked = await screen.findByRole('dialog', { name: /^2 names are taken/ })
  await decide(app.user, asked, 'Keep both')
  await isSent(app, '/file/rename')
}

/** As far as that; the request to rename it is lost, and the next asks where the item is that is copied. */
async function copyUntilLookup(app: App): Promise<() => void> {
  const { fault, free } = held()
  app.faults.next('POST /file/rename', { kind: 'drop' })
  const isRenamed = () => app.requests.some(({ path }) => path === '/file/rename')
  app.faults.always(({ path }) => path === '/file/info' && isRenamed(), fault)
  await copyUntilRenaming(app)
  return free
}

/** Mei renames the folder in another window. Returns its name. */
async function renameStaging({ service, mei }: App): Promise<string> {
  const name = (await namesAt({ service, mei }, 'svc://my/Archive')).find(isStaging) ?? ''
  const uri = `svc://my/Archive/${encodeURIComponent(name)}`
  const body = { uri, new_name: 'Hers' }
  const { code } = await callService(service, 'POST', '/file/rename', { as: mei, body })
  expect(code).toBe(0)
  return name
}

/** She deletes it under the name that she has given it. */
async function deleteStaging({ service, mei }: App): Promise<void> {
  const body = { uris: ['svc://my/Archive/Hers'] }
  const { code } = await callService(service, 'DELETE', '/file', { as: mei, body })
  expect(code).toBe(0)
}

const copied = [
  ['Old', 0],
  ['letter (2).txt', 12],
  ['letter.txt', 1],
  ['scan (2).pdf', 64_000],
  ['scan.pdf', 1],
]

describe('F5 the folder in which copies are renamed', () => {
  it('is found under the name that somebody gives it meanwhile, and goes', async () => {
    const app = await withBothInArchive()
    const { fault, free } = held()
    app.faults.next('POST /file/rename', fault)
    await copyUntilRenaming(app)
    await renameStaging(app)
    free()
    await screen.findByText(/2 items copied to .?Archive/)
    await waitFor(async () => expect(await sizesAt(app, 'svc://my/Archive')).toEqual(copied))
  })

  it('is not taken for another one that has its name, which stays as it is', async () => {
    const app = await withBothInArchive()
    const free = await copyUntilLookup(app)
    const name = await renameStaging(app)
    app.service.seed.addFile(app.mei, ['Archive', name, 'letter (2).txt'], { size: 5 })
    free()
    await screen.findByText(/2 items copied to .?Archive/)
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Archive')).toEqual([[name, 0], ...copied]),
    )
    const other = `svc://my/Archive/${encodeURIComponent(name)}`
    expect(await sizesAt(app, other)).toEqual([['letter (2).txt', 5]])
  })

  it('is created again when somebody deletes it meanwhile', async () => {
    const app = await withBothInArchive()
    const { fault, free } = held()
    app.faults.next('POST /file/rename', fault)
    await copyUntilRenaming(app)
    const name = await renameStaging(app)
    await deleteStaging(app)
    free()
    await screen.findByText(/2 items copied to .?Archive/)
    await waitFor(async () => expect(await sizesAt(app, 'svc://my/Archive')).toEqual(copied))
    expect(await namesAt(app, 'svc://my/Archive')).not.toContain(name)
  })

  it('is not created where somebody has put one of their own with something in it', async () => {
    const app = await withBothInArchive()
    const free = await copyUntilLookup(app)
    const name = await renameStaging(app)
    await deleteStaging(app)
    app.service.seed.addFile(app.mei, ['Archive', name, 'letter.txt'], { size: 5 })
    free()
    await screen.findByText(/0 of 2 items copied to .?Archive.*2 failed\./)
    const other = `svc://my/Archive/${encodeURIComponent(name)}`
    expect(await sizesAt(app, other)).toEqual([['letter.txt', 5]])
    expect(await namesAt(app, 'svc://my/Archive')).toEqual([name, 'Old', 'letter.txt', 'scan.pdf'])
  })
  it('is not mistaken for another one, from which nothing is deleted when copies are left in its own', async () => {
    const app = await withBothInArchive()
    const { fault, free } = held()
    app.faults.always('POST /file/rename', { kind: 'json', body: { code: 403, msg: 'no' } })
    const reads = () =>
      app.requests.filter(({ path, query }) => path === '/file' && query.includes('Copies'))
    app.faults.always(({ path, query }) => {
      const isReading = path === '/file' && (query.get('uri') ?? '').includes('Copies')
      return isReading && app.requests.some((request) => request.path === '/file/rename')
    }, fault)
    await copyUntilRenaming(app)
    await waitFor(() => expect(reads()).not.toEqual([]))
    const name = await renameStaging(app)
    app.service.seed.addFile(app.mei, ['Archive', name, 'letter.txt'], { size: 5 })
    free()
    await screen.findByText(/0 of 2 items copied to .?Archive.*2 failed\./)
    const other = `svc://my/Archive/${encodeURIComponent(name)}`
    expect(await sizesAt(app, other)).toEqual([['letter.txt', 5]])
  })
})
