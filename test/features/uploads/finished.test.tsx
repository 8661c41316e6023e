import { act, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { atWork, choose, ends, file, isPart, panel } from './fixtures.tsx'

/** From here on, the test decides how time passes. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shownPanel = () => screen.queryByRole('region', { name: 'Uploads' })

describe('F2 what is said of uploads when they are over', () => {
  it('goes by itself when all is uploaded, but not while I point at it', async () => {
    const { user } = await atWork()
    choose([file('new.txt')])
    await ends('1 file uploaded')
    const uploads = await panel()
    holdTime()
    await user.hover(uploads)
    wait(8000)
    expect(uploads).toBeVisible()
    await user.unhover(uploads)
    wait(7100)
    expect(shownPanel()).toBeNull()
  })

  it('stays when one has failed', async () => {
    const { user } = await atWork({
      faults: (faults) =>
        faults.next(isPart(0), {
          kind: 'json',
          body: { code: ErrorCode.ioFailed, msg: 'I/O operation failed' },
        }),
    })
    choose([file('refused.txt')])
    await ends('1 file could not be uploaded')
    choose([file('new.txt')])
    await ends('1 file uploaded')
    const uploads = await panel()
    holdTime()
    await user.hover(uploads)
    await user.unhover(uploads)
    wait(20_000)
    expect(shownPanel()).toBeVisible()
  })
})
