import { expect, test } from 'vitest'
import { removeTraces } from './remove-traces.ts'
import { type Item, serverUnderTest } from './server-under-test.ts'

const server = serverUnderTest()

test('R10 what a test that failed half way leaves behind is removed: locks, links and what it deleted', async () => {
  const { must, uri, addText, addFolder, lock, scheme, folder } = server()
  await addFolder('Left')
  await lock('Left', 'locked.bin')
  await addText('Left', 'deleted.txt')
  await must('DELETE', '/file', { uris: [uri('Left', 'deleted.txt')] })
  await addText(`${folder} shared.txt`)
  await must('PUT', '/share', { uri: uri(`${folder} shared.txt`) })
  const listed = async (address: string) => {
    const path = `/file?uri=${encodeURIComponent(address)}&page_size=50&order_by=updated_at&order_direction=desc`
    return (await must<{ files: Item[] | null }>('GET', path)).files ?? []
  }
  const left = async () => ({
    folders: (await listed(`${scheme}://my`)).filter(({ name }) => name === folder).length,
    trash: (await listed(`${scheme}://trash`)).filter(({ metadata }) =>
      decodeURIComponent(metadata?.['sys:restore_uri'] ?? '').includes(folder),
    ).length,
    links: (
      await must<{ shares: { name: string }[] | null }>(
        'GET',
        '/share?page_size=50&order_by=id&order_direction=desc',
      )
    ).shares?.filter(({ name }) => name.startsWith(folder)).length,
  })
  expect(await left()).toEqual({ folders: 1, trash: 1, links: 1 })
  await removeTraces(server())
  expect(await left()).toEqual({ folders: 0, trash: 0, links: 0 })
  // The end of this file removes it again.
  await addFolder()
})
