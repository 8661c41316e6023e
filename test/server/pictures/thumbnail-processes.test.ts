import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import {
  UnrenderablePictureError,
  createThumbnailProcesses,
  type ThumbnailLimits,
} from '#src/server/pictures/thumbnail-processes.ts'

const size = { width: 40, height: 30 }
const program = fileURLToPath(
  new URL('../../../src/server/pictures/draw-thumbnails.mjs', import.meta.url),
)
const created: { close(): void }[] = []
afterEach(() => {
  for (const processes of created.splice(0)) processes.close()
})
function create(limits: Partial<ThumbnailLimits> = {}) {
  const processes = createThumbnailProcesses(size, limits)
  created.push(processes)
  return processes
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
const streamOf = (bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes)).body ?? new ReadableStream()
const small = async () => streamOf(await flat(80, 20).png().toBuffer())
/** A content that never comes to its end. */
const endless = () => Promise.resolve(new ReadableStream<Uint8Array>())

describe('Security 7 a picture', () => {
  test('is drawn in another process, which is used again', async () => {
    const processes = create()
    for (let round = 0; round < 3; round++) {
      const { format, width, height } = await sharp(await processes.draw(small)).metadata()
      expect([format, width, height]).toEqual(['webp', 40, 10])
    }
    await expect(processes.draw(() => Promise.resolve(streamOf(Buffer.from('x'))))).rejects.toThrow(
      UnrenderablePictureError,
    )
    await processes.draw(small)
  })

  test.each([
    ['time', { maxTimeMs: 1 }, 'took too long'],
    ['memory', { maxMemory: 1 }, 'took too much memory'],
  ])('that takes too much %s ends its process and no other', async (_, limit, reason) => {
    const processes = create({ ...limit, processes: 1 })
    const other = create()
    const drawn = other.draw(small)
    await expect(processes.draw(endless)).rejects.toThrow(reason)
    await drawn
    // Another process takes its place.
    await expect(processes.draw(endless)).rejects.toThrow(reason)
  })

  test('that takes too much memory ends its process also where nobody can look at it from outside', async () => {
    const child = fork(program, ['40', '30', '1'], { execArgv: [], serialization: 'advanced' })
    await once(child, 'message')
    // Decoding takes several times as long as it takes to look.
    child.send(await flat(5_000, 5_000).gif().toBuffer())
    child.send('end')
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('is opened when a process has time for it', async () => {
    const processes = create({ processes: 2 })
    let opened = 0
    let finish: () => void = () => undefined
    const isFinished = new Promise<void>((resolve) => (finish = resolve))
    const open = async () => {
      opened++
      await isFinished
      return small()
    }
    const drawn = Promise.all([1, 2, 3, 4].map(() => processes.draw(open)))
    await expect.poll(() => opened).toBe(2)
    finish()
    expect(await drawn).toHaveLength(4)
    expect(opened).toBe(4)
  })

  test('waits for at most so many others', async () => {
    const processes = create({ processes: 1, maxWaiting: 1 })
    let opened = 0
    const open = () => {
      opened++
      return small()
    }
    const [first, second, third] = await Promise.allSettled(
      [1, 2, 3].map(() => processes.draw(open)),
    )
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(third).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    expect(opened).toBe(2)
  })

  test('is given up with the service, and nothing is said about it', async () => {
    const processes = create()
    const drawing = processes.draw(() => {
      setImmediate(() => processes.close())
      return endless()
    })
    await expect(drawing).rejects.toThrow('the service has ended')
    await expect(processes.draw(small)).rejects.toThrow('the service has ended')
  })

  test('is given up when the service is killed', async () => {
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { fork } from 'node:child_process'
       const child = fork(${JSON.stringify(program)}, ['40', '30', '1'], { execArgv: [] })
       child.on('message', () => console.log(child.pid))`,
    ])
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const isRunning = () => {
      try {
        return process.kill(Number(line), 0)
      } catch {
        return false
      }
    }
    expect(isRunning()).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false)
  })
})
