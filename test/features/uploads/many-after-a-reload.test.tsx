import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { controlTimers, findInterruptedWork } from '../../dom/dom-timers.ts'
import { namesAt } from '../../processes/service-api.ts'
import {
  type App,
  atWork,
  choose,
  droppedFile,
  droppedFolder,
  dropHere,
  ends,
  file,
  isPart,
  listed,
  lockCount,
  modified,
  namesInWork,
  panel,
  row,
  sent,
  uploadCount,
} from './fixtures.tsx'

const names = Array.from({ length: 12 }, (_, at) => `IMG_${String(at + 1).padStart(4, '0')}.jpg`)
const photos = () => names.map((name) => file(name, name))

/** Files as an input for folders gives them. */
const inFolder = (folder: string, files: readonly File[]) =>
  files.map((one) =>
    Object.defineProperty(one, 'webkitRelativePath', { value: `${folder}/${one.name}` }),
  )
const chooseFolder = (folder: string, files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText('Upload a folder…'), {
    target: { files: inFolder(folder, files) },
  })
const goOn = () => screen.findByLabelText(/^Go on with the folder/, {}, { timeout: 15_000 })
const goOnWith = async (folder: string, files: readonly File[]) =>
  fireEvent.change(await goOn(), { target: { files: inFolder(folder, files) } })

const uploadsOf = (app: App) => sent(app.requests, 'PUT', '/file/upload').length
const noQuestion = () => {
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
}

const fiveAreThere = () =>
  waitFor(async () => expect(within(await panel()).getAllByText(/^Uploaded/)).toHaveLength(5))

/** Twelve pictures are chosen in a folder; five arrive, two are on their way, and the page is reloaded. */
async function interrupted(start: () => void = () => chooseFolder('Trip', photos())): Promise<App> {
  let parts = 0
  const app = await atWork({
    faults: (faults) =>
      faults.always((request) => isPart(0)(request) && ++parts > 5, { kind: 'stall' }),
  })
  start()
  await fiveAreThere()
  await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(7))
  await app.reload()
  await row('letter.txt')
  await findInterruptedWork()
  return app
}

