import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { openDataFolder } from '#src/server/storage/data-folder.ts'

export const scratch = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
export const template = join(scratch, 'template')
const opened: EmbeddedService[] = []
let count = 0

const options = {
  world: undefined,
  reset: false,
  restoreCopy: undefined as { day: string | undefined } | undefined,
  captcha: false,
  passwordCost: 4,
}
export async function openFolder(folder: string, changes: Partial<typeof options> = {}) {
  const { service } = await openDataFolder({ folder, ...options, ...changes })
  opened.push(service)
  return service
}
export const refusal = (folder: string, changes: Partial<typeof options> = {}) =>
  openFolder(folder, changes).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
  )

/** Copies a data folder as it is on the disk at this moment, which is what a kill would leave. */
export function copyOf(folder: string): string {
  const copy = join(scratch, `copy-${count++}`)
  cpSync(folder, copy, { recursive: true })
  return copy
}
/** All files of a folder with their bytes, without those of locks and caches. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names
      .filter((name) => !/lock\.db|-shm$/.test(name) && statSync(join(folder, name)).isFile())
      .filter((name) => !(name.endsWith('-wal') && statSync(join(folder, name)).size === 0))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
}
export const database = (folder: string) => join(folder, 'service/latchkey.db')
export const log = (folder: string) => `${database(folder)}-wal`

export const ownerOf = ({ db }: EmbeddedService) =>
  db.first("SELECT id FROM users WHERE email LIKE 'mei@%'", [], v.object({ id: v.string() }))?.id ??
  ''
export const filesOf = ({ db }: EmbeddedService) =>
  db
    .query(
      "SELECT name FROM files WHERE name <> '' ORDER BY key",
      [],
      v.object({ name: v.string() }),
    )
    .map(({ name }) => name)

/** Lays the folder to copy before the tests of a file, closes what they opened, and removes all at their end. */
export function prepareDataFolders(): void {
  beforeAll(async () => {
    const { service } = await openDataFolder({ ...options, folder: template, world: 'empty' })
    service.close()
  }, 30_000)
  afterEach(() => {
    for (const service of opened.splice(0)) service.close()
    vi.restoreAllMocks()
  })
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))
}
