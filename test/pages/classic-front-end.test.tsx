import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Backend, renderApp, type RenderOptions } from '../dom/harness.tsx'
import { setMeta } from '../dom/meta-tags.ts'

const seed = ({ service, mei }: Backend) => {
  service.seed.addFile(mei, ['Work & play', 'letter.txt'])
}

/** The account menu, opened on the page at `path`. */
async function accountMenu(options: RenderOptions) {
  const app = await renderApp({ seed, ...options })
  await app.user.click(await screen.findByRole('button', { name: 'Account of Mei Wang' }))
  return within(await screen.findByRole('dialog', { name: 'Account' }))
}

const classic = /Open in .*old\.example/

describe('R4, R8 beside the front end of the real server', () => {
  it.each([
    ['/files?uri=svc%3A%2F%2Fmy%2FWork%20%26%20play', 'svc://my/Work%20%26%20play'],
    [
      '/edit?uri=svc%3A%2F%2Fmy%2FWork%2520%2526%2520play%2Fletter.txt',
      'svc://my/Work%20%26%20play',
    ],
    ['/trash', 'svc://trash'],
  ])('the account menu leads from %s to the same place there', async (path, uri) => {
    setMeta('classic', 'https://old.example')
    const link = (await accountMenu({ path })).getByRole('link', { name: classic })
    const target = new URL(link.getAttribute('href') ?? '')
    expect(target.origin + target.pathname).toBe('https://old.example/home')
    expect(target.searchParams.get('path')).toBe(uri)
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('the account menu leads to its first page from pages that it does not have', async () => {
    setMeta('classic', 'https://old.example/')
    const menu = await accountMenu({ path: '/shares' })
    expect(menu.getByRole('link', { name: classic })).toHaveAttribute(
      'href',
      'https://old.example/home',
    )
  })

  it.each(['', 'javascript:alert(1)', 'https://me:secret@old.example'])(
    'there is no such link where the deployment names %j',
    async (content) => {
      setMeta('classic', content)
      const menu = await accountMenu({ path: '/files' })
      expect(menu.getByRole('button', { name: /Sign out/ })).toBeVisible()
      expect(menu.queryByRole('link', { name: /Open in/ })).toBeNull()
    },
  )

  it('what is not part of Latchkey leads to the same page there, with its query', async () => {
    setMeta('classic', 'https://old.example')
    await renderApp({ path: '/tasks?id=1&page=2', as: null })
    expect(await screen.findByText('Not part of Latchkey')).toBeVisible()
    expect(screen.getByRole('link', { name: classic })).toHaveAttribute(
      'href',
      'https://old.example/tasks?id=1&page=2',
    )
  })

  it('a mistyped address leads nowhere else', async () => {
    setMeta('classic', 'https://old.example')
    await renderApp({ path: '/nonsense', as: null })
    expect(await screen.findByText('Page not found')).toBeVisible()
    expect(screen.queryByRole('link', { name: classic })).toBeNull()
  })

  it('the account menu shows the links of the site’s settings, as far as they are safe', async () => {
    const items = [
      { icon: 'fluent:book', name: 'Handbook <b>', url: 'https://help.example/a?b=c' },
      { icon: '', name: 'Bad', url: 'javascript:alert(1)' },
      { icon: '', name: '', url: 'https://nameless.example/' },
      null,
    ]
    const menu = await accountMenu({
      path: '/files',
      faults: (faults) =>
        faults.always('GET /site/config/basic', {
          kind: 'json',
          body: { code: 0, data: { custom_nav_items: items }, msg: '' },
        }),
    })
    const link = await menu.findByRole('link', { name: /Handbook <b>/ })
    expect(link).toHaveAttribute('href', 'https://help.example/a?b=c')
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Account',
      expect.stringContaining('Handbook <b>'),
      expect.stringContaining('nameless.example'),
    ])
  })
})
