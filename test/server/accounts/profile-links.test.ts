import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'

test('A1 links in the profile: those that the caller may not open are left out, on every page', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const stranger = seed.addUser({ email: 's@example.org', nickname: 's', password: 'open sesame' })
  const file = seed.addFile(owner, ['a.txt'], { size: 1 })
  const user_explicit = { [colleague]: encodeBoolset([SharePermission.read]) }
  const named = { permissionSetting: { ...noPermissions, user_explicit } }
  const links = Array.from({ length: 45 }, (_, index) =>
    seed.addShare(file, index % 3 > 0 ? named : {}),
  )
  const shows = { as: owner, body: { share_links_in_profile: '' } }
  expect((await service.call('PATCH', '/user/setting', shows)).code).toBe(0)
  const keyOf = (id: string) =>
    service.db.first('SELECT key FROM shares WHERE id = ?', [id], v.object({ key: v.number() }))
      ?.key
  const listed = async (as: string) => {
    const ids: string[] = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const path = `/user/shares/${owner}?page_size=10&next_page_token=${encodeURIComponent(next)}`
      const { data } = await service.call('GET', path, { as })
      ids.push(...(data.shares ?? []).map(({ id }: { id: string }) => id))
      next = data.pagination.next_token
      if (next === undefined) continue
      // Neither the length of a page nor its cursor tells of those that are left out.
      expect(data.shares).toHaveLength(10)
      expect(JSON.parse(atob(next))).toMatchObject({ key: keyOf(ids.at(-1) ?? '') })
    }
    return ids
  }
  expect(await listed(colleague)).toEqual(links)
  expect(await listed(owner)).toEqual(links)
  expect(await listed(stranger)).toEqual(links.filter((_, index) => index % 3 === 0))
})
