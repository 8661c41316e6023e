import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open, field } from './fixtures.tsx'

const table = 'Ports:\n\n| Name | Depth |\n| --- | ---: |\n| Skrova | 7 |\n'

it.each([
  ['code', 'stations.sql', 'select 1'],
  ['CSV', 'stations.csv', 'name,depth\nSkrova,7'],
  ['a table in Markdown', 'ports.md', table],
  ['one without a line around it', 'ports.md', 'Name | Depth\n--- | ---\nSkrova | 7\n'],
  ['one of Windows', 'ports.md', table.replaceAll('\n', '\r\n')],
])('F8 %s is monospaced in the editor', async (_kind, name, contents) => {
  await open({ name, contents })
  expect((await field(name)).className).toMatch(/code|table/)
})

it.each([
  ['a letter', 'letter.txt', 'Dear Lin,'],
  ['Markdown without a table', 'notes.md', '# Notes\n\n---\n\nthis | that\n-- | and more'],
])('F8 %s is not', async (_kind, name, contents) => {
  await open({ name, contents })
  expect((await field(name)).className).not.toMatch(/code|table/)
})

it.each([
  ['stations.csv', 'sheet'],
  ['notes.md', 'text'],
  ['stations.sql', 'code'],
])('F8 %s has the glyph in its title that it has in the list', async (name, kind) => {
  await open({ name, contents: 'a,b' })
  await field(name)
  const header = screen.getByRole('heading', { level: 1 }).parentElement
  expect(header?.querySelector('[class*=_glyph_]')?.className).toContain(`_${kind}_`)
})
