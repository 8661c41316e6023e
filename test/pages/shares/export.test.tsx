import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import type { Backend } from '../../dom/harness.tsx'
import type { Sent } from '../../dom/network.ts'
import { copied, many, page, row, seedShare } from './fixtures.tsx'

const awkward = [
  '=HYPERLINK("http://evil","x").csv',
  '@sum.txt',
  'two\nlines.txt',
  'say "hi", twice.txt',
  `${'长'.repeat(83)}.txt`,
  'مستند \u202egpj.exe',
]
const created = Date.UTC(2026, 0, 2, 3, 4, 5)
const seed = (backend: Backend) => {
  for (const name of awkward)
    seedShare(backend, name, { password: 'geheim77', createdAt: created, visited: 1234 })
}

/** Collects what the page has the browser save. */
function savedFiles(): { name: string; blob: Blob }[] {
  const saved: { name: string; blob: Blob }[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', blob: blob as Blob })
    return `blob:${location.origin}/${saved.length}`
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  onTestFinished(() => {
    made.mockRestore()
    clicked.mockRestore()
  })
  return saved
}

/** The records of a CSV text (RFC 4180). */
function parseCsv(text: string): string[][] {
  const fields = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)
  const records: string[][] = [[]]
  for (const [whole, quoted, plain = '', end] of fields) {
    if (whole === '') break
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') records.push([])
  }
  return records.filter((record) => record.length > 0)
}

type App = Awaited<ReturnType<typeof page>>
async function openExport({ user }: App) {
  await row('@sum.txt')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  return within(await screen.findByRole('dialog', { name: 'Export 6 links' }))
}

