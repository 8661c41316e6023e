import { expect, test } from 'vitest'
import { type Item, serverUnderTest } from './server-under-test.ts'

/* The requests of the four jobs, one after the other, as a server of the protocol must answer them. */

const server = serverUnderTest()
const query = (uri: string) => `uri=${encodeURIComponent(uri)}`
const namesIn = async (...names: string[]) => {
  const { must, uri } = server()
  const { files } = await must<{ files: Item[] | null }>('GET', `/file?${query(uri(...names))}`)
  return (files ?? []).map(({ name }) => name)
}

test('R10 lists, renames and moves files', async () => {
  const { must, uri, addText, addFolder } = server()
  await addFolder('Letters')
  await addText('one.txt')
  await must('POST', '/file/rename', { uri: uri('one.txt'), new_name: 'two.txt' })
  await must('POST', '/file/move', { uris: [uri('two.txt')], dst: uri('Letters') })
  expect(await namesIn('Letters')).toEqual(['two.txt'])
  expect(await namesIn()).toEqual(['Letters'])
})

test('R10 shares: creates a link, lists it, edits it at the same address, deletes it', async () => {
  const { must, ask, uri, addText, folder } = server()
  const name = `${folder}.txt`
  await addText(name)
  const address = await must<string>('PUT', '/share', { uri: uri(name), expire: 3600 })
  type Share = { id: string; name: string; url: string; expires?: string }
  const find = async () => {
    const { shares: links } = await must<{ shares: Share[] | null }>(
      'GET',
      '/share?page_size=50&order_by=id&order_direction=desc',
    )
    return links?.find((share) => share.name === name)
  }
  const share = await find()
  expect(share).toBeDefined()
  if (!share) return
  expect(new URL(address).pathname).toBe(new URL(share.url).pathname)
  await must('POST', `/share/${share.id}`, { uri: uri(name), expire: 7200 })
  const edited = await find()
  expect(edited?.url).toBe(share.url)
  expect(Date.parse(edited?.expires ?? '')).toBeGreaterThan(Date.parse(share.expires ?? ''))
  const visitor = await fetch(`${server().address}api/v4/share/info/${share.id}`)
  expect(await visitor.json()).toMatchObject({ code: 0, data: { name } })
  await must('DELETE', `/share/${share.id}`)
  expect(await find()).toBeUndefined()
  expect((await ask('GET', `/share/info/${share.id}`)).code).not.toBe(0)
})

test('R10 trash: restores what was deleted to where it was, and deletes permanently', async () => {
  const { must, uri, addText, addFolder, inTrash, folder } = server()
  const names = ['a', 'b'].map((letter) => `${folder} ${letter}.txt`)
  await addFolder('Old')
  for (const name of names) await addText('Old', name)
  await must('DELETE', '/file', { uris: names.map((name) => uri('Old', name)) })
  const [first, second] = await Promise.all(names.map(inTrash))
  expect(first).toBeDefined()
  expect(second).toBeDefined()
  await must('POST', '/file/restore', { uris: [first?.path] })
  expect(await namesIn('Old')).toEqual([names[0]])
  await must('DELETE', '/file', { uris: [second?.path], skip_soft_delete: true })
  expect(await inTrash(names[1] ?? '')).toBeUndefined()
})

test('R10 view settings: what is saved for a folder comes back with its list', async () => {
  const { must, uri, addFolder } = server()
  await addFolder('Seen')
  const view = {
    page_size: 100,
    order: 'size',
    order_direction: 'desc',
    view: 'gallery',
    thumbnail: true,
    gallery_width: 240,
    columns: [{ type: 0 }, { type: 2, width: 120 }],
  }
  await must('PATCH', '/file/view', { uri: uri('Seen'), view })
  const list = await must<{ view?: object }>('GET', `/file?${query(uri('Seen'))}`)
  expect(list.view).toMatchObject({ view: 'gallery', gallery_width: 240, order: 'size' })
})

test('R10 locks: a change of what is being uploaded names the lock, and goes on once it is released', async () => {
  const { must, ask, uri } = server()
  const { storage_policy: policy } = await must<{ storage_policy?: { id: string } }>(
    'GET',
    `/file?${query(uri())}`,
  )
  const session = await must<{ session_id: string }>('PUT', '/file/upload', {
    uri: uri('slow.bin'),
    size: 3,
    policy_id: policy?.id,
  })
  type Lock = { path?: string; token?: string; owner?: { application?: { type?: string } } }
  const refused = await ask<Lock[]>('POST', '/file/rename', {
    uri: uri('slow.bin'),
    new_name: 'fast.bin',
  })
  expect(refused.code).toBe(40073)
  const [lock] = refused.data
  expect(lock?.token).toBeTruthy()
  expect(lock?.owner?.application?.type).toBe('upload')
  await must('DELETE', '/file/lock', { tokens: [lock?.token] })
  await must('POST', '/file/rename', { uri: uri('slow.bin'), new_name: 'fast.bin' })
  await ask('DELETE', '/file/upload', { id: session.session_id, uri: uri('fast.bin') })
})
