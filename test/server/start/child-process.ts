import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { killedAfterEach } from '../../processes/child-processes.ts'
import { readyAddress } from '../../processes/ready-address.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const page =
  '<!doctype html><meta name="latchkey:scheme" content="svc" /><meta name="latchkey:dav" content="" /><p>here</p>'
/** A folder for this file, removed at its end. Packages are found from it. */
export const scratch = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction')
const children = killedAfterEach()

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

export interface Started {
  child: ChildProcess
  /** Everything printed so far. */
  printed: () => string
  /** The exit code, once it ended. */
  ended: Promise<number | null>
  /** The address, once it is ready; rejected when it ends before. */
  address: Promise<string>
}

export function launch(script: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: dirname(script),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const address = readyAddress(child)
  address.catch(() => undefined)
  return { child, printed: () => output, ended, address }
}
