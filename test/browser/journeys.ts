import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  type VisitOptions,
  openBrowser,
  type Role,
  signInByRequest,
  startAppServer,
  visit,
  type AppServer,
} from './app-server.ts'

/**
 * One browser and one service in the sample data for all journeys of a file: call it at the top of the file. `flags` are
 * those of `start-quickly.mjs`.
 */
export function journeys(...flags: string[]) {
  let browser: Browser
  let server: AppServer
  let data: string
  const bearers = new Map<Role, string>()
  beforeAll(async () => {
    browser = await openBrowser()
    server = await startAppServer({ flags, passwords: 'quick' })
    data = server.data
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    if (data) await rm(data, { recursive: true, force: true })
  })

  async function bearerOf(role: Role): Promise<string> {
    const bearer = bearers.get(role) ?? (await signInByRequest(server, role)).access
    bearers.set(role, bearer)
    return bearer
  }
  return {
    get server(): AppServer {
      return server
    },
    get browser(): Browser {
      return browser
    },
    visit: (look?: VisitOptions) => visit(browser, server, look),
    /** Sends a request without a page and returns the data of the answer. A refusal fails the journey. */
    ask: async <T>(
      method: string,
      path: string,
      body?: unknown,
      role: Role = 'owner',
    ): Promise<T> => {
      const answer = await fetch(`${server.address}api/v4${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await bearerOf(role)}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
      expect(code, `${method} ${path}: ${msg}`).toBe(0)
      return data
    },
    /** Ends the service as a power cut would, lets `meanwhile` happen, and starts it again in the same place. */
    powerCut: async (meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
      const port = Number(new URL(server.address).port)
      await server.kill()
      await meanwhile()
      server = await startAppServer({ data, port, flags, passwords: 'quick' })
    },
  }
}
