import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { copyDatabaseIfDue, listDatabaseCopies } from '#src/server/storage/database-copies.ts'
import { FolderInUseError, lockFolder } from '#src/server/storage/folder-lock.ts'
import {
  copyOf,
  database,
  filesOf,
  openFolder,
  ownerOf,
  prepareDataFolders,
  refusal,
  template,
} from '../data-folder-fixtures.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function repairDisk() {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
afterEach(repairDisk)
prepareDataFolders()

const time = Date.parse('2026-11-24T12:00:00Z')
const hour = 3600_000
const dirOf = (folder: string) => join(folder, 'service')
const copiesOf = (folder: string) => join(dirOf(folder), 'copies')
const namesOf = (folder: string) => listDatabaseCopies(dirOf(folder)).map(({ name }) => name)

describe('R8 a copy of the database', () => {
  test('is not made where it would leave no room, which is said, and looked at again after an hour', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue()
    const folder = copyOf(template)
    const { size } = fs.statSync(database(folder))
    const { statfsSync } = fs
    const spy = vi
      .spyOn(fs, 'statfsSync')
      .mockImplementation((path) =>
        Object.assign(statfsSync(path), { bsize: 1, bavail: 2 * size - 1 }),
      )
    syncBuiltinESMExports()
    await copyDatabaseIfDue(dirOf(folder), time)
    expect(namesOf(folder)).toEqual([])
    expect(fs.readdirSync(copiesOf(folder))).toEqual([])
    expect(print.mock.calls.join()).toMatch(/could not be copied.*needs \d+ MB free/)
    spy.mockRestore()
    syncBuiltinESMExports()
    await copyDatabaseIfDue(dirOf(folder), time + hour - 1)
    expect(namesOf(folder)).toEqual([])
    expect(print).toHaveBeenCalledTimes(1)
    await copyDatabaseIfDue(dirOf(folder), time + hour)
    expect(namesOf(folder)).toEqual(['2026-11-24'])
  })

  test('that fails leaves nothing on the disk, nor does one that a kill has ended', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const folder = copyOf(template)
    const db = new Libsql(database(folder))
    db.exec('CREATE TABLE filler (text TEXT)')
    const filled = db.prepare(
      'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000) INSERT INTO filler SELECT hex(randomblob(100)) FROM numbers',
    )
    filled.run()
    db.close()
    // A page in the middle of those rows cannot be read, as a full disk would end the copy: with a part of it written.
    const file = fs.openSync(database(folder), 'r+')
    fs.writeSync(file, Buffer.alloc(4096, 0xab), 0, 4096, fs.fstatSync(file).size - 40 * 4096)
    fs.closeSync(file)
    fs.mkdirSync(copiesOf(folder))
    for (const name of ['2026-11-20.db', '2026-11-21.db.new', '2026-11-21.db.new-journal'])
      fs.writeFileSync(join(copiesOf(folder), name), 'x')
    await copyDatabaseIfDue(dirOf(folder), time)
    expect(fs.readdirSync(copiesOf(folder))).toEqual(['2026-11-20.db'])
  })

  test('that was not finished makes room for the next start, and stays while another process makes it', async () => {
    const folder = copyOf(template)
    fs.mkdirSync(copiesOf(folder))
    const draft = join(copiesOf(folder), '2026-11-21.db.new')
    const kept = join(copiesOf(folder), '2026-11-20.db')
    for (const path of [draft, `${draft}-journal`, kept]) fs.writeFileSync(path, 'x')
    await openFolder(folder)
    expect(fs.readdirSync(copiesOf(folder))).toEqual(['2026-11-20.db'])
    fs.writeFileSync(draft, 'x')
    expect(await refusal(folder)).toMatch(/is in use by process/)
    expect(fs.existsSync(draft)).toBe(true)
  })

  test('makes that room before the start writes anything', () => {
    const folder = temporaryFolder()
    const makeRoom = vi.fn(() => {
      expect(fs.statSync(join(folder, 'lock.db')).size).toBe(0)
      expect(() => lockFolder(folder, () => undefined)).toThrow(FolderInUseError)
    })
    lockFolder(folder, makeRoom).release()
    expect(makeRoom).toHaveBeenCalledOnce()
  })
})

test.each([
  ['ENOSPC', /needs 1 MB free to be checked\. Nothing was changed\.$/],
  ['EMFILE', /cannot be opened: .*EMFILE.* Nothing was changed\.$/],
])('R8 a database that cannot be checked for %s is not called damaged', async (code, reason) => {
  const folder = copyOf(template)
  const service = await openFolder(folder)
  await copyDatabaseIfDue(dirOf(folder), Date.now())
  service.seed.addFile(ownerOf(service), ['kept'], { contents: new Uint8Array(1) })
  const killed = copyOf(folder)
  service.close()
  vi.spyOn(fs, 'copyFileSync').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: no more of it`), { code })
  })
  syncBuiltinESMExports()
  const said = await refusal(killed)
  expect(said).toMatch(reason)
  expect(said).not.toMatch(/damaged|--restore-copy/)
  repairDisk()
  expect(filesOf(await openFolder(killed))).toEqual(['kept'])
})
