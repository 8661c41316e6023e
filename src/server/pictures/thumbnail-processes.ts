import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { isUint8Array } from 'node:util/types'
import * as v from 'valibot'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import { tooBusyError } from '#src/server/http/responses/envelope.ts'
import { serverFilePath } from '#src/server/server-file.ts'

/** Why a picture has no thumbnail: it is none, is too large, or ended the process that drew it. */
export class UnrenderablePictureError extends Error {
  override name = 'UnrenderablePictureError'
}

/**
 * Draws thumbnails in child processes, which are started on demand: decoders are native code, and a small picture can
 * take gigabytes or never end.
 */
export type ThumbnailProcesses = {
  /**
   * The thumbnail of a picture, as WebP. Throws {@link UnrenderablePictureError}, a refusal (HTTP 503) when too many pictures wait,
   * the error of `open` or of its stream, and another one when there is no process to draw in.
   */
  draw(open: () => Promise<ReadableStream<Uint8Array>>): Promise<Uint8Array>
  /** Ends the processes, and with them what is being drawn. */
  close(): void
}

export type ThumbnailLimits = {
  /** Resident memory of a process in bytes, and milliseconds for one picture; a process beyond them is killed. */
  readonly maxMemory: number
  readonly maxTimeMs: number
  /** Processes, each of which draws one picture at a time, and pictures that may wait for them. */
  readonly processes: number
  readonly maxWaiting: number
}

const defaultLimits: ThumbnailLimits = {
  maxMemory: 512 * 1024 * 1024,
  maxTimeMs: 10_000,
  processes: 2,
  maxWaiting: 100,
}

/** Milliseconds between two looks at the memory of a process. */
const watchIntervalMs = 50
/** Milliseconds after which an unused process is ended. */
const idleTimeMs = 60_000

const Answer = v.union([
  v.object({ thumb: v.custom<Uint8Array>(isUint8Array) }),
  v.object({ fault: v.string() }),
])
type Answer = v.InferOutput<typeof Answer>

/** Resident memory of a process in bytes; 0 where the system does not say. */
function residentMemory({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The next message of a process. Rejects when the process ends before, or could not be started. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('the process has ended')
      }),
    ])
  } finally {
    over.abort()
  }
}

/** Sends the pieces of a content one after the other. Ends early when the process has ended. */
async function sendContent(
  child: ChildProcess,
  content: ReadableStream<Uint8Array>,
): Promise<void> {
  const send = (message: Uint8Array | string) =>
    new Promise<boolean>((resolve) => child.send(message, (error) => resolve(error === null)))
  for await (const piece of content) if (!(await send(piece))) return
  await send('end')
}

/**
 * Creates the processes of a service; none is started yet. Thumbnails are at most `size` pixels and keep the aspect
 * ratio.
 */
export function createThumbnailProcesses(
  { width, height }: { readonly width: number; readonly height: number },
  given: Partial<ThumbnailLimits> = {},
): ThumbnailProcesses {
  const limits = { ...defaultLimits, ...given }
  const limiter = createConcurrencyLimiter(limits.processes)
  const running = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  let isClosed = false

  async function start(): Promise<ChildProcess> {
    if (isClosed) throw new Error('the service has ended')
    const args = [width, height, limits.maxMemory].map(String)
    const child = fork(serverFilePath('pictures/draw-thumbnails.mjs'), args, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running.add(child)
    const forget = () => {
      running.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    }
    child.on('exit', forget)
    child.on('error', forget)
    // The service can end without it.
    child.unref()
    child.channel?.unref()
    await nextMessage(child)
    return child
  }

  function takeIdle(): ChildProcess | undefined {
    const [child] = idle.keys()
    if (!child) return undefined
    clearTimeout(idle.get(child))
    idle.delete(child)
    return child
  }

  function putBack(child: ChildProcess): void {
    // What a decoder has not given back must not count against the next picture.
    if (residentMemory(child) > limits.maxMemory / 2) child.kill('SIGKILL')
    else idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleTimeMs).unref())
  }

  async function drawIn(child: ChildProcess, content: ReadableStream<Uint8Array>): Promise<Answer> {
    let fault: string | undefined
    const kill = (reason: string) => {
      fault ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill('took too long'), limits.maxTimeMs)
    const watch = setInterval(() => {
      if (residentMemory(child) > limits.maxMemory) kill('took too much memory')
    }, watchIntervalMs)
    try {
      const answered = nextMessage(child).catch(() => {
        if (isClosed) throw new Error('the service has ended')
        throw new UnrenderablePictureError(fault ?? 'ended the process that drew it')
      })
      const [answer] = await Promise.all([answered, sendContent(child, content)])
      return v.parse(Answer, answer)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
    }
  }

  return {
    async draw(open) {
      if (limiter.waiting() >= limits.maxWaiting) throw tooBusyError('Too many pictures')
      return limiter.run(async () => {
        const child = takeIdle() ?? (await start())
        try {
          const answer = await drawIn(child, await open())
          if ('fault' in answer) throw new UnrenderablePictureError(answer.fault)
          return answer.thumb
        } finally {
          if (running.has(child) && !child.killed) putBack(child)
        }
      })
    },
    close() {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}
