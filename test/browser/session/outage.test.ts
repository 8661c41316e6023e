import { createServer, request } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listen } from '../../processes/listen.ts'
import { rowsOf, takeScreenshot, visit } from '../app-server.ts'
import { type Running, startFront } from '../files/storage-servers.ts'
import { journeys } from '../journeys.ts'

/* The service ends and comes back while a proxy stands before it and answers in its place. */

const on = journeys()
/** This many items are sent in three requests. */
const count = 210

/** What a web server in front of the service does: it passes everything on, and answers 502 with a page when it cannot. */
async function startPlainProxy(service: string): Promise<Running> {
  const server = createServer((asked, response) => {
    const url = new URL(asked.url ?? '/', service)
    const sent = request(url, { method: asked.method, headers: asked.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy()).pipe(response)
    })
    sent.on('error', () => {
      if (response.headersSent) response.destroy()
      else {
        response
          .writeHead(502, { 'content-type': 'text/html' })
          .end('<html><head><title>502 Bad Gateway</title></head><body>502</body></html>')
      }
    })
    response.on('close', () => sent.destroy())
    asked.pipe(sent)
  })
  return listen(server)
}

const namesIn = async (uri: string): Promise<string[]> => {
  const query = `uri=${encodeURIComponent(uri)}&page_size=2000&order_by=name`
  const { files } = await on.ask<{ files: { name: string }[] }>('GET', `/file?${query}`)
  return files.map(({ name }) => name)
}

async function seedDeleted(folder: string): Promise<void> {
  const uris = Array.from({ length: count }, (_, at) => `svc://my/${folder}/${folder} ${at}.txt`)
  for (const uri of uris) await on.ask('POST', '/file/create', { uri, type: 'file' })
  await on.ask('DELETE', '/file', { uris })
}

/** Lets the first request of a restore through and keeps the others until they are let go. */
async function holdRestore(page: Page): Promise<() => void> {
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  let sent = 0
  await page.route('**/file/restore', async (route) => {
    if (++sent > 1) await freed
    await route.continue().catch(() => undefined)
  })
  return () => free()
}

test.each<[string, string, (service: string) => Promise<Running>]>([
  ['--upstream', 'Upstream', (service) => startFront(service, [])],
  ['a plain proxy', 'Gateway', startPlainProxy],
])(
  'R3, T3: behind %s, the service is killed in the middle of a restore and everything is back in the end',
  async (_proxy, folder, startProxy) => {
    await seedDeleted(folder)
    const proxy = await startProxy(on.server.address)
    const server = { address: proxy.address, account: on.server.account }
    const { page, leave, allow } = await visit(on.browser, server, { as: 'owner' })
    allow(/./)
    const release = await holdRestore(page)
    await page.goto(`trash?q=${folder}`)
    await rowsOf(page).first().waitFor()
    // The list is the whole trash, with the items that the sample data deleted.
    await page
      .getByRole('status')
      .getByText(/^2\d\d (?:of [\d,]+ )?items/)
      .first()
      .waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('progressbar', { name: `Restoring 100 of ${count}` }).waitFor()
    await on.powerCut(async () => {
      release()
      await page.getByText('Waiting for the service').first().waitFor()
      await takeScreenshot(page, `outage-${folder}`)
    })
    await page.getByRole('status').getByText(`${count} items restored`).waitFor({ timeout: 60_000 })
    expect(await namesIn(`svc://my/${folder}`)).toHaveLength(count)
    expect((await namesIn('svc://trash')).filter((name) => name.startsWith(folder))).toEqual([])
    await leave()
    await proxy.close()
  },
  120_000,
)

test('G9: a dialog whose style sheet was lost in an outage is drawn with it', async () => {
  const { page, allow, leave } = await on.visit({ as: 'owner' })
  allow(/Failed to load resource|Unable to preload CSS/)
  let asked = 0
  await page.route('**/CopyToSubfolders-*.css', (route) =>
    ++asked === 1 ? route.abort() : route.continue(),
  )
  await page.goto(`view-settings?folder=${encodeURIComponent('svc://my/Photos')}`)
  // All code is fetched when the page is idle.
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Copy to subfolders…' }).click()
  await page.getByRole('treeitem').first().waitFor()
  const sheets = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .map(({ href }) => href)
        .filter((href) => href?.includes('/CopyToSubfolders-')),
    )
  await expect.poll(sheets).toHaveLength(1)
  await leave()
})
