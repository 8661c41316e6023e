import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { type AppServer, rowsOf, visit } from '../../browser/app-server.ts'

type Model = { styles: string; row: string; frame: string; listPath: string }

/** The styles, the frame and one row of the app's own page, and what it asks the service for. */
export async function readModel(browser: Browser, server: AppServer, path: string): Promise<Model> {
  const { page, context } = await visit(browser, server, { as: 'owner' })
  const listed = page.waitForRequest((asked) => /\/api\/v4\/(?:share|file)\?/.test(asked.url()))
  await page.goto(path)
  const { pathname, search } = new URL((await listed).url())
  await rowsOf(page).first().waitFor()
  const html = await page.evaluate(() => {
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map(
      (link) => link.outerHTML,
    )
    const first = document.querySelector('[data-index]') as HTMLElement
    const row = first.outerHTML
    first.parentElement?.replaceChildren()
    const frame = document.getElementById('root')?.innerHTML ?? ''
    return { styles: styles.join(''), row, frame }
  })
  await context.close()
  return { ...html, listPath: pathname + search }
}

/**
 * The app's server behind one that also has `/plain`: the same frame, style and requests, drawn by a few lines. Both sides
 * of a ratio go the same way. Returns it with the function to stop it.
 */
export async function servePlainPage(server: AppServer, { styles, row, frame, listPath }: Model) {
  const script = `
    const model = ${JSON.stringify(row)}
    const post = (path, body) => fetch('/api/v4' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const { refresh } = JSON.parse(localStorage.getItem('latchkey.session'))
    const { data: token } = await (await post('/session/token/refresh', { refresh_token: refresh })).json()
    const { data } = await (await fetch(${JSON.stringify(listPath)}, { headers: { authorization: 'Bearer ' + token.access_token } })).json()
    const holder = document.createElement('template')
    holder.innerHTML = model
    const rows = document.querySelector('[role=grid] > [role=rowgroup]:nth-of-type(2)')
    ;(data.shares ?? data.files).slice(0, 24).forEach((item, index) => {
      const row = holder.content.firstElementChild.cloneNode(true)
      row.dataset.index = index
      row.style.transform = 'translateY(' + index * 44 + 'px)'
      row.querySelector('bdi, [role=gridcell]:nth-child(2) span:last-child').textContent = item.name
      rows.append(row)
    })`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>plain</title>${styles}<script type="module" src="/plain.js"></script></head><body><div id="root">${frame}</div></body></html>`
  const own: Record<string, [string, Buffer]> = {
    '/plain': ['text/html', gzipSync(page)],
    '/plain.js': ['text/javascript', gzipSync(script)],
  }
  const proxy = createServer((incoming, outgoing) => {
    const found = own[incoming.url ?? '']
    if (found) {
      outgoing.writeHead(200, { 'content-type': found[0], 'content-encoding': 'gzip' })
      outgoing.end(found[1])
      return
    }
    const { url = '/', method = 'GET', headers } = incoming
    const passed = request(new URL(url, server.address), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const stop = () => {
    proxy.close()
    proxy.closeAllConnections()
  }
  return [{ ...server, address: `http://127.0.0.1:${port}/` }, stop] as const
}
