import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { copyDatabaseIfDue, listDatabaseCopies } from '#src/server/storage/database-copies.ts'
import { openDb } from '#src/server/storage/db.ts'
import { newestVersion } from '#src/server/storage/schema.ts'
import { callService } from '../../processes/service-api.ts'
import {
  copyOf,
  database,
  filesOf,
  openFolder,
  ownerOf,
  refusal,
  snapshot,
  template,
  prepareDataFolders,
} from '../data-folder-fixtures.ts'
import { envelope, send } from '../raw-http.ts'

prepareDataFolders()

describe('R8 copies of the database', () => {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const dayMs = 24 * 3600_000
  const dirOf = (folder: string) => join(folder, 'service')
  const namesOf = (folder: string) => listDatabaseCopies(dirOf(folder)).map(({ name }) => name)

  test('are made once a day while others write, and seven are kept', async () => {
    const folder = copyOf(template)
    const service = await openFolder(folder)
    const owner = ownerOf(service)
    const start = Date.now()
    for (let days = 0; days < 9; days++) {
      const time = start + days * dayMs
      const copying = copyDatabaseIfDue(dirOf(folder), time)
      service.seed.addFile(owner, [`day ${days}`], { contents: new Uint8Array(1) })
      await copying
      await copyDatabaseIfDue(dirOf(folder), time + 1)
    }
    const expected = Array.from({ length: 7 }, (_, index) => day(start + (8 - index) * dayMs))
    expect(namesOf(folder)).toEqual(expected)
    expect(readdirSync(join(dirOf(folder), 'copies')).filter((name) => /new/.test(name))).toEqual(
      [],
    )
  })

  test('are made one at a time, however long one takes', async () => {
    const folder = copyOf(template)
    const service = await openFolder(folder)
    const time = Date.now()
    const copying = copyDatabaseIfDue(dirOf(folder), time)
    await copyDatabaseIfDue(dirOf(folder), time)
    expect(namesOf(folder)).toEqual([])
    await copying
    expect(namesOf(folder)).toEqual([day(time)])
    service.close()
  })

  test('are made by a service that runs, with what has just been written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const folder = copyOf(template)
    const service = await openFolder(folder)
    service.seed.addFile(ownerOf(service), ['kept'], { size: 1 })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await expect.poll(() => namesOf(folder)).toEqual([day(Date.now())])
    const [copy] = listDatabaseCopies(dirOf(folder))
    const found = new Libsql(copy?.path ?? '')
    expect(found.prepare("SELECT name FROM files WHERE name = 'kept'").all()).toHaveLength(1)
    found.close()
  })

  test('are made before an upgrade', async () => {
    const folder = copyOf(template)
    const db = openDb(database(folder))
    // As an older build would leave it, whose last change added nothing that is in the way of the same change.
    db.script(`PRAGMA user_version = ${newestVersion - 1}; DROP INDEX files_by_key`)
    db.close()
    await openFolder(folder).catch(() => undefined)
    expect(namesOf(folder)).toEqual([`${day(Date.now())}-version-${newestVersion - 1}`])
  })

  test('are made later when their folder cannot be read', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue()
    const folder = copyOf(template)
    const copies = join(dirOf(folder), 'copies')
    writeFileSync(copies, 'no folder')
    await copyDatabaseIfDue(dirOf(folder), Date.now())
    expect(print.mock.calls.flat().join()).toMatch(/could not be copied/)
    rmSync(copies)
    const later = Date.now() + 3600_000
    await copyDatabaseIfDue(dirOf(folder), later)
    expect(namesOf(folder)).toEqual([day(later)])
  })

  async function damaged(): Promise<string> {
    const folder = copyOf(template)
    const kept = await openFolder(folder)
    const owner = ownerOf(kept)
    kept.seed.addFile(owner, ['folder', 'in the copy'], { contents: new Uint8Array([1]) })
    kept.seed.addFile(owner, ['gone since'], { contents: new Uint8Array([2]) })
    await copyDatabaseIfDue(dirOf(folder), Date.now())
    kept.seed.addFile(owner, ['after the copy'], { contents: new Uint8Array([3]) })
    const gone = kept.db.first(
      "SELECT entity_id AS id FROM files WHERE name = 'gone since'",
      [],
      v.object({ id: v.string() }),
    )
    kept.seed.removeFile(kept.seed.findFile(owner, ['gone since']) ?? '')
    kept.close()
    rmSync(join(dirOf(folder), 'contents', gone?.id ?? 'missing'))
    writeFileSync(database(folder), 'not a database '.repeat(1000))
    return folder
  }

  test('are named when the database is damaged, and nothing is changed', async () => {
    const folder = await damaged()
    const before = snapshot(folder)
    expect(await refusal(folder)).toMatch(
      /^StartError: .*Nothing was changed\. The last copy is of 20.*; --restore-copy goes back to it\.$/,
    )
    expect(snapshot(folder)).toEqual(before)
  })

  test('are gone back to: what was there is kept, missing contents are listed, everybody signs in again', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const folder = await damaged()
    const contents = () =>
      readdirSync(join(dirOf(folder), 'contents')).filter((name) => name !== 'drafts')
    const key = readFileSync(join(dirOf(folder), 'latchkey.key'), 'hex')
    const bytes = contents()
    const broken = readFileSync(database(folder))
    const service = await openFolder(folder, { restoreCopy: { day: day(Date.now()) } })
    expect(filesOf(service).toSorted()).toEqual(['folder', 'gone since', 'in the copy'])
    expect(readFileSync(join(dirOf(folder), 'latchkey.key'), 'hex')).not.toBe(key)
    expect(service.db.query('SELECT key FROM families', [], v.unknown())).toEqual([])
    const said = print.mock.calls.flat().join('\n')
    expect(said).toMatch(/Went back to the copy of 20.*everybody signs in again/)
    expect(said).toMatch(
      /The contents of 1 files and older versions are gone:\n {2}"mei@example.org:\/gone since"$/,
    )
    const kept = readdirSync(dirOf(folder)).find((name) => name.startsWith('replaced-')) ?? ''
    expect(readFileSync(join(dirOf(folder), kept, 'latchkey.db'))).toEqual(broken)
    service.close()
    // What was uploaded after the copy stays on the disk.
    ;(await openFolder(folder)).close()
    expect(contents()).toEqual(bytes)
  })

  test('are gone back to: older versions whose contents are missing are listed too', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const folder = copyOf(template)
    const service = await openFolder(folder)
    const owner = ownerOf(service)
    const id = service.seed.addFile(owner, ['folder', 'text'], { contents: new Uint8Array([1]) })
    const { data } = await callService(service, 'GET', `/file/info?id=${id}`, { as: owner })
    const path = '/file/content?uri=svc://my/folder/text'
    await send(service, 'PUT', path, { as: owner, body: 'second' })
    await copyDatabaseIfDue(dirOf(folder), Date.now())
    service.close()
    rmSync(join(dirOf(folder), 'contents', data.primary_entity))
    await openFolder(folder, { restoreCopy: { day: undefined } })
    expect(print.mock.calls.flat().join('\n')).toMatch(
      /The contents of 1 files and older versions are gone:\n {2}"mei@example.org:\/folder\/text", version of 20[\d-]+T[\d:.]+Z$/,
    )
  })

  test('have no uploads when they are gone back to, and keep what became a file since', async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    const folder = copyOf(template)
    const before = await openFolder(folder)
    const begin = async (service: typeof before, name: string) => {
      const { data } = await callService(service, 'PUT', '/file/upload', {
        as: ownerOf(service),
        body: { uri: `svc://my/${name}`, size: 3 },
      })
      return data.session_id as string
    }
    const finished = await begin(before, 'finished')
    await begin(before, 'unfinished')
    await copyDatabaseIfDue(dirOf(folder), Date.now())
    const path = `/file/upload/${finished}/0`
    const body = new Uint8Array([1, 2, 3])
    expect(await envelope(send(before, 'POST', path, { as: ownerOf(before), body }))).toMatchObject(
      {
        code: 0,
      },
    )
    before.close()
    const contents = () =>
      readdirSync(join(dirOf(folder), 'contents')).filter((name) => name !== 'drafts')
    const bytes = contents()
    const service = await openFolder(folder, { restoreCopy: { day: undefined } })
    expect(filesOf(service)).toEqual([])
    expect(service.seed.uploadSessionIds()).toEqual([])
    expect(service.db.query('SELECT key FROM locks', [], v.unknown())).toEqual([])
    expect(contents()).toEqual(bytes)
    service.close()
  })

  test.each([
    [undefined, /there is no copy/],
    ['2020-01-01', /there is no copy/],
  ])('that are not there (%s) change nothing', async (wanted, reason) => {
    const folder = copyOf(template)
    const before = snapshot(folder)
    expect(await refusal(folder, { restoreCopy: { day: wanted } })).toMatch(reason)
    expect(snapshot(folder)).toEqual(before)
  })

  test('that are damaged themselves change nothing', async () => {
    const folder = await damaged()
    const [copy] = listDatabaseCopies(dirOf(folder))
    writeFileSync(copy?.path ?? '', 'not a database either')
    const before = snapshot(folder)
    expect(await refusal(folder, { restoreCopy: { day: undefined } })).toMatch(
      /could not be put back.*Nothing was changed/,
    )
    expect(snapshot(folder)).toEqual(before)
  })
})
