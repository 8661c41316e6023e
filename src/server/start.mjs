// @ts-check
/* The entry of `npm start`, in plain JavaScript because Node 20 cannot run TypeScript. It builds page and service when
   the sources have changed since the last build, then runs the built src/server/main.ts. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const outputs = ['client', 'server']
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const lock = join(dist, '.lock')

try {
  process.env['NODE_ENV'] = 'production'
  if (!isBuilt()) await buildExclusively()
  const { run } = await import(pathToFileURL(join(dist, 'server/main.js')).href)
  await run(process.argv.slice(2), join(dist, 'client'))
} catch (error) {
  const isNotInstalled =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  const reason = error instanceof Error ? error.message : String(error)
  console.error(
    `latchkey: ${isNotInstalled ? `${reason.split('\n', 1)[0]}. Run npm ci first.` : reason}`,
  )
  process.exit(1)
}

/** The hash of the built files is part of the stamp, because `npm run build` writes them without updating it. */
function currentStamp() {
  return `${hashOf(root, sources)} ${hashOf(dist, outputs)}\n`
}

function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp()
}

/** When two starts happen at the same time, the second waits, and usually finds the build up to date. */
async function buildExclusively() {
  mkdirSync(dist, { recursive: true })
  while (!takeLock()) await sleep(100)
  try {
    if (!isBuilt()) await build()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (isLockAbandoned()) rmSync(lock, { force: true })
    return false
  }
}

/**
 * Whether the lock was left by a build that was killed. Ten minutes are the limit, in case another process has been given
 * the same number.
 */
function isLockAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 600_000) return true
    const pid = Number(readFileSync(lock, 'utf8'))
    // The file is empty for a moment, until the number is written.
    if (pid === 0) return false
    if (pid === process.pid) return true
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

async function build() {
  console.log('Building page and service …')
  const sourcesHash = hashOf(root, sources)
  const staging = join(dist, '.building')
  rmSync(staging, { recursive: true, force: true })
  const { build } = await import('vite')
  const common = { root, mode: 'production', logLevel: /** @type {const} */ ('error') }
  await build({ ...common, build: { outDir: join(staging, 'client') } })
  await build({ ...common, build: { outDir: join(staging, 'server'), ssr: 'src/server/main.ts' } })

  rmSync(stampFile, { force: true })
  for (const output of outputs) {
    rmSync(join(dist, output), { recursive: true, force: true })
    renameSync(join(staging, output), join(dist, output))
  }
  rmSync(staging, { recursive: true, force: true })
  // The hash from before the build: sources that changed meanwhile are built at the next start.
  writeFileSync(stampFile, `${sourcesHash} ${hashOf(dist, outputs)}\n`)
}

/**
 * One hash of the paths and contents of files and folders; missing ones count as empty files.
 * @param {string} folder
 * @param {string[]} names
 */
function hashOf(folder, names) {
  const hash = createHash('sha256')
  for (const name of names) {
    const path = join(folder, name)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    const paths = isFolder
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path]
    for (const file of paths) {
      const content = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
      hash.update(JSON.stringify([file.slice(folder.length), content.length])).update(content)
    }
  }
  return hash.digest('hex')
}
