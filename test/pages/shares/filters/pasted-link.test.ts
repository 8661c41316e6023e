import { describe, expect, it } from 'vitest'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { createLinkFilter, type LocalLinkData } from '#src/pages/shares/filters/link-filter.ts'
import { stripPasswordFromPastedLink } from '#src/pages/shares/filters/strip-password-from-pasted-link.ts'
import { noFilters } from '#src/pages/shares/url.ts'
import { linkRow } from '../link-row.ts'

/** The links in the list, by the folders of their items. */
const folders = new Map<LinkRow, string>([
  [linkRow({ id: 'aB3dE5', name: 'secret.txt', isProtected: true }), ''],
  [linkRow({ id: 'bC4eF6', name: 'report.pdf' }), 's/2026/'],
  [linkRow({ id: 'cD5fG7', name: 'other.txt' }), 'Projects/s/'],
  [linkRow({ id: 'dE6gH8', name: 'report.pdf' }), 'my.files/s/'],
  [linkRow({ id: 'eF7hI9', name: 'draft report.txt' }), 'Projects/s/2026/'],
  [linkRow({ id: 'fG8iJ1', name: 'report.pdf' }), 'Projects/s/2026/'],
])
const rows = [...folders.keys()]
const isListed = (id: string) => rows.some((row) => row.id === id)
const local = {
  paths: { pathOf: (row: LinkRow) => folders.get(row) },
  lastSeen: undefined,
  words: { ofState: () => [], ofAccess: () => [] },
} as unknown as LocalLinkData

const namesFoundBy = (search: string): string[] =>
  rows.filter(createLinkFilter({ ...noFilters, search }, 0, local)).map(({ name }) => name)

const fieldAfter = (text: string): string => stripPasswordFromPastedLink(text, isListed) ?? text

/** All that the search field holds while a text is typed. */
function fieldsWhileTyped(text: string): string[] {
  let field = ''
  return Array.from(text, (letter) => (field = fieldAfter(field + letter)))
}

describe('S15 a link in the search', () => {
  const id = 'aB3dE5'
  it.each([
    ['its address', `https://files.example.org/s/${id}`],
    ['its address with a password', `http://localhost/s/${id}/geheim77`],
    [
      'its address with a password and more behind it',
      `http://localhost:5173/s/${id}/geheim77?path=%2Fa#b`,
    ],
    ['its address below a base path', `https://h.example/files/app/s/${id}/geheim77`],
    ['its address without a scheme', `localhost:5173/s/${id}/geheim77`],
    ['the end of its address', `/s/${id}/geheim77`],
    ['its address with a parameter', `h.example/s/${id}?p=geheim77`],
    ['its address with more behind it', `http://localhost/s/${id}?path=x`],
    ['link and password as they are copied', `http://h/s/${id}\nPassword: geheim77`],
    ['an address of its files', `cloudreve://${id}:geheim77@share/a`],
    [
      'the address to which the public server sends it',
      `https://h/home?path=${encodeURIComponent(`cloudreve://${id}:geheim77@share`)}`,
    ],
    ['its id', id],
  ])('is found by %s, pasted or typed, and its password is not kept', (_, text) => {
    const pasted = fieldAfter(text)
    expect(namesFoundBy(pasted)).toEqual(['secret.txt'])
    expect(pasted).not.toContain('gehe')
    const fields = fieldsWhileTyped(text.replaceAll('\n', ' '))
    expect(namesFoundBy(fields.at(-1) ?? '')).toEqual(['secret.txt'])
    expect(fields.filter((field) => field.includes('gehe'))).toEqual([])
  })

  it.each([
    'https://h.example/app/s/foreign1/geheim77',
    'localhost:5173/s/foreign1/geheim77',
    'files.example.org/s/foreign1/geheim77',
    'h.example/app/s/foreign1/geheim77/x',
    'cloudreve://foreign1:geheim77@share/a',
  ])('is not in the list, and its password is not kept: %s', (text) => {
    for (const field of [fieldAfter(text), ...fieldsWhileTyped(text)])
      expect(field).not.toContain('gehe')
    expect(fieldAfter(text)).toContain('foreign1')
  })

  it.each([
    ['Projects/s/2026/report.pdf', ['report.pdf']],
    ['projects/s/2026/', ['draft report.txt', 'report.pdf']],
    ['Projects/s/2026/draft report', ['draft report.txt']],
    ['my.files/s/report.pdf', ['report.pdf']],
    ['/s/2026/report.pdf', ['report.pdf']],
    ['s/2026/report.pdf', ['report.pdf', 'report.pdf']],
  ])('is not taken for a path with a folder named s, as in %s', (search, found) => {
    expect(fieldAfter(search)).toBe(search)
    expect(fieldsWhileTyped(search).at(-1)).toBe(search)
    expect(namesFoundBy(search)).toEqual(found)
  })
})
