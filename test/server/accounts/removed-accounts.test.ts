import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { removeUser } from '#src/server/accounts/user-writes.ts'
import { storageUsedBy, userById } from '#src/server/accounts/users.ts'
import { envelope, send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const { read, update, create } = SharePermission
const text = (value: string) => new TextEncoder().encode(value)

/** The colleague has files, trash, versions and a link, and writes to a folder of the owner. */
async function openHousehold() {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const { seed, owner, colleague } = service
  for (let at = 0; at < 300; at++) {
    seed.addFile(colleague, ['Many', `${at}.txt`], { contents: text(`${at}`) })
  }
  const theirs = seed.addFile(colleague, ['theirs.txt'], { contents: text('one') })
  await envelope(
    send(service, 'PUT', '/file/content?uri=svc://my/theirs.txt', { as: colleague, body: 'two' }),
  )
  seed.trashFile(seed.addFile(colleague, ['Old', 'trashed.txt'], { contents: text('gone') }), {})
  const link = seed.addShare(theirs)

  seed.addFile(owner, ['Team', 'plan.txt'], { contents: text('plan') })
  const everyone = encodeBoolset([read, update, create])
  const team = seed.addShare(seed.addFolder(owner, ['Team']), {
    permissionSetting: { ...noPermissions, everyone },
  })
  const uri = (name: string) => `svc://${team}@share/${name}`
  const path = `/file/content?uri=${encodeURIComponent(uri('plan.txt'))}`
  expect((await envelope(send(service, 'PUT', path, { as: colleague, body: 'new' }))).code).toBe(0)
  const upload = { uri: uri('half.bin'), size: 10 }
  expect((await service.call('PUT', '/file/upload', { as: colleague, body: upload })).code).toBe(0)
  return { service, dir, link }
}

test('R11 an account goes with all that is its own, and leaves what it saved for others', async () => {
  const { service, dir, link } = await openHousehold()
  const { db, owner, colleague, seed } = service
  const { access_token: token } = await seed.mintToken(colleague)
  expect(seed.lockTokens()).toHaveLength(1)
  const user = userById(db, colleague)
  if (!user) throw new Error('no colleague')

  await removeUser(service, user)
  expect((await service.call('GET', '/user/me', { token })).code).toBe(401)
  expect((await service.call('GET', `/share/info/${link}`)).code).toBe(404)
  const sign = { email: 'colleague@example.org', password: 'open sesame' }
  expect((await service.call('POST', '/session/token', { body: sign })).code).toBe(40080)
  // The unfinished upload and its lock are in nobody's way.
  const { data } = await service.call('GET', '/file?uri=svc://my/Team', { as: owner })
  expect(data.files.map(({ name }: { name: string }) => name)).toEqual(['plan.txt'])
  expect(seed.lockTokens()).toEqual([])
  const urls = await service.call('POST', '/file/url', {
    as: owner,
    body: { uris: ['svc://my/Team/plan.txt'] },
  })
  expect(await (await service.fetch(new Request(urls.data.urls[0].url))).text()).toBe('new')
  // What is left on the disk are the two versions of the owner's file, and nothing without a row.
  expect(readdirSync(join(dir, 'contents')).filter((name) => name !== 'drafts')).toHaveLength(2)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  const ownerRow = userById(db, owner)
  expect(ownerRow && storageUsedBy(db, ownerRow.key)).toBe(7)
  service.close()
})

test('R11 a removal that was cut short is finished by another one', async () => {
  const { service } = await openHousehold()
  const { db, colleague } = service
  const user = userById(db, colleague)
  if (!user) throw new Error('no colleague')
  let left = 3
  const cut = {
    ...db,
    transaction: <T>(work: () => T): T => {
      if (left-- === 0) throw new Error('killed')
      return db.transaction(work)
    },
  }
  await expect(removeUser({ ...service, db: cut }, user)).rejects.toThrow('killed')
  expect(userById(db, colleague)).toBeDefined()
  await removeUser(service, user)
  expect(userById(db, colleague)).toBeUndefined()
  service.close()
})
