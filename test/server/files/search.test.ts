import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { queryListedRows } from '#src/server/files/listing/page.ts'
import { parseUriSearch } from '#src/server/files/search/search.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

type Conditions = [string, string][]
const address = (conditions: Conditions, root = 'svc://my') =>
  `${root}?${conditions.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
async function find(service: TestService, conditions: Conditions, more = '', root?: string) {
  const uri = encodeURIComponent(address(conditions, root))
  const { code, data } = await service.call('GET', `/file?page_size=2000${more}&uri=${uri}`, {
    as: service.owner,
  })
  expect(code, uri).toBe(0)
  return data.files as { id: string; name: string }[]
}
const names = async (service: TestService, conditions: Conditions, root?: string) =>
  (await find(service, conditions, '', root)).map(({ name }) => name).sort()

// Letters with special rules of case: the Kelvin sign, a dotted capital I, a sharp s, a final sigma.
const tricky = [
  'a',
  'B',
  'k',
  'K',
  '\u212a',
  'İ',
  'i',
  'ü',
  'Ü',
  'ß',
  'Σ',
  'σ',
  'ς',
  '空',
  '.',
  '1',
  ' ',
  '"',
  'txt',
  'JPG',
]
const word = fc
  .array(fc.constantFrom(...tricky), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(''))

test('F9 what the database rules out beforehand never would have matched', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  fc.sample(fc.uniqueArray(word, { minLength: 150, maxLength: 150 }), {
    numRuns: 1,
    seed: 7,
  })[0]?.forEach((name, at) => {
    const facts = {
      size: at * 10,
      createdAt: at * 777,
      updatedAt: at * 999 + 500,
      metadata: at % 3 ? {} : { 'tag:k': name, [`tag:${name}`]: 'x' },
    }
    if (at % 10 === 0) seed.addFolder(owner, ['F', name], facts)
    else seed.addFile(owner, at % 2 ? [name] : ['F', 'G', name], facts)
  })
  const rows = queryListedRows(
    db,
    `FROM files f JOIN users u ON u.key = f.owner_key WHERE u.id = ? AND f.parent_key IS NOT NULL`,
    [owner],
  )
  const bound = fc.oneof(
    fc.integer({ min: -5, max: 1600 }),
    fc.double({ min: 0, max: 200, noNaN: true }),
    fc.constant(1e300),
  )
  const condition = fc.oneof(
    word.map((text): Conditions => [['name', text]]),
    fc.tuple(word, word).map(([a, b]): Conditions => [['name', `${a}*${b}`]]),
    word.map((text): Conditions => [['name', `*${text}*`]]),
    word.map((text): Conditions => [['name', `"${text}"`]]),
    fc.constantFrom<Conditions[]>(
      [['case_folding', '']],
      [['name_op_or', '']],
      [['type', 'file']],
      [['type', 'folder']],
    ),
    fc.constantFrom('image', 'document', 'video').map((text): Conditions => [['category', text]]),
    word.map((text): Conditions => [['meta_tag:k', text]]),
    word.map((text): Conditions => [['exact_meta_tag:k', text]]),
    word.map((text): Conditions => [[`meta_tag:${text}`, '']]),
    fc
      .tuple(
        fc.constantFrom(
          'size_gte',
          'size_lte',
          'created_gte',
          'created_lte',
          'updated_gte',
          'updated_lte',
        ),
        bound,
      )
      .map(([key, value]): Conditions => [[key, String(value)]]),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => all.flat()),
      fc.constantFrom('', '&order_by=name', '&order_by=updated_at&order_direction=desc'),
      async (conditions, order) => {
        const { matches } = parseUriSearch(conditions)
        const wanted = rows.filter((row) => matches(row, true)).map(({ id }) => id)
        const found = (await find(service, conditions, order)).map(({ id }) => id)
        expect(found.sort()).toEqual(wanted.sort())
      },
    ),
    { numRuns: 300 },
  )
})

test('F9 the case of letters matters unless one says that it does not, in any script', async () => {
  const service = await openTestService()
  for (const name of ['Über.txt', 'über.md', 'K2', '\u212a3', 'İzmir', '空', 'ΝΗΣΟΣ', 'νῆσος']) {
    service.seed.addFile(service.owner, [name])
  }
  expect(await names(service, [['name', 'ü']])).toEqual(['über.md'])
  const inAnyCase = (name: string) =>
    names(service, [
      ['name', name],
      ['case_folding', ''],
    ])
  expect(await inAnyCase('ü')).toEqual(['Über.txt', 'über.md'])
  expect(await inAnyCase('k')).toEqual(['K2', '\u212a3'])
  expect(await inAnyCase('\u212a')).toEqual(['K2', '\u212a3'])
  expect(await inAnyCase('i')).toEqual(['İzmir'])
  expect(await inAnyCase('空')).toEqual(['空'])
  expect(await inAnyCase('ος')).toEqual(['ΝΗΣΟΣ', 'νῆσος'])
  expect(await inAnyCase('zm')).toEqual(['İzmir'])
})

test('F9 bounds of size and time hold at both ends, one of them alone too', async () => {
  const service = await openTestService()
  for (const size of [0, 9, 10, 11]) {
    service.seed.addFile(service.owner, [`${size}`], { size, createdAt: size * 1000 + 999 })
  }
  expect(await names(service, [['size_gte', '10']])).toEqual(['10', '11'])
  expect(
    await names(service, [
      ['size_lte', '10'],
      ['size_gte', '9'],
    ]),
  ).toEqual(['10', '9'])
  expect(await names(service, [['created_gte', '10']])).toEqual(['10', '11'])
  expect(await names(service, [['created_lte', '10']])).toEqual(['0', '10', '9'])
  expect(await names(service, [['updated_gte', '9.5']])).toEqual(['10', '11'])
  expect(await names(service, [['size_gte', '1e308']])).toEqual([])
  expect(await names(service, [['size_lte', '1e308']])).toHaveLength(4)
})

test('F9 the trash is found by where things lay, in the spelling of addresses', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.trashFile(seed.addFile(owner, ['Finance', 'Budget & plan.xlsx']))
  seed.trashFile(seed.addFile(owner, ['other']))
  const by = (text: string) => names(service, [['meta_sys:restore_uri', text]], 'svc://trash')
  expect(await by('finance/budget%20%26')).toEqual(['Budget & plan.xlsx'])
  expect(await by('Budget & plan')).toEqual([])
  expect(await by('')).toHaveLength(2)
  expect(
    await names(service, [['meta_sys:expected_collect_time', '17']], 'svc://trash'),
  ).toHaveLength(2)
})

test('F9 an address with more conditions than anybody needs is refused', async () => {
  const service = await openTestService()
  const uri = address(Array.from({ length: 65 }, (): [string, string] => ['name', 'x']))
  const answer = await service.call('GET', `/file?uri=${encodeURIComponent(uri)}`, {
    as: service.owner,
  })
  expect(answer.code).toBe(40001)
})

test('F9 one file among many thousands is found', async () => {
  const service = await openTestService()
  service.db.transaction(() => {
    for (let i = 0; i < 20_000; i++)
      service.seed.addFile(service.owner, [`dir ${i % 50}`, `Report number ${i}.txt`])
  })
  expect(
    await names(service, [
      ['name', 'NUMBER 7777.'],
      ['case_folding', ''],
    ]),
  ).toEqual(['Report number 7777.txt'])
  expect(await names(service, [['name', 'none']])).toEqual([])
})

test('F9 a search through a link looks each folder up once when it ends, however many items are in it', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  db.transaction(() => {
    for (let index = 0; index < 300; index++) seed.addFile(owner, ['Team', 'deep', `${index}`])
  })
  const share = seed.addShare(seed.addFolder(owner, ['Team']))
  const query = vi.spyOn(db, 'query')
  const uri = encodeURIComponent(`svc://${share}@share?name=1`)
  const { data } = await service.call('GET', `/file?uri=${uri}&page_size=500`, {
    as: service.colleague,
  })
  expect(data.files.length).toBeGreaterThan(100)
  const waysUp = query.mock.calls.filter(([sql]) => sql.includes('WITH RECURSIVE up'))
  expect(waysUp.length).toBeLessThan(20)
})
