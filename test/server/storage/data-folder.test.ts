import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, test } from 'vitest'
import { createEmbeddedService } from '#src/server/service.ts'
import {
  copyOf,
  database,
  filesOf,
  log,
  openFolder,
  ownerOf,
  refusal,
  scratch,
  snapshot,
  template,
  prepareDataFolders,
} from '../data-folder-fixtures.ts'

/** A folder as it lies on the disk while a service has just written `names`, before any checkpoint. */
async function killedAfterWriting(names: readonly string[]): Promise<string> {
  const folder = copyOf(template)
  const service = await openFolder(folder)
  const owner = ownerOf(service)
  for (const name of names) service.seed.addFile(owner, [name], { contents: new Uint8Array(1) })
  const killed = copyOf(folder)
  service.close()
  return killed
}
const names = Array.from({ length: 30 }, (_, index) => `file ${index}`)

prepareDataFolders()

describe('the write-ahead log', () => {
  test('is empty after seeding and after an orderly end, so that its loss takes nothing', async () => {
    expect(statSync(log(template), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    const folder = copyOf(template)
    const service = await openFolder(folder)
    service.seed.addFile(ownerOf(service), ['kept'], { size: 1 })
    service.close()
    expect(statSync(log(folder), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    rmSync(log(folder), { force: true })
    expect(filesOf(await openFolder(folder))).toEqual(['kept'])
  })

  test('is emptied within seconds of a write', async () => {
    const folder = copyOf(template)
    const service = await openFolder(folder)
    service.seed.addFile(ownerOf(service), ['kept'], { size: 1 })
    expect(statSync(log(folder)).size).toBeGreaterThan(0)
    await expect.poll(() => statSync(log(folder)).size, { timeout: 10_000 }).toBe(0)
  })

  test('of a killed process is read, all of it', async () => {
    const killed = await killedAfterWriting(names)
    expect(filesOf(await openFolder(killed))).toEqual(names)
  })

  test('cut short is what a kill leaves: the start goes on', async () => {
    const killed = await killedAfterWriting(names)
    truncateSync(log(killed), Math.floor(statSync(log(killed)).size / 2))
    const found = filesOf(await openFolder(killed))
    expect(found).toEqual(names.slice(0, found.length))
  })
})

describe('R8 a database that has lost its rows', () => {
  test('stops the start while world.json says that it was seeded', async () => {
    const folder = copyOf(template)
    rmSync(database(folder))
    const empty = new Libsql(database(folder))
    empty.exec('CREATE TABLE other (a INTEGER)')
    empty.close()
    const before = snapshot(folder)
    expect(await refusal(folder)).toMatch(/table groups is missing or empty/)
    expect(snapshot(folder)).toEqual(before)
  })

  test('stops the start when all of it was in a log that is gone', async () => {
    const dir = join(copyOf(template), 'service')
    for (const name of readdirSync(dir)) {
      if (name.startsWith('latchkey.db')) rmSync(join(dir, name))
    }
    const wal = new Libsql(join(dir, 'latchkey.db'))
    wal.exec('PRAGMA journal_mode = WAL')
    wal.close()
    expect(await refusal(join(dir, '..'))).toMatch(/table groups is missing or empty/)
  })

  test.each(['latchkey.db', 'contents'])('stops the start when %s is missing', async (name) => {
    const folder = copyOf(template)
    rmSync(join(folder, 'service', name), { recursive: true })
    const before = snapshot(folder)
    expect(await refusal(folder)).toMatch(/missing|does not exist/)
    expect(existsSync(join(folder, 'service', name))).toBe(false)
    expect(snapshot(folder)).toEqual(before)
  })
})

describe('R8 a folder in use', () => {
  test('is refused to a second process, with --reset too, and free again after the end', async () => {
    const folder = copyOf(template)
    const first = await openFolder(folder)
    const owner = ownerOf(first)
    first.seed.addFile(owner, ['kept'], { size: 1 })
    for (const reset of [false, true]) {
      expect(await refusal(folder, { reset })).toBe(
        `StartError: The data folder ${folder} is in use by process ${process.pid}.`,
      )
    }
    expect(filesOf(first)).toEqual(['kept'])
    first.close()
    expect(filesOf(await openFolder(folder))).toEqual(['kept'])
  })
})

test('what --reset was to replace is put back when it was killed between its two renames', async () => {
  const folder = copyOf(template)
  const service = await openFolder(folder)
  service.seed.addFile(ownerOf(service), ['kept'], { size: 1 })
  service.close()
  // No process has this number.
  const staging = join(folder, '.seeding-4194305-1a2b3c4d')
  mkdirSync(staging)
  renameSync(join(folder, 'service'), `${staging}-old`)
  expect(filesOf(await openFolder(folder))).toEqual(['kept'])
  expect(readdirSync(folder).filter((name) => name.startsWith('.seeding'))).toEqual([])
})

test('a new service needs no folder that was there before', async () => {
  const service = await createEmbeddedService({ dir: join(scratch, 'new'), passwordCost: 4 })
  expect(filesOf(service)).toEqual([])
  service.close()
})

test('what is stored is in a folder that only its owner enters, and contents and keys are of mode 600', async () => {
  const folder = copyOf(template)
  const service = await openFolder(folder)
  service.seed.addFile(ownerOf(service), ['kept'], { contents: new Uint8Array(1) })
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const stored = join(template, 'service')
  expect(modeOf(stored)).toBe('700')
  expect(modeOf(join(stored, 'latchkey.key'))).toBe('600')
  const contents = join(folder, 'service', 'contents')
  const files = readdirSync(contents, { recursive: true, encoding: 'utf8' })
    .map((name) => join(contents, name))
    .filter((path) => statSync(path).isFile())
  expect(files.map(modeOf)).toEqual(['600'])
})
