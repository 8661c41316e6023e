import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { StartError, type World, worlds } from './options.ts'
import { createService, type Service } from './service.ts'
import { layWorld, relayLocks } from './world/lay.ts'

const SampleAccount = v.object({
  email: v.string(),
  password: v.string(),
  role: v.picklist(['owner', 'colleague', 'second-factor']),
  totp_secret: v.exactOptional(v.string()),
})
export type SampleAccount = v.InferOutput<typeof SampleAccount>

const LaidWorld = v.object({ world: v.picklist(worlds), accounts: v.array(SampleAccount) })
type LaidWorld = v.InferOutput<typeof LaidWorld>

interface Wanted {
  folder: string
  /** `undefined`: the one that is there, `sample` in a new folder. */
  world: World | undefined
  reset: boolean
  captcha: boolean
}

/**
 * Opens the service on a data folder, and lays its world first where there is none.
 *
 *     DIR/service/              database, contents, keys, and world.json with what was laid
 *     DIR/sample-accounts.json  for scripts
 *     DIR/.laying-PID-…         a world in the making
 *
 * A world is laid aside and moved in whole, so that there is never half of one, whenever the process is killed.
 * @throws StartError when the folder cannot be written, holds another world, or its database is damaged
 */
export async function openDataFolder(
  wanted: Wanted,
): Promise<LaidWorld & { service: Service; isNew: boolean }> {
  const { folder } = wanted
  await makeWritable(folder)
  await sweep(folder)

  const found = await readWorld(folder, wanted.reset)
  if (found !== undefined && !wanted.reset && found.world !== (wanted.world ?? found.world)) {
    throw new StartError(
      `${folder} holds the world "${found.world}". Add --reset to delete it and lay "${String(wanted.world)}".`,
    )
  }
  const isNew = found === undefined || wanted.reset
  const laid = isNew ? await lay(folder, wanted.world ?? found?.world ?? 'sample') : found

  const service = await openService(folder, wanted.captcha)
  try {
    if (!isNew) relayLocks(service)
    await keepAccounts(folder, laid.accounts)
  } catch (error) {
    service.close()
    throw new StartError(`${folder} cannot be used: ${reasonOf(error)}. Nothing in it was changed.`)
  }
  return { ...laid, service, isNew }
}

/** Whether `--reset` would delete something. */
export async function holdsWorld(folder: string): Promise<boolean> {
  return (await readWorld(folder, true).catch(() => undefined)) !== undefined
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${reasonOf(error)}.`)
  }
}

async function readWorld(folder: string, isReset: boolean): Promise<LaidWorld | undefined> {
  const path = join(folder, 'service')
  let text: string
  try {
    text = await readFile(join(path, 'world.json'), 'utf8')
  } catch (error) {
    if (!isMissing(error)) {
      throw new StartError(`${join(path, 'world.json')} cannot be read: ${reasonOf(error)}.`)
    }
    if (!(await exists(path))) return undefined
    // Somebody else's folder of that name: not even --reset may delete it.
    throw new StartError(`${path} was not made by Latchkey. Choose another folder with --data.`)
  }
  try {
    return v.parse(LaidWorld, JSON.parse(text))
  } catch {
    if (isReset) return { world: 'sample', accounts: [] }
    throw new StartError(
      `${join(path, 'world.json')} is damaged. Nothing was changed; --reset lays the world anew.`,
    )
  }
}

async function lay(folder: string, world: World): Promise<LaidWorld> {
  const aside = join(folder, `.laying-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(aside, { mode: 0o700 })
    const service = await createService({ dir: aside })
    let laid: LaidWorld
    try {
      laid = { world, ...(await layWorld(service, world)) }
    } finally {
      service.close()
    }
    await writePrivate(join(aside, 'world.json'), laid)
    return await moveIn(folder, aside, laid)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (error instanceof StartError) throw error
    throw new StartError(`The world could not be laid in ${folder}: ${reasonOf(error)}.`)
  }
}

async function moveIn(folder: string, aside: string, laid: LaidWorld): Promise<LaidWorld> {
  const path = join(folder, 'service')
  const old = `${aside}-old`
  await rename(path, old).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  try {
    await rename(aside, path)
  } catch (error) {
    // Another start laid a world in the same moment: its world is the one that stays.
    const winner = await readWorld(folder, false)
    if (winner === undefined) throw error
    await rm(aside, { recursive: true, force: true })
    return winner
  } finally {
    await rm(old, { recursive: true, force: true })
  }
  return laid
}

async function openService(folder: string, captcha: boolean): Promise<Service> {
  const dir = join(folder, 'service')
  try {
    // SQLite takes an empty or missing file for a new database, and everything would seem to be gone.
    const { size } = await stat(join(dir, 'latchkey.db'))
    if (size === 0) throw new Error('the file is empty')
    return await createService({ dir, captcha })
  } catch (error) {
    throw new StartError(
      `The database in ${dir} is damaged or cannot be opened: ${reasonOf(error)}. Nothing was changed.`,
    )
  }
}

/** A kill before the world was moved in leaves the half-laid one behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.laying-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

async function keepAccounts(folder: string, accounts: SampleAccount[]): Promise<void> {
  const path = join(folder, 'sample-accounts.json')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept !== textOf(accounts)) await writePrivate(path, accounts)
}

async function writePrivate(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(textOf(value))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function isRunning(pid: number): boolean {
  // Its own number, met again after a restart in a container, belongs to a process that is gone.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
