import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  type Look,
  openBrowser,
  type Role,
  signInByRequest,
  startWorld,
  visit,
  type World,
} from './world.ts'

/** One browser and one service in the sample world for all journeys of a file: call it at the top of the file. */
export function journeys() {
  let browser: Browser
  let world: World
  let data: string
  const bearers = new Map<Role, string>()
  beforeAll(async () => {
    browser = await openBrowser()
    world = await startWorld()
    data = world.data
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
    if (data) await rm(data, { recursive: true, force: true })
  })

  async function bearerOf(role: Role): Promise<string> {
    const bearer = bearers.get(role) ?? (await signInByRequest(world, role)).access
    bearers.set(role, bearer)
    return bearer
  }
  return {
    get world(): World {
      return world
    },
    get browser(): Browser {
      return browser
    },
    visit: (look?: Look) => visit(browser, world, look),
    /** Asks the service without a page; the answer's data. A refusal fails the journey. */
    ask: async <T>(
      method: string,
      path: string,
      body?: unknown,
      role: Role = 'owner',
    ): Promise<T> => {
      const answer = await fetch(`${world.address}api/v4${path}`, {
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
      const port = Number(new URL(world.address).port)
      await world.kill()
      await meanwhile()
      world = await startWorld({ data, port })
    },
  }
}
