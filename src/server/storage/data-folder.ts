import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasSamplePassword } from '#src/server/accounts/user-writes.ts'
import type { SampleDataSet } from '#src/server/options.ts'
import { renewSampleDataSetLocks, seedDataSet } from '#src/server/sample/seed.ts'
import { createEmbeddedService, type EmbeddedService } from '#src/server/service.ts'
import { StartError } from '#src/server/start-error.ts'
import { listDatabaseCopies, removeUnfinishedDatabaseCopies } from './database-copies.ts'
import { DamagedDatabaseError } from './db.ts'
import { FolderInUseError, lockFolder } from './folder-lock.ts'
import { restoreCopy } from './restore-copy.ts'
import {
  isFileMissingError,
  readSeedRecord,
  firstLineOfError,
  saveSampleAccounts,
  type SeedRecord,
  writeSeedRecord,
} from './seed-record.ts'

interface DataFolderOptions {
  folder: string
  /** The data set to seed. `undefined` means the one that the folder holds, or `sample` for a new folder. */
  world: SampleDataSet | undefined
  reset: boolean
  /** Replace the database by its copy of a day, or by the last one. */
  restoreCopy: { day: string | undefined } | undefined
  captcha: boolean
  /** The origin that addresses are written with; that of the request by default. */
  publicUrl?: URL | undefined
  /** A new folder gets the sample accounts unless this is false. */
  hasSampleAccounts?: boolean
  /** As of `createEmbeddedService`, whose default is meant for everybody but tests. */
  passwordCost?: number | undefined
  /** As of `createEmbeddedService`, too. */
  eventDelayMs?: number | undefined
}

/**
 * Opens the service on a data folder, and seeds the folder first when it is new.
 *
 *     DIR/service/              database, contents, keys, and world.json
 *     DIR/service/copies/       a copy of the database for each of the last days
 *     DIR/sample-accounts.json  credentials of the sample accounts, for scripts, as long as they are those of the seed
 *     DIR/.seeding-PID-…        staging folder of a start that is seeding
 *     DIR/lock.db               locked by the process that uses the folder
 *
 * Data is seeded in the staging folder and moved into place at once, so that it is complete whenever the process is
 * killed.
 * @throws StartError when the folder cannot be written, holds another data set, or its database is damaged
 */
export async function openDataFolder(
  options: DataFolderOptions,
): Promise<SeedRecord & { service: EmbeddedService; isNew: boolean }> {
  const { folder } = options
  await createWritable(folder)
  const lock = takeFolderLock(folder)
  try {
    const opened = await openLockedFolder(options)
    const { service } = opened
    const close = () => {
      service.close()
      lock.release()
    }
    return { ...opened, service: { ...service, close } }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openLockedFolder(
  options: DataFolderOptions,
): Promise<SeedRecord & { service: EmbeddedService; isNew: boolean }> {
  const { folder } = options
  await removeAbandonedStaging(folder)

  const existing = await readSeedRecord(folder, options.reset)
  if (!options.reset && existing && existing.world !== (options.world ?? existing.world)) {
    throw new StartError(
      `${folder} holds the data of --world ${existing.world}. Add --reset to replace it with ${String(options.world)}.`,
    )
  }
  const isNew = existing === undefined || options.reset
  const record = isNew
    ? await seedFolder(options, options.world ?? existing?.world ?? 'sample')
    : existing

  if (options.restoreCopy) putCopyBack(folder, options.restoreCopy.day)
  const service = await openService(options)
  try {
    if (!isNew) renewSampleDataSetLocks(service)
    const accounts = record.accounts.filter((account) => hasSamplePassword(service.db, account))
    await saveSampleAccounts(folder, accounts)
    return { ...record, accounts, service, isNew }
  } catch (error) {
    service.close()
    throw new StartError(`${folder} cannot be used: ${firstLineOfError(error)}.`)
  }
}

/** Whether the folder holds data that `--reset` would delete. */
export async function hasData(folder: string): Promise<boolean> {
  return (await readSeedRecord(folder, true).catch(() => undefined)) !== undefined
}

/** Another process on the same folder would remove this one's uploads, and `--reset` its data. */
function takeFolderLock(folder: string): { release: () => void } {
  try {
    return lockFolder(folder, () => makeRoom(folder))
  } catch (error) {
    if (error instanceof FolderInUseError) {
      throw new StartError(`The data folder ${folder} is ${error.message}.`)
    }
    throw new StartError(`The data folder ${folder} cannot be locked: ${firstLineOfError(error)}.`)
  }
}

/** A copy of the database that was not finished can have taken the last byte of the disk. */
function makeRoom(folder: string): void {
  try {
    removeUnfinishedDatabaseCopies(join(folder, 'service'))
  } catch (error) {
    console.error('Latchkey: unfinished copies of the database could not be removed', error)
  }
}

/** Files whose contents are gone that are named one by one. */
const maxNamed = 20

function putCopyBack(folder: string, day: string | undefined): void {
  const dir = join(folder, 'service')
  try {
    const { copy, kept, missing } = restoreCopy(dir, day)
    console.log(
      `Went back to the copy of ${copy.madeAt.toISOString()}: files, links and permissions are as they were then, and everybody signs in again. What was there before is in ${kept}.`,
    )
    if (missing.length === 0) return
    console.log(`The contents of ${missing.length} files and older versions are gone:`)
    for (const { path, madeAt } of missing.slice(0, maxNamed)) {
      const version = madeAt === null ? '' : `, version of ${new Date(madeAt).toISOString()}`
      console.log(`  ${JSON.stringify(path)}${version}`)
    }
    if (missing.length > maxNamed) console.log(`  and ${missing.length - maxNamed} more`)
  } catch (error) {
    throw new StartError(
      `The copy could not be put back in ${dir}: ${firstLineOfError(error)}. Nothing was changed.`,
    )
  }
}

async function createWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${firstLineOfError(error)}.`)
  }
}

async function seedFolder(
  { folder, hasSampleAccounts, passwordCost }: DataFolderOptions,
  world: SampleDataSet,
): Promise<SeedRecord> {
  const staging = join(folder, `.seeding-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(staging, { mode: 0o700 })
    const service = await createEmbeddedService({ dir: staging, passwordCost })
    let record: SeedRecord
    try {
      record = {
        world,
        ...(await seedDataSet(service, world, { hasAccounts: hasSampleAccounts })),
      }
    } finally {
      service.close()
    }
    await writeSeedRecord(staging, record)
    return await moveIntoPlace(folder, staging, record)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (error instanceof StartError) throw error
    throw new StartError(
      `The sample data could not be created in ${folder}: ${firstLineOfError(error)}.`,
    )
  }
}

