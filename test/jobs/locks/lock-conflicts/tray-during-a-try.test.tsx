import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { held } from '../../../dom/network.ts'
import {
  lockedLetter,
  openedByLin,
  open,
  rename,
  dialog,
  button,
  sent,
  releaseAll,
  settled,
} from './fixtures.tsx'

describe('L5 the tray during a try', () => {
  const tray = () => within(screen.getByRole('region', { name: 'Waiting for locked items' }))
  /** The rename waits in the tray, and its second request is on its way until `free`. */
  async function startTry() {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    const { fault, free } = held()
    app.faults.next('POST /file/rename', fault)
    await app.user.click(tray().getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(sent(app.requests)).toHaveLength(2))
    return { ...app, write, free, press: (name: string) => app.user.click(button(name)) }
  }

  it('gives up when Cancel is pressed', async () => {
    const { write, free, press, requests } = await startTry()
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Waiting/ })).toBeNull())
    free()
    await settled(write)
    expect(write.error).toBeInstanceOf(LockCancelledError)
    expect(await screen.findByText(/Letters.* was not renamed/)).toBeVisible()
    expect(sent(requests)).toHaveLength(2)
  })

  it('says what has succeeded when Cancel comes too late', async () => {
    const { write, free, press, service } = await startTry()
    releaseAll(service)
    await press('Cancel')
    free()
    await settled(write)
    expect(write.error).toBeUndefined()
    // The one message, which can take it back.
    expect(await screen.findByText(/Letters.* renamed to .*Post/)).toBeVisible()
    expect(screen.queryByText(/free again/)).not.toBeInTheDocument()
  })

  it('opens the dialog after it when Show is pressed', async () => {
    const { free, press, requests } = await startTry()
    await press('Show')
    free()
    await dialog()
    expect(sent(requests)).toHaveLength(2)
    await press('Cancel')
  })

  it('tries at once again when Retry is pressed', async () => {
    const { write, free, press, service, faults, requests } = await startTry()
    const next = held()
    faults.next('POST /file/rename', next.fault)
    await press('Retry')
    // Nothing is tried by itself on a page that nobody sees.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    free()
    await waitFor(() => expect(sent(requests)).toHaveLength(3))
    releaseAll(service)
    next.free()
    await settled(write)
    expect(write.error).toBeUndefined()
  })
})
