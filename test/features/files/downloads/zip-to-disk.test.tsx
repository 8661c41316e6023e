import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unpack } from '../../../processes/unpack-zip.ts'
import { recordSavedAddresses } from './saved-addresses.ts'
import { atWork, download, trip } from './zip-fixtures.tsx'

const saved = recordSavedAddresses()

describe('F2 an archive that is written to disk while it comes', () => {
  type Pick = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  const refusals = { gesture: 'SecurityError', user: 'AbortError' } as const

  /** The browser's dialog; the first answers are refusals. Resolves to what was written, and what was asked for. */
  function offerPicker(...first: (keyof typeof refusals)[]) {
    const asked: string[] = []
    const written: Uint8Array[] = []
    let removed = 0
    const handle = {
      createWritable: () =>
        Promise.resolve(
          new WritableStream<Uint8Array>({ write: (chunk) => void written.push(chunk) }),
        ),
      getFile: () => Promise.resolve({ size: 0 }),
      remove: () => Promise.resolve(void removed++),
    }
    const chooseFile: Pick = ({ suggestedName }) => {
      asked.push(suggestedName)
      const refusal = first.shift()
      return refusal
        ? Promise.reject(new DOMException('', refusals[refusal]))
        : Promise.resolve(handle as unknown as FileSystemFileHandle)
    }
    Object.assign(window, { showSaveFilePicker: chooseFile })
    onTestFinished(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'))
    return { asked, removed: () => removed, archive: () => unpack(Buffer.concat(written)) }
  }

  it('goes where the user says, at once', async () => {
    const picker = offerPicker()
    await download(await atWork(), 'Trip')
    expect(await screen.findByText(/Trip.*\.zip.* saved with 4 files/)).toBeVisible()
    expect(picker.asked).toEqual(['Trip.zip'])
    expect(picker.archive()).toEqual(trip)
    expect(saved).toEqual([])
  })

  it('is given up when the user gives no place', async () => {
    const picker = offerPicker('user')
    const app = await atWork()
    await download(app, 'Trip')
    await waitFor(() => expect(picker.asked).toHaveLength(1))
    expect(app.sent.filter(({ path }) => path.startsWith('/file/content/'))).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('needs another press when the browser no longer asks for a place', async () => {
    const picker = offerPicker('gesture')
    const app = await atWork()
    await download(app, 'Trip')
    const question = within(await screen.findByRole('dialog', { name: /Download .*Trip\.zip/ }))
    await app.user.click(question.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText(/Trip.*\.zip.* saved with 4 files/)).toBeVisible()
    expect(picker.asked).toHaveLength(2)
    expect(picker.archive()).toEqual(trip)
  })

  it('leaves no empty file behind when it is stopped', async () => {
    const picker = offerPicker()
    const app = await atWork({
      faults: (faults) =>
        faults.always(({ path }) => path.startsWith('/file/content/'), { kind: 'stall' }),
    })
    await download(app, 'Trip')
    await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/Trip.* was not downloaded/)).toBeVisible()
    expect(picker.removed()).toBe(1)
  })
})
