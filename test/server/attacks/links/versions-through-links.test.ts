import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { envelope, send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import type { TestService } from '../../service-harness.ts'

const day = 24 * 3600_000
const { read, update, create } = SharePermission

/** The owner's folder `Team` with `plan.txt`, which others may read, change and add to. */
async function openTeam() {
  const service = await openTestService()
  const { seed, owner } = service
  const plan = seed.addFile(owner, ['Team', 'plan.txt'], { contents: Buffer.from('original') })
  const everyone = encodeBoolset([read, update, create])
  const share = seed.addShare(seed.addFolder(owner, ['Team']), {
    permissionSetting: { ...noPermissions, everyone },
  })
  return { service, plan, share }
}

async function put(service: TestService, as: string, uri: string, body: string): Promise<void> {
  service.clock.time += 1000
  const path = `/file/content?uri=${encodeURIComponent(uri)}`
  expect((await envelope(send(service, 'PUT', path, { as, body }))).code).toBe(0)
}

async function uploadVersion(service: TestService, as: string, uri: string): Promise<void> {
  const body = { uri, size: 0, entity_type: 'version' }
  const { data } = await service.call('PUT', '/file/upload', { as, body })
  const path = `/file/upload/${data.session_id}/0`
  expect((await envelope(send(service, 'POST', path, { as, body: '' }))).code).toBe(0)
}

async function saveInViewer(service: TestService, as: string, uri: string, id: string) {
  const body = { uri, viewer_id: textEditorViewerId, preferred_action: 'edit' }
  const { data } = await service.call('PUT', '/file/viewerSession', { as, body })
  const wopi = (operation: string, path: string) =>
    send(service, 'POST', `/file/wopi/${id}${path}?access_token=${data.session.access_token}`, {
      headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'theirs' },
      body: '',
    })
  for (const [operation, path] of [
    ['LOCK', ''],
    ['PUT', '/contents'],
    ['UNLOCK', ''],
  ] as const) {
    expect((await wopi(operation, path)).status, operation).toBe(200)
  }
}

/** The contents of all versions, newest first. */
async function versionsOf(service: TestService, uri: string): Promise<string[]> {
  const path = `/file/info?uri=${encodeURIComponent(uri)}&extended=true`
  const { data } = await service.call('GET', path, { as: service.owner })
  const texts: string[] = []
  for (const { id } of data.extended_info.entities as { id: string }[]) {
    texts.push(Buffer.from((await service.store.get(id)) ?? 'gone').toString())
  }
  return texts
}

test('Security 5 a visitor who may change a file cannot destroy the original, whichever way it is written over', async () => {
  const { service, plan, share } = await openTeam()
  const { colleague, owner } = service
  const uri = `svc://${share}@share/plan.txt`
  for (let round = 0; round < 10; round++) {
    await put(service, colleague, uri, '')
    await uploadVersion(service, colleague, uri)
    await saveInViewer(service, colleague, uri, plan)
  }
  const versions = await versionsOf(service, 'svc://my/Team/plan.txt')
  expect(versions).toEqual([...Array<string>(20).fill(''), 'original'])
  // Another visitor does not help either.
  const third = service.seed.addUser({ email: 'third@example.org', nickname: 'Third' })
  for (let round = 0; round < 21; round++) await put(service, third, uri, 'third')
  expect(await versionsOf(service, 'svc://my/Team/plan.txt')).toContain('original')
  const { data } = await service.call('GET', '/file/info?uri=svc://my/Team/plan.txt&extended=1', {
    as: owner,
  })
  const { id: version } = data.extended_info.entities.at(-1)
  const body = { uri: 'svc://my/Team/plan.txt', version }
  expect((await service.call('POST', '/file/version/current', { as: owner, body })).code).toBe(0)
})

test('Security 5 what a visitor has put away stays for 30 days, however often the owner saves after it', async () => {
  const { service, share } = await openTeam()
  const { colleague, owner, clock } = service
  const uri = 'svc://my/Team/plan.txt'
  await put(service, owner, uri, 'second')
  await put(service, colleague, `svc://${share}@share/plan.txt`, '')
  const since = clock.time
  for (let round = 0; round < 25; round++) await put(service, owner, uri, `owner ${round}`)
  const versions = await versionsOf(service, uri)
  expect(versions).toContain('second')
  expect(versions).not.toContain('original')
  clock.time = since + 30 * day - 2000
  await put(service, owner, uri, 'almost')
  expect(await versionsOf(service, uri)).toContain('second')
  clock.time = since + 30 * day
  await put(service, owner, uri, 'over')
  expect(await versionsOf(service, uri)).not.toContain('second')
})

test('versions of somebody who has no account any more count as the owner’s', async () => {
  const { service, share } = await openTeam()
  const { owner, seed, db } = service
  const guest = seed.addUser({ email: 'guest@example.org', nickname: 'Guest' })
  await put(service, guest, `svc://${share}@share/plan.txt`, 'guest')
  db.run('DELETE FROM users WHERE id = ?', [guest])
  const uri = 'svc://my/Team/plan.txt'
  for (let round = 0; round < 20; round++) await put(service, owner, uri, `owner ${round}`)
  const versions = await versionsOf(service, uri)
  expect(versions).not.toContain('guest')
  expect(versions).toContain('original')
  expect(versions).toHaveLength(21)
})
