import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { killedAfterEach } from './processes/child-processes.ts'
import { readyAddress } from './processes/ready-address.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch: string[] = []
const children = killedAfterEach()

afterEach(() => {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The sources in a folder of this name, without the tests; what is installed is linked. */
function checkout(name: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-build-'))
  scratch.push(parent)
  const folder = join(parent, name)
  mkdirSync(folder)
  for (const part of ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Runs what `npm start` runs, and returns the address once it is ready. */
function start(folder: string): Promise<string> {
  const options = ['--port', '0', '--world', 'empty', '--data', join(folder, '.data')]
  const child = spawn(process.execPath, [join(folder, 'src/server/start.mjs'), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return readyAddress(child)
}

it('builds and starts in a folder of any name', async () => {
  const address = await start(checkout('production query, größer'))
  const page = await (await fetch(address)).text()
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path,
  )
  expect(scripts.length).toBeGreaterThan(4)
  for (const path of scripts) {
    const response = await fetch(new URL(path ?? '', address))
    expect(response.status, path).toBe(200)
    expect(response.headers.get('Content-Type'), path).toMatch(/javascript|css/)
  }
}, 120_000)
