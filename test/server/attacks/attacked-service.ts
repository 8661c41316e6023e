import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { readyAddress } from '../../processes/ready-address.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The cost of an attack. Memory and descriptors are read from /proc and are 0 on systems without it. */
type AttackCost = {
  /** Highest resident memory of the service while it lasted, in bytes. */
  peakMemory: number
  /** The longest time that a ping of another client took, in ms. A ping without an answer counts up to its end. */
  longestStall: number
  /** Pings that were refused or got no answer. */
  failedPings: number
}

type Account = { email: string; password: string; role: string; totp_secret?: string }

export type AttackedService = {
  address: string
  /** Its `--data`. */
  folder: string
  child: ChildProcess
  accounts: Account[]
  /** Everything the process has printed. */
  printed(): string
  /** Resident memory in bytes. */
  memory(): number
  /** The number of open file descriptors. */
  descriptors(): number
  /** The number of open files below this folder of its data; read from /proc too. */
  openFiles(...path: string[]): number
  /** Resolves once there are at most `limit` open descriptors; rejects after 20 s. */
  descriptorsAtMost(limit: number): Promise<void>
  /** Runs an attack while another client (127.0.0.200) pings every 50 ms, and says what it cost. */
  during(attack: () => Promise<void>): Promise<AttackCost>
}

/** Pings through a connection of its own, so that limits per connection of the attacker do not count. */
function ping(address: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const out = request(`${address}api/v4/site/ping`, {
      localAddress: '127.0.0.200',
      agent: new Agent({ keepAlive: false }),
      timeout: timeoutMs,
    })
    out.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
      answer.on('error', () => resolve(false))
    })
    out.on('timeout', () => out.destroy())
    out.on('error', () => resolve(false))
    out.end()
  })
}

/**
 * Builds the service once for the tests of a file, and gives a function that starts it in a process of its own on an
 * empty data folder with the sample accounts. `openFiles` is the process's limit of descriptors, `passwordCost` that of
 * `createEmbeddedService`, `folder` the data of a service that has ended. All processes are killed after the tests of the file.
 */
export function attackedServices(): (options?: {
  args?: string[]
  openFiles?: number
  passwordCost?: number
  folder?: string
}) => Promise<AttackedService> {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-attack-'))
  const children: ChildProcess[] = []
  beforeAll(async () => {
    symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction')
    symlinkSync(join(root, 'src'), join(scratch, 'src'), 'junction')
    await build({
      root,
      logLevel: 'error',
      build: {
        ssr: 'src/server/main.ts',
        outDir: join(scratch, 'dist/server'),
        emptyOutDir: false,
      },
    })
    mkdirSync(join(scratch, 'client'))
    writeFileSync(join(scratch, 'client/index.html'), '<!doctype html><p>here</p>')
    writeFileSync(
      join(scratch, 'launch.mjs'),
      `import { run } from './dist/server/main.js'
const cost = process.env.PASSWORD_COST
await run(process.argv.slice(2), ${JSON.stringify(join(scratch, 'client'))}, cost && Number(cost))
`,
    )
  })
  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(scratch, { recursive: true, force: true })
  })
  return async ({ args = [], openFiles, passwordCost, folder } = {}) => {
    const data = folder ?? mkdtempSync(join(scratch, 'data-'))
    const command = [process.execPath, join(scratch, 'launch.mjs'), '--port', '0', '--data', data]
    const world = args.includes('--world') ? [] : ['--world', 'empty']
    const all = [...command, ...world, ...args]
    const [program = '', ...rest] =
      openFiles === undefined ? all : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...all]
    const env =
      passwordCost === undefined
        ? process.env
        : { ...process.env, PASSWORD_COST: String(passwordCost) }
    const child = spawn(program, rest, { cwd: scratch, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    let output = ''
    const onOutput = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    const address = await readyAddress(child)
    const accounts = JSON.parse(
      readFileSync(join(data, 'sample-accounts.json'), 'utf8'),
    ) as Account[]
    return measured({
      address,
      folder: data,
      child,
      accounts,
      printed: () => output,
    })
  }
}

function measured({
  address,
  folder,
  child,
  accounts,
  printed,
}: Pick<
  AttackedService,
  'address' | 'folder' | 'child' | 'accounts' | 'printed'
>): AttackedService {
  const proc = `/proc/${child.pid}`
  const memory = () => {
    try {
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]
      return Number(kilobytes ?? 0) * 1024
    } catch {
      return 0
    }
  }
  /** What each open descriptor leads to; one may be closed before it is looked at. */
  const descriptorLinks = () => {
    try {
      return readdirSync(`${proc}/fd`).flatMap((name) => {
        try {
          return [readlinkSync(`${proc}/fd/${name}`)]
        } catch {
          return []
        }
      })
    } catch {
      return []
    }
  }
  const descriptors = () => descriptorLinks().length
  return {
    address,
    folder,
    child,
    accounts,
    printed,
    memory,
    descriptors,
    openFiles: (...path) => {
      const below = join(realpathSync(join(folder, ...path)), '/')
      return descriptorLinks().filter((link) => link.startsWith(below)).length
    },
    async descriptorsAtMost(limit) {
      const end = Date.now() + 20_000
      while (descriptors() > limit) {
        if (Date.now() > end) throw new Error(`${descriptors()} descriptors are open, not ${limit}`)
        await sleep(100)
      }
    },
    async during(attack) {
      const cost: AttackCost = { peakMemory: memory(), longestStall: 0, failedPings: 0 }
      const state = { isRunning: true }
      const sampling = (async () => {
        while (state.isRunning) {
          cost.peakMemory = Math.max(cost.peakMemory, memory())
          await sleep(20)
        }
      })()
      const pinging = (async () => {
        while (state.isRunning) {
          const begin = performance.now()
          if (!(await ping(address, 60_000))) cost.failedPings += 1
          cost.longestStall = Math.max(cost.longestStall, performance.now() - begin)
          await sleep(50)
        }
      })()
      try {
        await attack()
      } finally {
        state.isRunning = false
        await Promise.all([sampling, pinging])
      }
      return cost
    },
  }
}
