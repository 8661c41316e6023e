import { expect, it } from 'vitest'
import { textSearch } from '#src/lib/names/text-search.ts'

it.each([
  ['Café', 'cafe\u0301 menu.pdf', true],
  ['cafe\u0301', 'CAFÉ.pdf', true],
  ['menu', 'Cafe\u0301 MENU.pdf', true],
  ['  menu ', 'menu.pdf', true],
  ['文档', '我的文档.txt', true],
  ['menus', 'menu.pdf', false],
  ['é', 'e.pdf', false],
])('%j finds %j: %s', (search, text, isFound) => {
  expect(textSearch(search)?.(text)).toBe(isFound)
})

it('searches nothing without a word', () => {
  expect(textSearch('  ')).toBeNull()
})
