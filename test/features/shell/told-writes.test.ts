import { expect, it, vi } from 'vitest'
import { createEmptyItem } from '#src/api/files/files.ts'
import { noteWrite, tellOfWrites } from '#src/api/wire/event-stream.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { domState } from '../../dom/dom-state.ts'
import { setUp } from './event-fixtures.ts'

function reportWrite(path: string): void {
  noteWrite(path)
  tellOfWrites()
}

/** A tab without a stream, and how often another one has heard of a change. */
async function listenToTab() {
  const { userId, faults, streams, tab } = await setUp()
  faults.always('GET /file/events', { kind: 'status', status: 404 })
  const heard: unknown[] = []
  const channel = new BroadcastChannel(`latchkey.events.${userId}`)
  domState.cleanups.push(() => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
    if (data.type === 'changed') heard.push(data)
  })
  return {
    faults,
    streams,
    tab,
    heard,
    /** Lets time pass, and messages arrive. */
    pass: async (ms: number) => {
      vi.advanceTimersByTime(ms)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('G12 other tabs hear of what was written before it followed the events, also without a stream', async () => {
  const { tab, heard } = await listenToTab()
  await createEmptyItem('svc://my/Early', 'folder')
  tab()
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5_000 })
})

it('G12 other tabs hear of a write whose answer was lost, once the service answers again', async () => {
  const { faults, streams, tab, heard, pass } = await listenToTab()
  tab()
  await vi.waitFor(() => expect(streams().at(-1)?.status).toBe(404))
  faults.next('POST /file/create', { kind: 'lost' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await expect(createEmptyItem('svc://my/Lost', 'folder')).rejects.toThrow('network')
  await pass(2_000)
  // Lists that are read during an outage would only fail.
  expect(heard).toHaveLength(0)
  await findItemAtUri('svc://my/Lost')
  await pass(2_000)
  expect(heard).toHaveLength(1)
})

it('G12 other tabs hear of a long row of writes while it goes on', async () => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let second = 1; second <= 10; second++) {
    reportWrite('/file/restore')
    await pass(1_000)
    if (second === 3) expect(heard).toHaveLength(1)
  }
  expect(heard).toHaveLength(5)
})

it('G12 other tabs hear at once of what was written in a tab that is closed', async () => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dispatchEvent(new Event('pagehide'))
  await pass(0)
  expect(heard).toHaveLength(0)
  reportWrite('/file/restore')
  dispatchEvent(new Event('pagehide'))
  await pass(0)
  expect(heard).toHaveLength(1)
  await pass(5_000)
  expect(heard).toHaveLength(1)
})

it.each([
  ['/file/wopi/a1B2', 0],
  ['/file/wopi/a1B2/contents', 1],
  ['/file/lock', 0],
  ['/file/url', 0],
  ['/file/viewerSession', 0],
  ['/file/view', 0],
  ['/file/content', 1],
  ['/file/rename', 1],
  ['/file/upload', 1],
  ['/file/upload/a1B2/0', 0],
  ['/share', 0],
])('G12 other tabs hear of a write to %s: %i times', async (path, times) => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reportWrite(path)
  await pass(2_000)
  expect(heard).toHaveLength(times)
})
