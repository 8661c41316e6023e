import { expect, test } from 'vitest'
import { renewSampleDataSetLocks, seedDataSet } from '#src/server/sample/seed.ts'
import { open, sharesOf, list, rows } from './fixtures.ts'

test('the data set empty has accounts and nothing else', async () => {
  const service = await open()
  await seedDataSet(service, 'empty')
  expect((await list(service, 'svc://my')).files).toEqual([])
  expect(await sharesOf(service, 'mei@example.org')).toEqual([])
  renewSampleDataSetLocks(service)
  expect(rows(service, 'locks')).toBe(0)
  service.close()
})

test('the data set large has as many items of each kind as asked for, the same each time', async () => {
  const once = async () => {
    const service = await open()
    await seedDataSet(service, 'large', { scale: 500 })
    const files = (await list(service, 'svc://my/Archive')).files
    const trash = (await list(service, 'svc://trash')).files
    expect(files).toHaveLength(500)
    expect(trash).toHaveLength(500)
    expect(rows(service, 'shares')).toBe(500)
    expect(trash.filter(({ type }) => type === 1)).toHaveLength(25)
    const links = await sharesOf(service, 'mei@example.org')
    expect(new Set(links.map(({ expired }) => expired)).size).toBe(2)
    for (const table of ['files', 'shares', 'entities']) {
      expect(rows(service, `${table} WHERE created_at > ${service.clock.time}`), table).toBe(0)
    }
    expect(
      rows(
        service,
        'shares s JOIN files f ON f.key = s.file_key WHERE s.created_at < f.created_at',
      ),
    ).toBe(0)
    service.close()
    return [files, trash, links].map((items) => items.map(({ name }) => name))
  }
  expect(await once()).toEqual(await once())
})
