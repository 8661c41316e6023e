// @ts-check
/* What `npm start` runs: plain JavaScript, because Node 20 runs no TypeScript. It builds page and service when the
   sources changed since the last build, then hands over to the built src/server/main.ts. */
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
const parts = ['client', 'server']
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const lock = join(dist, '.lock')

try {
  process.env['NODE_ENV'] = 'production'
  if (!isBuilt()) await buildAlone()
  const { run } = await import(pathToFileURL(join(dist, 'server/main.js')).href)
  await run(process.argv.slice(2), join(dist, 'client'))
} catch (error) {
  const isBare = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`latchkey: ${isBare ? `${reason.split('\n', 1)[0]}. Run npm ci first.` : reason}`)
  process.exit(1)
}

/** The built files are part of the stamp, or `npm run build` from other sources would pass for this build. */
function stampNow() {
  return `${hashOf(root, sources)} ${hashOf(dist, parts)}\n`
}

function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampNow()
}

/** Two starts at once: the second waits for the first, and mostly finds its work done. */
async function buildAlone() {
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
    if (isAbandoned()) rmSync(lock, { force: true })
    return false
  }
}

/** Left by a build that was killed. The age decides where another process has since been given its number. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 600_000) return true
    const pid = Number(readFileSync(lock, 'utf8'))
    // Empty for the instant between making it and writing the number.
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
  const from = hashOf(root, sources)
  const aside = join(dist, '.building')
  rmSync(aside, { recursive: true, force: true })
  const { build } = await import('vite')
  const common = { root, mode: 'production', logLevel: /** @type {const} */ ('error') }
  await build({ ...common, build: { outDir: join(aside, 'client') } })
  await build({ ...common, build: { outDir: join(aside, 'server'), ssr: 'src/server/main.ts' } })

  rmSync(stampFile, { force: true })
  for (const part of parts) {
    rmSync(join(dist, part), { recursive: true, force: true })
    renameSync(join(aside, part), join(dist, part))
  }
  rmSync(aside, { recursive: true, force: true })
  // Of the sources as they were before: what was edited meanwhile is built at the next start.
  writeFileSync(stampFile, `${from} ${hashOf(dist, parts)}\n`)
}

/**
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
