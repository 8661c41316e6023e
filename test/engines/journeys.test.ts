import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppServer, type Role, startAppServer } from '../browser/app-server.ts'
import { EnginePage } from './engine-page.ts'
import type { Engine, EngineWindow } from './engine.ts'
import { engines } from './installed.ts'

/* The four jobs, and what engines do differently: files, dragging, the clipboard, dialogs and locks in two windows. */

const work = 'svc://my/Work'
const filesAt = (uri: string) => `files?uri=${encodeURIComponent(uri)}`
const size = { width: 1280, height: 860 }

describe.each(engines().map(({ name, open }) => [name, open] as const))('G7 %s', (name, open) => {
  if (!open) {
    // oxlint-disable-next-line vitest/no-disabled-tests -- an engine that is not installed is said to be left out
    test.skip(`${name} is not installed`)
    return
  }
  let engine: Engine
  let server: AppServer
  let folder: string
  const windows: EngineWindow[] = []
  beforeAll(async () => {
    server = await startAppServer({ passwords: 'quick' })
    engine = await open()
    folder = await mkdtemp(join(tmpdir(), 'latchkey-engine-'))
    console.info(`${name} ${engine.version}`)
  })
  afterEach(async () => {
    for (const each of windows.splice(0)) await each.close()
  })
  afterAll(async () => {
    await engine?.close()
    await server?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  async function visit(path: string, role: Role = 'owner'): Promise<EnginePage> {
    const window = await engine.openWindow(size)
    windows.push(window)
    const page = new EnginePage(window, server)
    await page.signInTo(path, role)
    return page
  }
  const take = (page: EnginePage, state: string) =>
    page.takeScreenshot(`${name.toLowerCase()}-${state}`)

  test('S3, S4: a link is found, and pasted where it is wanted', async () => {
    const page = await visit('shares?state=live')
    await page.waitFor({ role: 'grid' })
    await page.expectAccessible('the list')
    await take(page, 'shares')
    await page.window.press('/')
    await page.window.type('Annual')
    await expect.poll(() => page.labels({ role: 'row', name: /Annual/ })).toHaveLength(1)
    await page.window.press('Enter')
    await page.waitForText('Link copied')
    const search = { role: 'searchbox' } as const
    await page.click(search)
    await page.window.press('Control+a')
    await page.window.press('Control+v')
    await expect.poll(() => page.value(search)).toMatch(/^http\S+\/s\/[^/\s]+$/)
  })

  test('G7: a dialog opens with the focus in it, and Escape gives the focus back', async () => {
    const page = await visit('shares')
    await page.waitFor({ role: 'grid' })
    await page.window.press('?')
    const dialog = { role: 'dialog' } as const
    await page.waitFor(dialog)
    await expect.poll(() => page.hasFocus(dialog)).toBe(true)
    await page.expectAccessible('a dialog')
    await take(page, 'dialog')
    await page.window.press('Escape')
    await page.waitUntilGone(dialog)
    expect(await page.window.run(() => document.activeElement?.isConnected ?? false, null)).toBe(
      true,
    )
  })

  test('T2: two items are selected and restored', async () => {
    const page = await visit('trash')
    const rows = { role: 'row', inside: { role: 'grid' } } as const
    await page.waitFor({ role: 'row', name: /\w/ })
    // The first row is the head.
    const [, first = '', second = ''] = await page.labels(rows)
    await page.window.press('/')
    await page.window.press('ArrowDown')
    await expect.poll(() => page.hasFocus({ role: 'row', name: first })).toBe(true)
    await page.window.press(' ')
    await page.window.press('Shift+ArrowDown')
    await page.waitFor({ role: 'region', name: '2 selected' })
    await page.expectAccessible('the trash')
    await take(page, 'trash')
    await page.click({
      role: 'button',
      name: 'Restore',
      inside: { role: 'region', name: '2 selected' },
    })
    await page.waitForText('2 items restored')
    await page.window.reload()
    await page.waitFor({ role: 'row', name: /\w/ })
    const left = await page.labels(rows)
    expect(left).not.toContain(first)
    expect(left).not.toContain(second)
  })

  test('V1, V3: a folder gets a layout, and has it after a reload', async () => {
    const folderUri = 'svc://my/Photos/City'
    const page = await visit(`view-settings?folder=${encodeURIComponent(folderUri)}`)
    await page.waitFor({ role: 'grid' })
    await page.clickText('Gallery')
    await page.expectAccessible('view settings')
    await take(page, 'view-settings')
    await page.click({ role: 'button', name: 'Save view' })
    await page.waitForText('View saved')
    await page.window.reload()
    await page.waitFor({ role: 'radio', name: 'Gallery' })
    expect(await page.isChecked({ role: 'radio', name: 'Gallery' })).toBe(true)
  })

  test('F2: a file is uploaded, and dragged into a folder', async () => {
    const path = join(folder, 'from disk.txt')
    await writeFile(path, 'a few bytes')
    const page = await visit(filesAt(work))
    await page.waitFor({ role: 'row', name: 'Code' })
    await page.chooseFile('Upload files…', path)
    const row = { role: 'row', name: 'from disk.txt' } as const
    await page.waitFor(row)
    await page.expectAccessible('a folder')
    await take(page, 'files')
    await page.dragTo(row, { role: 'row', name: 'Code' })
    await page.waitUntilGone(row)
    await page.open(filesAt(`${work}/Code`))
    await page.waitFor(row)
  })

  test('L1, L2: a lock of one window is met in another, taken away, and said where it was', async () => {
    const writer = await visit(`edit?uri=${encodeURIComponent(`${work}/Code/letter.txt`)}`)
    await writer.click({ role: 'textbox', name: /letter\.txt/ })
    await writer.window.press('Control+End')
    await writer.window.type('Written in another window.')
    await writer.waitForText('Only you can edit while this is open')
    const owner = await visit(filesAt(work))
    await owner.click({ role: 'row', name: 'Code' })
    await owner.window.press('F2')
    await owner.window.type('Programs')
    await owner.window.press('Enter')
    const dialog = { role: 'alertdialog' } as const
    await owner.waitFor(dialog)
    await owner.expectAccessible('the lock dialog')
    await take(owner, 'lock')
    await owner.click({ role: 'button', name: 'Unlock and retry', inside: dialog })
    await owner.waitFor({ role: 'row', name: 'Programs' })
    // A hidden page asks for its lock every ten minutes, and when it is looked at again.
    await writer.window.bringToFront()
    await writer.waitForText('What you typed is kept')
    expect(await writer.value({ role: 'textbox', name: /letter\.txt/ })).toContain('another window')
    await take(writer, 'editor-unlocked')
  })
})
