import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { findChromium } from '../../browser/app-server.ts'

/*
 * A browser without a driver. Playwright has every request told to it with its whole body, and a part of an upload
 * then takes eight times as long as it takes a user.
 */

export type BarePage = {
  goto: (url: string) => Promise<void>
  /** The value of an expression, or of the promise that it is. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Asks every 100 ms until the expression is true. Throws after `timeout` ms. */
  until: (expression: string, timeout?: number) => Promise<void>
  chooseFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** Bytes of the page's own memory after what is no longer needed is gone. */
  heap: () => Promise<number>
  close: () => Promise<void>
}

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

/** Opens one tab of a fresh profile; `script` runs before anything of each page does. */
export async function openBarePage(script: string): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  const browser = spawn(
    findChromium(),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-pipe',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const ended = once(browser, 'exit')
  const [, , , commands, answers] = browser.stdio as unknown as [
    null,
    null,
    null,
    Writable,
    Readable,
  ]
  const waiting = new Map<number, (answer: Answer) => void>()
  let text = ''
  answers.on('data', (data: Buffer) => {
    const messages = (text + data.toString()).split('\0')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  let lastId = 0
  let sessionId: string | undefined
  async function send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++lastId
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    commands.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    const { result = {}, error } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const attached = await send('Target.attachToTarget', { targetId, flatten: true })
  sessionId = attached['sessionId'] as string
  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: script })

  const page: BarePage = {
    goto: async (url) => {
      await send('Page.navigate', { url })
    },
    evaluate: async <T>(expression: string) => {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })) as { result: { value: T }; exceptionDetails?: object }
      if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
      return result.value
    },
    until: async (expression, timeout = 60_000) => {
      const end = Date.now() + timeout
      while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
        if (Date.now() > end) throw new Error(`It never came to be: ${expression}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    chooseFiles: async (selector, paths) => {
      const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
      const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector })
      await send('DOM.setFileInputFiles', { nodeId, files: paths })
    },
    heap: async () => {
      await send('HeapProfiler.collectGarbage')
      const { usedSize } = await send('Runtime.getHeapUsage')
      return Number(usedSize)
    },
    close: async () => {
      browser.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return page
}