describe('S11', () => {
  it('saves CSV without a byte order mark where it is not to open in Excel, and JSON never has one', async () => {
    const saved = savedFiles()
    const firstByte = async (at: number) =>
      new Uint8Array((await saved[at]?.blob.arrayBuffer()) ?? [])[0]
    const app = await page({ seed })
    const dialog = await openExport(app)
    await app.user.click(dialog.getByRole('checkbox', { name: 'Opens in Excel' }))
    await app.user.click(dialog.getByRole('button', { name: 'Download' }))
    await screen.findByText('6 links exported')
    expect(await firstByte(0)).toBe('N'.charCodeAt(0))
    const again = await openExport(app)
    await app.user.click(again.getByRole('radio', { name: 'JSON' }))
    expect(again.queryByRole('checkbox', { name: 'Opens in Excel' })).toBeNull()
    await app.user.click(again.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(await firstByte(1)).toBe('['.charCodeAt(0))
  })

  it('saves what the filters show as CSV that a spreadsheet can open without harm', async () => {
    const saved = savedFiles()
    const app = await page({ seed })
    const dialog = await openExport(app)
    await app.user.click(dialog.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('6 links exported')).toBeVisible()
    const [file] = saved
    expect(file?.name).toMatch(/^latchkey-links-\d{4}-\d\d-\d\d\.csv$/)
    expect([...new Uint8Array((await file?.blob.arrayBuffer()) ?? [])].slice(0, 3)).toEqual([
      0xef, 0xbb, 0xbf,
    ])
    const text = (await file?.blob.text()) ?? ''
    expect(text).not.toContain('geheim77')
    const [head, ...records] = parseCsv(text.replace(/^\ufeff/, ''))
    expect(head).toEqual([
      'Name',
      'Kind',
      'Folder',
      'Link',
      'State',
      'Visits',
      'Downloads',
      'Download limit',
      'Expires',
      'Access',
      'Created',
    ])
    expect(records.map(([name]) => name)).toEqual(
      awkward.toReversed().map((name) => (/^[=@]/.test(name) ? `'${name}` : name)),
    )
    for (const record of records) {
      expect(record).toHaveLength(11)
      expect(record[3]).toMatch(/^http\S+\/s\/\w+$/)
      expect([record[5], record[10]]).toEqual(['1234', '2026-01-02T03:04:05.000Z'])
    }
  })

  it('saves JSON with the chosen columns and, when asked, the passwords', async () => {
    const saved = savedFiles()
    const app = await page({ seed })
    const { user } = app
    const dialog = await openExport(app)
    await user.click(dialog.getByRole('radio', { name: 'JSON' }))
    for (const name of ['Kind', 'Folder', 'Link', 'State', 'Visits', 'Downloads', 'Download limit'])
      await user.click(dialog.getByRole('checkbox', { name }))
    for (const name of ['Expires', 'Access', 'Created', 'Passwords'])
      await user.click(dialog.getByRole('checkbox', { name }))
    expect(dialog.getByText(/can open the protected links/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const records = JSON.parse((await saved[0]?.blob.text()) ?? '') as unknown[]
    expect(records).toEqual(awkward.toReversed().map((name) => ({ name, password: 'geheim77' })))
  })

  it('says who may do what as the list does, with the names of people', async () => {
    const saved = savedFiles()
    const { user } = await page({
      seed: (backend) =>
        void seedShare(backend, 'plan.pdf', {
          permissionSetting: {
            ...noPermissions,
            everyone: 'AQ==',
            user_explicit: { [backend.lin]: 'Aw==' },
          },
        }),
    })
    await row('plan.pdf')
    for (const format of ['CSV', 'JSON']) {
      await user.click(screen.getByRole('button', { name: 'More' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Export 1 link' }))
      await user.click(dialog.getByRole('radio', { name: format }))
      await user.click(dialog.getByRole('button', { name: 'Download' }))
    }
    await waitFor(() => expect(saved).toHaveLength(2))
    for (const { blob } of saved)
      expect(await blob.text()).toContain('Public · Lin Okafor can change')
  })

  it('names everybody else when the record of one person cannot be read, and says so', async () => {
    const saved = savedFiles()
    const { user } = await page({
      seed: (backend) => {
        const named = (id: string) => ({
          permissionSetting: { ...noPermissions, user_explicit: { [id]: 'Aw==' } },
        })
        seedShare(backend, 'a.txt', named(backend.lin))
        seedShare(backend, 'b.txt', named('broken'))
      },
      faults: (faults) => faults.always('GET /user/info/broken', { kind: 'html' }),
    })
    await row('a.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export 2 links' }))
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.blob.text()).toContain('Lin Okafor · can change')
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^Some names of people could not/)
  })

  it('says why nothing was exported, and does so once the service is reached', async () => {
    const saved = savedFiles()
    const { user, faults } = await page({
      seed: (backend) =>
        void seedShare(backend, '@sum.txt', {
          permissionSetting: { ...noPermissions, user_explicit: { [backend.lin]: 'Aw==' } },
        }),
      faults: (faults) => faults.always('GET /user/info/*', { kind: 'drop' }),
    })
    await row('@sum.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export 1 link' }))
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('could not be reached')
    expect(saved).toEqual([])
    faults.clear()
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.blob.text()).toContain('Lin Okafor · can change')
  })

  it('says of each link the kind of its item and, once it is known, the folder', async () => {
    const saved = savedFiles()
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'plan.pdf', {}, ['Work', 'Old'])
        backend.service.seed.addShare(backend.service.seed.addFolder(backend.mei, ['Album']))
      },
    })
    await within(await row('plan.pdf')).findByTitle('Work / Old')
    await within(await row('Album')).findByTitle('Files')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const records = parseCsv((await saved[0]?.blob.text()) ?? '').slice(1)
    expect(records.map((record) => record.slice(0, 3))).toEqual([
      ['Album', 'Folder', 'Files'],
      ['plan.pdf', 'PDF', 'Work / Old'],
    ])
  })

  it('copies a table that keeps each link on a line of its own', async () => {
    const app = await page({ seed })
    const dialog = await openExport(app)
    await app.user.click(dialog.getByRole('button', { name: 'Copy as table' }))
    expect(await screen.findByText('6 links copied')).toBeVisible()
    const lines = (await copied()).trimEnd().split('\n')
    expect(lines).toHaveLength(7)
    for (const line of lines) expect(line.split('\t')).toHaveLength(11)
    expect(lines.some((line) => line.startsWith('two lines.txt\t'))).toBe(true)
  })

  it('exports only what is selected, and nothing while no column is chosen', async () => {
    const saved = savedFiles()
    const { user } = await page({ seed })
    await user.click(await row('@sum.txt'))
    await user.click(await screen.findByRole('button', { name: 'Export…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export 1 link' }))
    for (const box of dialog.getAllByRole<HTMLInputElement>('checkbox'))
      if (box.checked) await user.click(box)
    expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled()
    await user.click(dialog.getByRole('checkbox', { name: 'Name' }))
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.blob.text()).toBe("Name\r\n'@sum.txt\r\n")
  })

  it.each([
    ['As table', /^Name\tLink\tPassword\n'@sum\.txt\thttp\S+\tgeheim77$/],
    ['As CSV', /^name,url,password\r\n'@sum\.txt,http\S+,geheim77$/],
    ['As Markdown', /^- \[@sum\\\.txt\]\(<http\S+>\) \(Password: geheim77\)$/],
    ['Plain links', /^http\S+\nPassword: geheim77$/],
  ])('copies links with their passwords by an explicit choice: %s', async (name, expected) => {
    const { user } = await page({ seed })
    await user.click(await row('@sum.txt'))
    await user.click(await screen.findByRole('button', { name: 'Copy links' }))
    const group = within(await screen.findByRole('group', { name: 'With passwords' }))
    await user.click(group.getByRole('menuitem', { name }))
    await waitFor(async () => expect(await copied()).toMatch(expected))
  })

  it('says so, as Clean up does, when the rest of the list could not be loaded', async () => {
    const isLater = ({ path, query }: Sent) => path === '/share' && query.has('next_page_token')
    const { user } = await page({
      seed: (backend) => many(backend, 130),
      faults: (faults) => faults.always(isLater, { kind: 'json', body: { code: 403, msg: 'x' } }),
    })
    const text = 'The rest could not be loaded.'
    await screen.findByText(new RegExp(text))
    for (const [command, title] of [
      ['Export…', 'Export 100 links'],
      ['Clean up…', /^Clean up/],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'More' }))
      await user.click(await screen.findByRole('menuitem', { name: command }))
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      expect(dialog.getByText(text)).toBeVisible()
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    }
  })

  it('says of how many links the folder is known, where that is not of all', async () => {
    const app = await page({
      seed: (backend) => {
        seed(backend)
        seedShare(backend, 'gone.txt', { expires: created + 1 })
      },
    })
    await within(await row('@sum.txt')).findByText('Files')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export 7 links' }))
    expect(dialog.getByText(/^The folder of \d of 7 links is known\.$/)).toBeVisible()
    await app.user.click(dialog.getByRole('checkbox', { name: 'Folder' }))
    expect(dialog.queryByText(/^The folder of/)).toBeNull()
  })
})
