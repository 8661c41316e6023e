import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstPage } from '#src/i18n/en/first-page.ts'
import { lists } from '#src/i18n/en/lists.ts'
import { rest } from '#src/i18n/en/rest.ts'

/* Types know all messages, also those that a page is drawn without. So this reads which ones its code asks for. */

const root = fileURLToPath(new URL('..', import.meta.url))

/** The sources that are loaded with one of them. */
function sourcesOf(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path) || !/\.tsx?$/.test(path) || path.startsWith('src/i18n/en/')) return found
  const source = readFileSync(root + path, 'utf8')
  found.set(path, source)
  for (const [, clause = '', name = ''] of source.matchAll(
    /^(?:import|export) ([^;'"]*?from )?'([^']+)'/gm,
  )) {
    if (clause.startsWith('type ')) continue
    if (name.startsWith('#src/')) sourcesOf(name.slice(1), found)
    else if (name.startsWith('.')) sourcesOf(posix.join(posix.dirname(path), name), found)
  }
  return found
}

/** The groups of messages, and the messages, that the code of a page asks for before anything is opened in it. */
function messagesOf(page: string): { groups: Set<string>; messages: Set<string> } {
  const groups = new Set<string>()
  const messages = new Set<string>()
  for (const path of ['src/main.tsx', page])
    for (const source of sourcesOf(path).values())
      for (const [, group = '', message = ''] of source.matchAll(/\bt\.(\w+)(?:\.(\w+))?/g)) {
        groups.add(group)
        messages.add(`${group}.${message}`)
      }
  return { groups, messages }
}

/** Messages that are loaded later although others of their group are there at once. */
const early: Record<string, object> = { ...firstPage, ...lists }
const later = Object.entries(rest).flatMap(([group, messages]) => {
  const there = early[group]
  return there
    ? Object.keys(messages)
        .filter((key) => !(key in there))
        .map((key) => `${group}.${key}`)
    : []
})

test.each([
  ['src/pages/shares/SharesPage.tsx', Object.keys(firstPage)],
  ['src/pages/trash/TrashPage.tsx', [...Object.keys(firstPage), ...Object.keys(lists)]],
  ['src/pages/files/FilesPage.tsx', [...Object.keys(firstPage), ...Object.keys(lists)]],
  ['src/components/folder/FolderTiles.tsx', [...Object.keys(firstPage), ...Object.keys(lists)]],
  ['src/components/frame/StorageBar.tsx', Object.keys(firstPage)],
  ['src/components/account/AccountMenu.tsx', Object.keys(firstPage)],
])('%s says nothing that is loaded after it', (page, loaded) => {
  const { groups, messages } = messagesOf(page)
  expect(groups).toContain('common')
  expect([...groups].filter((group) => !loaded.includes(group))).toEqual([])
  expect(messages).toContain('frame.trash')
  expect(later).toContain('common.cancel')
  expect(later).toContain('trash.emptyText')
  expect(later.filter((message) => messages.has(message))).toEqual([])
})