async function moveIntoPlace(
  folder: string,
  staging: string,
  record: SeedRecord,
): Promise<SeedRecord> {
  const path = join(folder, 'service')
  const old = `${staging}-old`
  const moveIfThere = (from: string, to: string) =>
    rename(from, to).catch((error: unknown) => {
      if (!isFileMissingError(error)) throw error
    })
  await moveIfThere(path, old)
  let placed = record
  try {
    await rename(staging, path)
  } catch (error) {
    // Another process seeded the same folder at the same time and was first: its data stays.
    const winner = await readSeedRecord(folder, false)
    if (winner === undefined) {
      await moveIfThere(old, path)
      throw error
    }
    await rm(staging, { recursive: true, force: true })
    placed = winner
  }
  await rm(old, { recursive: true, force: true })
  return placed
}

async function openService({
  folder,
  captcha,
  publicUrl,
  passwordCost,
  eventDelayMs,
}: DataFolderOptions): Promise<EmbeddedService> {
  const dir = join(folder, 'service')
  const siteUrl = publicUrl && { siteUrl: () => publicUrl.origin }
  try {
    const options = { dir, captcha, mustExist: true, passwordCost, eventDelayMs }
    return await createEmbeddedService({ ...options, ...siteUrl })
  } catch (error) {
    const isDamaged = error instanceof DamagedDatabaseError
    const [last] = isDamaged ? listDatabaseCopies(dir) : []
    const hint = last
      ? ` The last copy is of ${last.madeAt.toISOString()}; --restore-copy goes back to it.`
      : ''
    throw new StartError(
      `The data in ${dir} ${isDamaged ? 'is damaged' : 'cannot be opened'}: ${firstLineOfError(error)}. Nothing was changed.${hint}`,
    )
  }
}

/**
 * A process that is killed while it seeds leaves its staging folder behind. When that was between the two renames of
 * `--reset`, what it was to replace is put back.
 */
async function removeAbandonedStaging(folder: string): Promise<void> {
  const names = await readdir(folder)
  let hasService = names.includes('service')
  for (const name of names) {
    const pid = /^\.seeding-(\d+)-/.exec(name)?.[1]
    if (pid === undefined) continue
    // This process has the lock of the folder, so nobody is seeding: another process may have the number by now.
    if (!hasService && name.endsWith('-old')) {
      await rename(join(folder, name), join(folder, 'service'))
      hasService = true
    } else if (!isRunning(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  // In a restarted container this process can have the number of the one that was killed.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
