import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDataFolder } from '#src/server/storage/data-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dev-'))
  const { service } = await openDataFolder({
    folder,
    world: 'empty',
    reset: false,
    restoreCopy: undefined,
    captcha: false,
  })
  service.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

it('R5: the development server serves the sources and the service on one port', async () => {
  const { VITEST: _runner, NODE_ENV: _mode, ...env } = process.env
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), '--port', '0', '--host', '127.0.0.1'],
    { cwd: root, env: { ...env, LATCHKEY_DEV_DATA: folder, NO_COLOR: '1' } },
  )
  try {
    let printed = ''
    const address = await new Promise<string>((resolve, reject) => {
      const read = (part: Buffer) => {
        printed += String(part)
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed)
        if (found) resolve(found[0])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => reject(new Error(printed)))
    })
    const page = await (await fetch(address)).text()
    expect(page).toContain('/@vite/client')
    expect(page).toContain('/src/main.tsx')
    const source = await fetch(`${address}src/main.tsx`)
    expect(source.headers.get('content-type')).toContain('javascript')
    expect(await source.text()).toContain('createAppRouter')
    const config = await fetch(`${address}api/v4/site/config/login`)
    expect(await config.json()).toMatchObject({ code: 0, data: { login_captcha: false } })
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}, 60_000)
