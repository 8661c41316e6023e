import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setSession } from '#src/api/current-session.ts'
import { noPermissions } from '#src/contract/share.ts'
import { currentPresets, syncPresetsAcrossTabs } from '#src/features/folder-view/view-presets.ts'
import { uuid } from '#src/lib/uuid.ts'
import { readUnfinishedJournals, createJournal } from '#src/platform/operation-journal.ts'
import { type Backend, renderApp } from '../../../dom/harness.tsx'
import { idOf, stored } from '../../../pages/shares/deletion/deletion-fixtures.tsx'
import { seedShare } from '../../../pages/shares/fixtures.tsx'
import { linkRow } from '../../../pages/shares/link-row.ts'
import { filesAt, linksOfMei, namesAt } from '../../../processes/service-api.ts'
import journals from './journals-of-earlier-pages.json' with { type: 'json' }

/* Journals and presets as earlier pages wrote them, before journals had versions, with what they were doing when they were closed. */

type App = Awaited<ReturnType<typeof renderApp>>
type Written = { readonly header: object; readonly steps: readonly unknown[] }

const kinds = (Object.keys(journals) as (keyof typeof journals)[]).filter(
  // Its links are looked up before it is offered.
  (kind) => kind !== 'deletion of links',
)

/** A page whose browser has this journal of one before; `ids` are those of the items of this service, by those in it. */
async function openWith(app: App, { header, steps }: Written, ids: Record<string, string> = {}) {
  let text = JSON.stringify({ header, steps })
  for (const [written, id] of Object.entries(ids)) text = text.replaceAll(written, id)
  const read = JSON.parse(text) as Written
  return app.reload(
    async () => void (await createJournal(app.mei, uuid(), read.header, read.steps)),
  )
}

const idIn = async (app: App, folder: string, name: string) =>
  (await filesAt(app, folder)).find((file) => file.name === name)?.id ?? ''
const itemOf = ({ steps }: Written) => (steps[0] as { items: { id: string }[] }).items[0]?.id ?? ''

const resume = () => screen.findByRole('button', { name: 'Check and resume' })

describe('T3 what a page of an earlier version was doing when it was closed', () => {
  it.each(kinds)('is offered: a %s', async (kind) => {
    const app = await renderApp({ path: '/trash' })
    await openWith(app, journals[kind])
    expect(await resume()).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Forget' })).toBeNull()
  })

  it('goes on: a move with Keep both', async () => {
    const app = await renderApp({
      path: '/trash',
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Work', 'scan.pdf'], { size: 2 })
        service.seed.addFile(mei, ['Archive', 'scan.pdf'], { size: 1 })
      },
    })
    const written = journals['move with Keep both']
    const { folderId, origins } = written.header.variables
    const page = await openWith(app, written, {
      [itemOf(written)]: await idIn(app, 'svc://my/Work', 'scan.pdf'),
      [folderId]: await idIn(app, 'svc://my', 'Archive'),
      [origins[0]?.id ?? '']: await idIn(app, 'svc://my', 'Work'),
    })
    await page.user.click(await resume())
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Archive')).toEqual(['scan (2).pdf', 'scan.pdf']),
    )
  })

  it('goes on: a deletion of links, of which one is gone', async () => {
    const app = await renderApp({
      path: '/shares',
      seed: (backend: Backend) => void seedShare(backend, 'b.txt'),
    })
    const written = journals['deletion of links']
    const page = await openWith(app, written, { [itemOf(written)]: await idOf(app, 'b.txt') })
    const text = '1 link was not deleted.'
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/^The link to “.*b\.txt.*” deleted$/)).toBeVisible()
    expect(await stored(app)).toEqual([])
  })

  it('goes on: a change of links that has their access in words', async () => {
    const app = await renderApp({
      path: '/shares',
      seed: (backend: Backend) => {
        for (const name of ['a.txt', 'b.txt']) seedShare(backend, name)
      },
    })
    const permissions = { ...noPermissions, same_group: 'AQ==' }
    const items = (await linksOfMei(app)).map(({ id, name }) => ({
      id,
      uri: `svc://${id}@share`,
      name,
      row: linkRow({ id, name, permissions: noPermissions }),
      change: { permissions },
    }))
    const { header } = journals['change of links']
    const page = await openWith(app, {
      header: { ...header, variables: { items: [], access: 'All only read' } },
      steps: [{ items }],
    })
    await page.user.click(await resume())
    await waitFor(async () => {
      for (const { permission_setting } of await linksOfMei(app))
        expect(permission_setting).toEqual(permissions)
    })
  })

  it('can be checked and forgotten, in one sentence, when a later version has begun it', async () => {
    const app = await renderApp({ path: '/trash' })
    const { header, steps } = journals['move with Replace']
    const { kind: name, variables: input, ...rest } = header
    const page = await openWith(app, { header: { ...rest, name, input, version: 99 }, steps })
    expect(await screen.findByText(/scan\.pdf.*can’t be resumed: check what is done/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Check and resume' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(screen.queryByText(/can’t be resumed/)).toBeNull())
    expect(await readUnfinishedJournals(app.mei)).toEqual([])
  })
})

describe('T3 a journal that does not say what it was about', () => {
  it('can be checked and forgotten, too', async () => {
    const app = await renderApp({ path: '/files' })
    const { steps } = journals['move with Replace']
    const page = await openWith(app, { header: { name: 'move', version: 1, input: {} }, steps })
    const text = /^What another version of Latchkey was doing was interrupted and can’t be resumed/
    expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Check and resume' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
  })
})

describe('V6 presets that an earlier version has stored', () => {
  it('are there', () => {
    localStorage.setItem(
      'latchkey.view-presets.mei',
      '{"what":"latchkey view presets","version":1,"presets":[{"name":"Wide","view":{"page_size":100,"order":"name","order_direction":"asc","view":"list","thumbnail":true,"columns":[{"type":0}],"gallery_width":220}}]}',
    )
    setSession({ status: 'active', userId: 'mei' })
    const stop = syncPresetsAcrossTabs()
    expect(currentPresets().map(({ name }) => name)).toEqual(['Wide'])
    stop()
  })
})
