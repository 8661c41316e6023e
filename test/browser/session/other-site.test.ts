import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../../processes/listen.ts'
import { rowsOf, linkListReady, signIn, signInByRequest } from '../app-server.ts'
import { journeys } from '../journeys.ts'

const here = journeys()

/** Serves an empty page at `localhost`, which is another site than `127.0.0.1`. */
const openOtherSite = () =>
  listen(
    createServer((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>x</title>')
    }),
    'localhost',
  )

test('G2: a page of another site can neither end, use nor overhear the session that two tabs share', async () => {
  const other = await openOtherSite()
  const { page, tab, leave } = await here.visit()
  try {
    await page.goto('shares')
    await signIn(page, here.server)
    await linkListReady(page)
    const second = await tab()
    await second.goto('shares')
    await rowsOf(second).first().waitFor()

    const foreign = await page.context().newPage()
    await foreign.goto(other.address)
    const { email } = here.server.account('owner')
    const outcome = foreign.evaluate(
      async ({ app, mail }) => {
        const post = (path: string, body: object) =>
          fetch(`${app}api/v4${path}`, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            body: JSON.stringify(body),
          }).then(
            ({ type }) => type,
            () => 'failed',
          )
        const heard: unknown[] = []
        const channel = new BroadcastChannel('latchkey.session')
        channel.addEventListener('message', ({ data }) => heard.push(data))
        const writes: string[] = []
        for (let attempt = 0; attempt < 12; attempt++) {
          writes.push(await post('/session/token', { email: mail, password: 'wrong guess' }))
        }
        writes.push(await post('/session/token/refresh', { refresh_token: '' }))
        const read = await fetch(`${app}api/v4/user/me`).then(
          () => 'read',
          () => 'refused',
        )
        const frame = document.createElement('iframe')
        frame.src = `${app}shares`
        const framed = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await framed
        let seen = 'nothing'
        try {
          seen = frame.contentWindow?.location.href ?? 'nothing'
        } catch {
          seen = 'nothing'
        }
        return { writes: [...new Set(writes)], read, seen, stored: localStorage.length, heard }
      },
      { app: here.server.address, mail: email },
    )
    // Both tabs renew the session at once, while the other page does what it can.
    await Promise.all([page.reload(), second.reload()])
    await Promise.all([linkListReady(page), rowsOf(second).first().waitFor()])
    expect(await outcome).toMatchObject({ read: 'refused', stored: 0, heard: [] })
    expect((await outcome).seen).not.toContain('/shares')
    expect((await outcome).writes).not.toContain('basic')

    await Promise.all([page.reload(), second.reload()])
    await Promise.all([linkListReady(page), rowsOf(second).first().waitFor()])
    // The account is not closed by twelve wrong passwords.
    expect((await signInByRequest(here.server, 'owner')).access).not.toBe('')
    await foreign.close()
    await leave()
  } finally {
    await other.close()
  }
})
