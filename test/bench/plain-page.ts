import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { AppServer } from '../browser/app-server.ts'

/**
 * The app's server behind one that also has `/plain`: the same frame, style and requests, drawn by a few lines. Both sides
 * of a ratio go the same way. Returns it with the function to stop it.
 */
export async function servePlainPage(
  server: AppServer,
  html: { styles: string; model: string; frame: string },
) {
  const script = `
    const model = ${JSON.stringify(html.model)}
    const post = (path, body) => fetch('/api/v4' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const { refresh } = JSON.parse(localStorage.getItem('latchkey.session'))
    const { data: token } = await (await post('/session/token/refresh', { refresh_token: refresh })).json()
    const get = async (path) => (await fetch('/api/v4' + path, { headers: { authorization: 'Bearer ' + token.access_token } })).json()
    get('/user/me'); get('/user/capacity')
    const { data } = await get('/share?page_size=100&order_direction=desc')
    const holder = document.createElement('template')
    holder.innerHTML = model
    const rows = document.querySelector('[role=grid] > [role=rowgroup]:nth-of-type(2)')
    data.shares.slice(0, 24).forEach((share, index) => {
      const row = holder.content.firstElementChild.cloneNode(true)
      row.dataset.index = index
      row.style.transform = 'translateY(' + index * 44 + 'px)'
      row.querySelector('bdi, [role=gridcell]:nth-child(2) span:last-child').textContent = share.name
      rows.append(row)
    })`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>plain</title>${html.styles}<script type="module" src="/plain.js"></script></head><body><div id="root">${html.frame}</div></body></html>`
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