describe('F12 a reload while many files are uploaded', () => {
  beforeEach(controlTimers)

  it('the rest is counted, and goes on when the folder is chosen again', async () => {
    const app = await interrupted()
    await ends('5 of 12 uploaded · choose the folder again to go on with 7')
    expect(within(await panel()).getByRole('button', { name: '5 of 12 uploaded' })).toBeVisible()
    expect(within(await panel()).getAllByText(/5 of 12 uploaded/)).toHaveLength(2)
    const before = uploadsOf(app)
    await goOnWith('Trip', photos())
    await ends('7 files uploaded')
    noQuestion()
    // The two that were on their way go on in their sessions.
    expect(uploadsOf(app) - before).toBe(5)
    expect(await namesInWork(app, 'Trip')).toEqual(names)
    expect(lockCount(app)).toBe(0)
    expect(await readUnfinishedJournals(app.mei)).toEqual([])
    expect(screen.queryByLabelText(/^Go on with/)).toBeNull()
  })

  it('it goes on when the folder is dropped into its place again', async () => {
    const app = await interrupted()
    await ends('5 of 12 uploaded')
    dropHere(droppedFolder('Trip', photos().map(droppedFile)))
    await ends('7 files uploaded')
    noQuestion()
    expect(await namesInWork(app, 'Trip')).toEqual(names)
    expect(uploadCount(app)).toBe(0)
  })

  it('files without a folder are asked for as files', async () => {
    const app = await interrupted(() => choose(photos()))
    await ends('5 of 12 uploaded · choose the files again to go on with 7')
    fireEvent.change(screen.getByLabelText(/^Go on with the files/), {
      target: { files: photos() },
    })
    await ends('7 files uploaded')
    noQuestion()
    expect(await namesInWork(app)).toEqual(expect.arrayContaining(names))
  })

  it('a part of them can be chosen first; the others stay on offer', async () => {
    const app = await interrupted()
    await goOnWith('Trip', photos().slice(0, 8))
    await ends('3 files uploaded')
    await ends('4 more: choose the folder again to go on with 4')
    await goOnWith('Trip', photos())
    await ends('7 files uploaded')
    expect(await namesInWork(app, 'Trip')).toEqual(names)
  })

  it('what has another size or date is said and left out; uploaded to its folder, it is sent as it is', async () => {
    const app = await interrupted()
    const other = file('IMG_0012.jpg', 'another picture')
    const late = new File(['IMG_0011.jpg'], 'IMG_0011.jpg', { lastModified: modified + 60_000 })
    await goOnWith('Trip', [...photos().slice(0, 10), late, other])
    expect(await within(await panel()).findByRole('alert')).toHaveTextContent(
      /^“?.*IMG_0011\.jpg.* and 1 more are other files by now/,
    )
    await ends('5 files uploaded')
    await ends('choose the folder again to go on with 2')
    expect(await namesInWork(app, 'Trip')).toEqual(names.slice(0, 10))
    chooseFolder('Trip', [late, other])
    await ends('7 files uploaded')
    noQuestion()
    expect(await namesInWork(app, 'Trip')).toEqual(names)
    expect(await listed('IMG_0012.jpg')).toHaveTextContent(
      'Replaces an unfinished upload of 12 B; this file has 15 B',
    )
    expect(screen.queryByLabelText(/^Go on with/)).toBeNull()
  })

  it('another folder is refused', async () => {
    const app = await interrupted()
    const before = uploadsOf(app)
    await goOnWith('Else', [file('other.jpg')])
    expect(await within(await panel()).findByRole('alert')).toHaveTextContent(
      'None of these is left to be uploaded',
    )
    expect(uploadsOf(app)).toBe(before)
  })

  it('its folder was renamed meanwhile: it goes on there', async () => {
    const app = await interrupted()
    const { seed } = app.service
    // Renaming takes the locks of those that are on their way.
    seed.removeLocks(seed.lockTokens())
    await goOn()
    seed.renameFile(seed.findFile(app.mei, ['Work']) ?? '', 'Done')
    await goOnWith('Trip', photos())
    await ends('7 files uploaded')
    noQuestion()
    expect(await namesAt(app, 'svc://my/Done/Trip')).toEqual(names)
    expect(seed.findFile(app.mei, ['Work'])).toBeUndefined()
    expect(lockCount(app)).toBe(0)
  })

  it('F12 without a network there is nothing to choose', async () => {
    await interrupted()
    await screen.findByRole('button', { name: /^Choose / })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    dispatchEvent(new Event('offline'))
    const buttons = () => screen.queryByRole('button', { name: /^Choose / })
    await waitFor(() => expect(buttons()).toBeNull())
  })

  it('its folder was deleted meanwhile: that is said, and nothing is made in its place', async () => {
    const app = await interrupted()
    const { seed } = app.service
    seed.removeLocks(seed.lockTokens())
    const field = await goOn()
    seed.trashFile(seed.findFile(app.mei, ['Work']) ?? '')
    fireEvent.change(field, { target: { files: inFolder('Trip', photos()) } })
    await ends('the folder they go to is no longer there')
    expect(seed.findFile(app.mei, ['Work'])).toBeUndefined()
    expect(within(await panel()).queryByRole('button', { name: /^Choose / })).toBeNull()
  })

  it('it is forgotten when I say so, with its locks', async () => {
    const app = await interrupted()
    await goOn()
    expect(lockCount(app)).toBe(2)
    await app.user.click(await screen.findByRole('button', { name: 'Forget' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The 5 files that are uploaded stay/)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
    expect(lockCount(app)).toBe(0)
    expect(await namesInWork(app, 'Trip')).toHaveLength(5)
  })

  it('a closed panel is back after the next reload', async () => {
    const app = await interrupted()
    await goOn()
    await app.user.click(screen.getByRole('button', { name: 'Close uploads' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    await app.reload()
    await row('letter.txt')
    await findInterruptedWork()
    await ends('5 of 12 uploaded')
  })

  it('those that I took off the list before are not counted', async () => {
    let parts = 0
    const app = await atWork({
      faults: (faults) =>
        faults.always((request) => isPart(0)(request) && ++parts > 5, { kind: 'stall' }),
    })
    chooseFolder('Trip', photos())
    await fiveAreThere()
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*IMG_0009/ }))
    await app.reload()
    await row('letter.txt')
    await findInterruptedWork()
    await ends('5 of 11 uploaded · choose the folder again to go on with 6')
  })

  it('one that was deleted at the service since is uploaded again with the folder', async () => {
    const app = await interrupted()
    await goOn()
    const { seed } = app.service
    seed.removeFile(seed.findFile(app.mei, ['Work', 'Trip', 'IMG_0002.jpg']) ?? '')
    dropHere(droppedFolder('Trip', photos().map(droppedFile)))
    await ends('8 files uploaded')
    noQuestion()
    expect(await namesInWork(app, 'Trip')).toEqual(names)
  })

  it('the list is kept before the first byte is sent', async () => {
    const atFirstRequest: Promise<unknown[]>[] = []
    const app: App = await atWork({
      faults: (faults) =>
        faults.always(
          ({ method, path }) => {
            if (method === 'PUT' && path === '/file/upload')
              atFirstRequest.push(readUnfinishedJournals(app.mei))
            return false
          },
          { kind: 'drop' },
        ),
    })
    chooseFolder('Trip', photos())
    await ends('12 files uploaded')
    expect(await atFirstRequest[0]).toMatchObject([{ steps: [{ files: { length: 12 } }] }])
    expect(await readUnfinishedJournals(app.mei)).toEqual([])
  })

  it('G2 it goes with its user', async () => {
    const app = await interrupted()
    await goOn()
    await app.user.click(screen.getByRole('button', { name: /^Account of/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })
})
