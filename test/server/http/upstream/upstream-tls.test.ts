import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeSelfSigned } from './self-signed.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))
const certificate = makeSelfSigned()
const certificateFile = join(scratch, 'authority.pem')
let real: Server
let seen: string[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  // Trust is read when a process starts, so the forwarding server runs in one of its own.
  await build({
    root,
    logLevel: 'error',
    build: { ssr: 'src/server/http/upstream/upstream.ts', outDir: scratch, emptyOutDir: false },
  })
  writeFileSync(
    join(scratch, 'forward.mjs'),
    `import { createServer } from 'node:http'
import { createUpstreamProxy } from './upstream.js'
const server = createServer(createUpstreamProxy(new URL(process.argv[2])))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`,
  )
  writeFileSync(certificateFile, certificate.cert)
  real = createServer(certificate, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"code":0,"data":"pong","msg":""}')
  })
  real.listen(0, '127.0.0.1')
  await once(real, 'listening')
}, 60_000)
afterEach(async () => {
  seen = []
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
})
afterAll(() => {
  real.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** Starts a server that forwards to `host` on the port of the real server. */
async function forward(env: Record<string, string> = {}, host = '127.0.0.1') {
  const origin = `https://${host}:${(real.address() as AddressInfo).port}`
  const child = spawn(process.execPath, [join(scratch, 'forward.mjs'), origin], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    ask: () =>
      fetch(`http://127.0.0.1:${port}/api/v4/site/ping`, {
        headers: { authorization: 'Bearer secret' },
      }),
    complaints: () => complaints,
  }
}

describe('a real server behind TLS', () => {
  it('gets no request when its certificate is not trusted, and both sides are told why', async () => {
    const { ask, complaints } = await forward()
    const answer = await ask()
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({
      code: -1,
      msg: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached$/),
      error: 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    })
    await expect
      .poll(complaints)
      .toMatch(
        /^Latchkey: https:\/\/127\.0\.0\.1:\d+ cannot be reached: its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/m,
      )
    // The reason is printed once, not for every request.
    expect((await ask()).status).toBe(502)
    expect(complaints().match(/cannot be reached/g)).toHaveLength(1)
    expect(seen).toEqual([])
  })

  it('is spoken to when NODE_EXTRA_CA_CERTS names its certificate', async () => {
    const { ask, complaints } = await forward({ NODE_EXTRA_CA_CERTS: certificateFile })
    const answer = await ask()
    expect(await answer.json()).toMatchObject({ code: 0, data: 'pong' })
    expect(seen).toEqual(['GET /api/v4/site/ping Bearer secret'])
    expect(complaints()).toBe('')
  })

  it('is not spoken to under a name that its certificate does not have', async () => {
    const { ask } = await forward({ NODE_EXTRA_CA_CERTS: certificateFile }, 'localhost')
    expect(await (await ask()).json()).toMatchObject({
      error: 'its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)',
    })
    expect(seen).toEqual([])
  })
})
