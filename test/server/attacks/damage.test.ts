import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { removeUnownedContents } from '#src/server/contents/unowned-contents.ts'
import { removeDeletedContents } from '#src/server/trash/purge.ts'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const day = 24 * 3600_000
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('what a kill leaves behind', () => {
  test('contents without a file are removed at the next start, all others stay', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const dir = temporaryFolder()
    const first = await openTestService({ dir })
    const { seed, owner } = first
    const contents = new Uint8Array([1])
    seed.addFile(owner, ['kept'], { contents })
    seed.addFile(owner, ['kept without its file'], { contents })
    first.db.run("UPDATE users SET group_key = (SELECT key FROM groups WHERE name = 'Admin')", [])
    const body = {
      uris: ['svc://my/kept%20without%20its%20file'],
      skip_soft_delete: true,
      unlink: true,
    }
    expect((await first.call('DELETE', '/file', { as: owner, body })).code).toBe(0)
    const listed = () => readdirSync(join(dir, 'contents')).filter((name) => name !== 'drafts')
    const before = listed()
    for (const name of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb-thumb', 'cccccccccccc.new']) {
      writeFileSync(join(dir, 'contents', name), 'x')
    }
    const killed = temporaryFolder()
    cpSync(dir, killed, { recursive: true })
    first.close()

    const second = await openTestService({ dir: killed, users: first })
    expect(readdirSync(join(killed, 'contents')).filter((name) => name !== 'drafts')).toEqual(
      before,
    )
    expect(before).toHaveLength(2)
    expect(print.mock.calls).toEqual([
      ['Removed 3 contents that a killed process left without a file.'],
    ])
    second.close()
    const third = await openTestService({ dir, users: first })
    expect(listed()).toHaveLength(5)
    third.close()
  })
})

test('contents without a file stay as long as a power cut could bring back their rows', async () => {
  const dir = temporaryFolder()
  const { db, store, ...service } = await openTestService({ dir })
  writeFileSync(join(dir, 'contents', 'aaaaaaaaaaaa'), 'x')
  const checkpoint = vi.spyOn(db, 'checkpoint').mockReturnValue(false)
  removeUnownedContents(db, store)
  expect(readdirSync(join(dir, 'contents'))).toContain('aaaaaaaaaaaa')
  checkpoint.mockRestore()
  await removeDeletedContents({ db, store })
  expect(readdirSync(join(dir, 'contents'))).toEqual(['drafts'])
  service.close()
})

test('files of others among the contents neither stop a start nor are removed', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const dir = temporaryFolder()
  const first = await openTestService({ dir })
  const contents = join(dir, 'contents')
  const folders = ['lost+found', 'dddddddddddd', 'drafts/lost+found', 'drafts/dddddddddddd']
  const files = ['.DS_Store', 'notes', '.nfs0123', 'drafts/.DS_Store', 'drafts/notes']
  for (const name of folders) mkdirSync(join(contents, name))
  for (const name of files) writeFileSync(join(contents, name), 'x')
  for (const name of ['aaaaaaaaaaaa', 'drafts/bbbbbbbbbbbb'])
    writeFileSync(join(contents, name), 'x')
  const killed = temporaryFolder()
  cpSync(dir, killed, { recursive: true })
  first.close()
  const second = await openTestService({ dir: killed, users: first })
  const left = readdirSync(join(killed, 'contents'), { recursive: true }).map(String)
  expect(left.toSorted()).toEqual(['drafts', ...folders, ...files].toSorted())
  expect(print.mock.calls).toEqual([
    ['Removed 1 contents that a killed process left without a file.'],
  ])
  second.close()
})

describe('a clock that is 40 days ahead', () => {
  async function jump(hours: number) {
    const dir = temporaryFolder()
    const first = await openTestService({ dir })
    const { seed, owner, clock } = first
    for (let days = 1; days <= 40; days++) {
      seed.trashFile(seed.addFile(owner, [`${days} days`]), {
        retentionSeconds: (days * day - 3600_000) / 1000,
      })
    }
    await first.call('GET', '/file?uri=svc://trash', { as: owner })
    first.close()
    let uptime = 0
    const second = await openTestService({ dir, users: first, uptime: () => uptime })
    second.clock.time = clock.time + 40 * day
    const left = async () => {
      const path = '/file?uri=svc://trash&page_size=100'
      const { data } = await second.call('GET', path, { as: owner })
      return data.files.length as number
    }
    expect(await left()).toBe(40)
    uptime += hours * 3600_000
    second.clock.time += hours * 3600_000
    await left()
    const found = await left()
    second.close()
    return found
  }

  test('empties nothing in the first hour, and a day’s worth then, which is said', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(await jump(0.9)).toBe(40)
    expect(warn).not.toHaveBeenCalled()
    expect(await jump(1)).toBe(39)
    expect(warn.mock.calls.flat().join()).toMatch(/clock is 40 days ahead/)
    expect(await jump(24)).toBe(37)
  })
})
