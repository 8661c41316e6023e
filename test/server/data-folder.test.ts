import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createService, type Service } from '#src/server/service.ts'
import { openDataFolder } from '#src/server/storage/data-folder.ts'

const scratch = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
const template = join(scratch, 'template')
const opened: Service[] = []
let count = 0

const options = {
  world: undefined,
  reset: false,
  salvage: false,
  captcha: false,
  passwordCost: 4,
}
async function openFolder(folder: string, changes: Partial<typeof options> = {}) {
  const { service } = await openDataFolder({ folder, ...options, ...changes })
  opened.push(service)
  return service
}
const refusal = (folder: string, changes: Partial<typeof options> = {}) =>
  openFolder(folder, changes).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
  )

/** Copies a data folder as it is on the disk at this moment, which is what a kill would leave. */
function copyOf(folder: string): string {
  const copy = join(scratch, `copy-${count++}`)
  cpSync(folder, copy, { recursive: true })
  return copy
}
/** All files of a folder with their bytes, without those of locks and caches. */
function snapshot(folder: string): Record<string, string> {
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
const database = (folder: string) => join(folder, 'service/latchkey.db')
const log = (folder: string) => `${database(folder)}-wal`

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at)
  writeFileSync(path, bytes)
}
const ownerOf = ({ db }: Service) =>
  db.first("SELECT id FROM users WHERE email LIKE 'mei@%'", [], v.object({ id: v.string() }))?.id ??
  ''
const filesOf = ({ db }: Service) =>
  db
    .query(
      "SELECT name FROM files WHERE name <> '' ORDER BY key",
      [],
      v.object({ name: v.string() }),
    )
    .map(({ name }) => name)

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

beforeAll(async () => {
  const { service } = await openDataFolder({ ...options, folder: template, world: 'empty' })
  service.close()
}, 30_000)
afterEach(() => {
  for (const service of opened.splice(0)) service.close()
  vi.restoreAllMocks()
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

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

  test('with one flipped bit stops the start and is left alone, wherever the bit is', async () => {
    const killed = await killedAfterWriting(names)
    const { size } = statSync(log(killed))
    const frame = 24 + 4096
    const places = [0, 9, 17, 30, 33, 44, 32 + frame + 100, Math.floor(size / 2), size - 3 * frame]
    for (const at of places) {
      const damaged = copyOf(killed)
      flipBit(log(damaged), at)
      const before = snapshot(damaged)
      expect(await refusal(damaged), `byte ${at}`).toMatch(
        /^StartError: .*write-ahead log is damaged.*Nothing was changed; --salvage/,
      )
      expect(snapshot(damaged)).toEqual(before)
    }
  }, 20_000)

  test('cut short is what a kill leaves: the start goes on', async () => {
    const killed = await killedAfterWriting(names)
    truncateSync(log(killed), Math.floor(statSync(log(killed)).size / 2))
    const found = filesOf(await openFolder(killed))
    expect(found).toEqual(names.slice(0, found.length))
  })
})

describe('R8 a database without accounts', () => {
  test('stops the start while world.json says that there are some', async () => {
    const folder = copyOf(template)
    rmSync(database(folder))
    const empty = new Libsql(database(folder))
    empty.exec('CREATE TABLE other (a INTEGER)')
    empty.close()
    const before = snapshot(folder)
    expect(await refusal(folder)).toMatch(/table users is missing or empty/)
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
    expect(await refusal(join(dir, '..'))).toMatch(/table users is missing or empty/)
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

describe('R8 --salvage', () => {
  test('puts what can be read into a new database and keeps the old one', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const killed = await killedAfterWriting(names)
    flipBit(log(killed), Math.floor(statSync(log(killed)).size / 2))
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const old = [database(killed), log(killed)].map(hash)
    const service = await openFolder(killed, { salvage: true })
    const saved = filesOf(service)
    expect(saved.length).toBeGreaterThan(names.length / 2)
    expect(service.db.query('PRAGMA foreign_key_check', [], v.unknown())).toEqual([])
    const backup = readdirSync(join(killed, 'service')).find((name) => name.startsWith('damaged-'))
    const kept = ['latchkey.db', 'latchkey.db-wal'].map((name) =>
      hash(join(killed, 'service', backup ?? '', name)),
    )
    expect(kept).toEqual(old)
    expect(print.mock.calls.flat().join()).toMatch(/Salvaged \d+ of \d+ readable rows/)
    service.close()
    expect(filesOf(await openFolder(killed))).toEqual(saved)
  })

  test('saves the rest of a database file with a damaged page', async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    const folder = copyOf(template)
    const service = await openFolder(folder)
    const owner = ownerOf(service)
    const many = Array.from({ length: 800 }, (_, index) => `file ${index}`)
    service.db.transaction(() => {
      for (const name of many) service.seed.addFile(owner, ['folder', name], { size: 1 })
    })
    service.close()
    const bytes = readFileSync(database(folder))
    const page = Math.floor(bytes.indexOf('file 400') / 4096) * 4096
    bytes.fill(0xee, page, page + 4096)
    writeFileSync(database(folder), bytes)
    const before = snapshot(folder)
    expect(await refusal(folder)).toMatch(/--salvage/)
    expect(snapshot(folder)).toEqual(before)
    const saved = filesOf(await openFolder(folder, { salvage: true }))
    expect(saved.length).toBeGreaterThan(600)
  })

  test('changes nothing when nothing can be read', async () => {
    const folder = copyOf(template)
    writeFileSync(database(folder), 'not a database '.repeat(1000))
    const before = snapshot(folder)
    expect(await refusal(folder, { salvage: true })).toMatch(
      /Nothing could be salvaged.*Nothing was changed/,
    )
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

test('a new service needs no folder that was there before', async () => {
  const service = await createService({ dir: join(scratch, 'new'), passwordCost: 4 })
  expect(filesOf(service)).toEqual([])
  service.close()
})
