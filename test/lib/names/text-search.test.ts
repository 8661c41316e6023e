import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNarrowerSearch, createSubstringMatcher } from '#src/lib/names/text-search.ts'

it.each([
  ['Café', 'cafe\u0301 menu.pdf', true],
  ['cafe\u0301', 'CAFÉ.pdf', true],
  ['menu', 'Cafe\u0301 MENU.pdf', true],
  ['  menu ', 'menu.pdf', true],
  ['文档', '我的文档.txt', true],
  ['menus', 'menu.pdf', false],
  ['é', 'e.pdf', false],
])('%j finds %j: %s', (search, text, isFound) => {
  expect(createSubstringMatcher(search)?.(text)).toBe(isFound)
})

it('searches nothing when no word is typed', () => {
  expect(createSubstringMatcher('  ')).toBeNull()
})

it.each([
  ['report', 'rep', true],
  ['a report', 'report', false],
  ['Report 1 ', 'Report', true],
  ['rep', 'report', false],
  ['report', 'reports', false],
  ['r', '', true],
  // Lower case of the Turkish letter has an "i" that the name has not.
  ['\u0130x', 'i', false],
])('what %j finds, %j finds too: %s', (search, part, isSure) => {
  expect(isNarrowerSearch(search, part)).toBe(isSure)
})

it('a longer search never finds a text that its beginning, said to be wider, does not find', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', '1', ' ', 'é', 'e', '\u0301', '\u0130', 'i', 'K', '\u212a'),
    maxLength: 4,
  })
  fc.assert(
    fc.property(letters, letters, letters, letters, (part, more, before, after) => {
      const search = part + more
      const text = before + search + after
      const [finds, findsPart] = [createSubstringMatcher(search), createSubstringMatcher(part)]
      if (isNarrowerSearch(search, part) && finds?.(text))
        expect(findsPart?.(text) ?? true).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
