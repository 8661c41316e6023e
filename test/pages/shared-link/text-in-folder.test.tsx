import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'

const texts = {
  'a.txt': 'Ferry at 8',
  'b.csv': 'Name,Cabin\nMei,12',
  'c.md': '# Plan',
  'd.txt': '',
}

/** Mei’s folder with texts behind a link, with one of them opened. */
async function openText(
  name: keyof typeof texts,
  { as = null, ...share }: { as?: 'lin' | null; remainDownloads?: number } = {},
) {
  let id = ''
  const app = await renderApp({
    as,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Trip'])
      for (const [file, text] of Object.entries(texts)) {
        seed.addFile(mei, ['Trip', file], { contents: new TextEncoder().encode(text) })
      }
      id = seed.addShare(folder, share)
    },
    path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
  })
  await app.user.dblClick(await screen.findByRole('row', { name }))
  const asked = () =>
    app.requests.filter(({ path }) => /^\/file\/(?:url|viewerSession|wopi)/.test(path)).length
  return { ...app, asked }
}
const viewer = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('F7 F8 a text in a folder behind a link', () => {
  it('is read by a visitor as it was written', async () => {
    const { user, asked } = await openText('a.txt')
    const dialog = await viewer('a.txt')
    expect(await dialog.findByRole('region', { name: 'a.txt' })).toHaveTextContent('Ferry at 8')
    expect(dialog.queryByRole('link', { name: 'Open as text' })).toBeNull()
    expect(asked()).toBe(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('row', { name: 'a.txt' })).toHaveFocus())
  })

  it('is a table where it has separated values', async () => {
    await openText('b.csv')
    const dialog = await viewer('b.csv')
    expect(await dialog.findByRole('columnheader', { name: 'Cabin' })).toBeVisible()
    expect(dialog.getByRole('cell', { name: '12' })).toBeVisible()
  })

  it('says so when it is empty', async () => {
    await openText('d.txt')
    expect(await (await viewer('d.txt')).findByText(/is empty/)).toBeVisible()
  })

  it('is fetched only when asked for where downloads are limited, and once', async () => {
    const { user, asked } = await openText('a.txt', { remainDownloads: 3 })
    const dialog = await viewer('a.txt')
    const open = await dialog.findByRole('button', { name: 'Open (3 of 3 downloads left)' })
    expect(asked()).toBe(0)
    await user.click(open)
    expect(await dialog.findByRole('region', { name: 'a.txt' })).toHaveTextContent('Ferry at 8')
    expect(asked()).toBe(1)
    // What was opened is shown again without another download.
    await user.keyboard('{Escape}')
    await user.dblClick(await screen.findByRole('row', { name: 'a.txt' }))
    await (await viewer('a.txt')).findByRole('region', { name: 'a.txt' })
    expect(asked()).toBe(1)
  })

  it('is asked for again in the editor, which spends another download', async () => {
    const { user, asked } = await openText('c.md', { as: 'lin', remainDownloads: 3 })
    const dialog = await viewer('c.md')
    await user.click(await dialog.findByRole('button', { name: /^Open \(3 of 3/ }))
    await dialog.findByRole('heading', { name: 'Plan' })
    const before = asked()
    await user.click(dialog.getByRole('link', { name: 'Open as text' }))
    await screen.findByRole('button', { name: /^Open \(2 of 3/ })
    expect(asked()).toBe(before)
  })
})
