import { access, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { sampleDataSets } from '#src/server/options.ts'
import { StartError } from '#src/server/start-error.ts'

const SampleAccount = v.object({
  email: v.string(),
  password: v.string(),
  role: v.picklist(['owner', 'colleague', 'second-factor']),
  totp_secret: v.exactOptional(v.string()),
})
export type SampleAccount = v.InferOutput<typeof SampleAccount>

/** The content of `world.json`: which data set was seeded, and who can sign in. */
const SeedRecord = v.object({ world: v.picklist(sampleDataSets), accounts: v.array(SampleAccount) })
export type SeedRecord = v.InferOutput<typeof SeedRecord>

/** What `world.json` says; undefined for a new folder. With `isReset` a damaged file does not throw, because its data will be deleted. */
export async function readSeedRecord(
  folder: string,
  isReset: boolean,
): Promise<SeedRecord | undefined> {
  const path = join(folder, 'service')
  let text: string
  try {
    text = await readFile(join(path, 'world.json'), 'utf8')
  } catch (error) {
    if (!isFileMissingError(error)) {
      throw new StartError(
        `${join(path, 'world.json')} cannot be read: ${firstLineOfError(error)}.`,
      )
    }
    if (!(await exists(path))) return undefined
    // A folder of that name which is not ours: not even --reset may delete it.
    throw new StartError(`${path} was not made by Latchkey. Choose another folder with --data.`)
  }
  try {
    return v.parse(SeedRecord, JSON.parse(text))
  } catch {
    if (isReset) return { world: 'sample', accounts: [] }
    throw new StartError(
      `${join(path, 'world.json')} is damaged. Nothing was changed; --reset creates the sample data anew.`,
    )
  }
}

/** Notes in `folder` which data set was seeded there. */
export const writeSeedRecord = (folder: string, record: SeedRecord): Promise<void> =>
  writePrivate(join(folder, 'world.json'), record)

/** Writes the credentials of sample accounts down for scripts, if they are not there yet. */
export async function saveSampleAccounts(folder: string, accounts: SampleAccount[]): Promise<void> {
  const path = join(folder, 'sample-accounts.json')
  const saved = await readFile(path, 'utf8').catch(() => '')
  if (saved !== textOf(accounts)) await writePrivate(path, accounts)
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

export function isFileMissingError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

export function firstLineOfError(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
