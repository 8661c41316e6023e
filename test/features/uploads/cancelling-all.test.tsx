import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { controlTimers, findInterruptedWork } from '../../dom/dom-timers.ts'
import {
  atWork,
  choose,
  chunk,
  file,
  isPart,
  listed,
  lockCount,
  panel,
  sent,
  uploadCount,
} from './fixtures.tsx'

const press = async (app: Awaited<ReturnType<typeof atWork>>, name: string) =>
  app.user.click(within(await panel()).getByRole('button', { name }))
const noPanel = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())

/** An upload that a reload has interrupted, and another one that is under way. */
async function interruptedAndRunning() {
  const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
  choose([file('film.bin', chunk + 1)])
  await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
  await app.reload()
  await findInterruptedWork()
  await screen.findByLabelText(/^Resume .*film\.bin/)
  app.faults.always(isPart(0), { kind: 'stall' })
  choose([file('other.txt')])
  await waitFor(() => expect(uploadCount(app)).toBe(2))
  return app
}

async function confirmFor(app: Awaited<ReturnType<typeof atWork>>, count: number) {
  const name = `Cancel ${count} upload${count === 1 ? '' : 's'}?`
  const dialog = within(await screen.findByRole('dialog', { name }))
  await app.user.click(dialog.getByRole('button', { name: /^Cancel upload/ }))
}

describe('F2 cancelling all uploads', () => {
  beforeEach(controlTimers)

  it('leaves the one that a reload has interrupted, which the question does not count', async () => {
    const app = await interruptedAndRunning()
    await press(app, 'Cancel all…')
    await confirmFor(app, 1)
    await waitFor(() => expect(screen.queryByText('other.txt')).toBeNull())
    await waitFor(() => expect(uploadCount(app)).toBe(1))
    expect(screen.getByLabelText(/^Resume .*film\.bin/)).toBeInTheDocument()
    expect(lockCount(app)).toBe(1)
  })

  it('by closing the panel only hides that one', async () => {
    const app = await interruptedAndRunning()
    await press(app, 'Close uploads')
    await confirmFor(app, 1)
    await noPanel()
    await waitFor(() => expect(uploadCount(app)).toBe(1))
    await app.reload()
    await findInterruptedWork()
    expect(await screen.findByLabelText(/^Resume .*film\.bin/)).toBeInTheDocument()
  })

  it('asks about those that have failed and could be sent again, too', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.next(isPart(1), {
          kind: 'json',
          body: { code: ErrorCode.ioFailed, msg: 'I/O operation failed' },
        }),
    })
    choose([file('film.bin', chunk + 1)])
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent('out of disk space'),
    )
    expect(uploadCount(app)).toBe(1)
    await press(app, 'Close uploads')
    await screen.findByRole('dialog', { name: 'Cancel 1 upload?' })
    expect(uploadCount(app)).toBe(1)
    await confirmFor(app, 1)
    await noPanel()
    await waitFor(() => expect(uploadCount(app)).toBe(0))
  })
})
