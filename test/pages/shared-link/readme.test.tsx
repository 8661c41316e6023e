import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { linksOfMei } from '../../processes/service-api.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const readme = `# Press kit

Everything *you* may print.

- [x] Logo
- [ ] Film

| File | Size |
| :--- | ---: |
| a.jpg | 2 MB |

Terms.[^1]

[^1]: Name the photographer.
`

/** The page of a link to Mei's folder, seen by nobody in particular. */
async function openFolder(
  text: string | Uint8Array<ArrayBuffer> | null = readme,
  share: { remainDownloads?: number; downloaded?: number; showReadme?: boolean } = {},
  { name = 'README.md', ...options }: RenderOptions & { name?: string } = {},
) {
  let id = ''
  const app = await renderApp({
    as: null,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Press kit'])
      seed.addFile(mei, ['Press kit', 'Notes', 'Terms of use.md'], { contents: bytes('Terms') })
      if (text !== null) {
        const contents = typeof text === 'string' ? bytes(text) : text
        seed.addFile(mei, ['Press kit', name], { contents })
      }
      id = seed.addShare(folder, { showReadme: true, ...share })
    },
    path: () => `/s/${id}`,
    ...options,
  })
  const asked = () => app.requests.filter(({ path }) => path === '/file/url').length
  const downloaded = async () =>
    (await linksOfMei(app)).find((link) => link.id === id)?.downloaded ?? 0
  return { ...app, id, asked, downloaded }
}
const region = (name = 'README.md') => screen.findByRole('region', { name })
const shown = async (name?: string) => {
  const text = await region(name)
  await waitFor(() => expect(text.textContent).not.toBe(''))
  return within(text)
}

describe('F7 the README of a shared folder', () => {
  it('is on the page of a link that says so, under its heading', async () => {
    const { asked } = await openFolder()
    const text = await shown()
    expect(screen.getByRole('heading', { level: 1, name: 'Press kit' })).toBeVisible()
    expect(text.getByRole('heading', { level: 2, name: 'Press kit' })).toBeVisible()
    expect(text.getByText('you').tagName).toBe('EM')
    expect(text.getByRole('checkbox', { name: 'Done' })).toBeChecked()
    expect(text.getByRole('checkbox', { name: 'Done' })).toBeDisabled()
    expect(text.getByRole('checkbox', { name: 'Not done' })).not.toBeChecked()
    expect(text.getByRole('cell', { name: '2 MB' })).toBeVisible()
    expect(text.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0')
    expect(text.getByRole('heading', { name: 'Footnotes' })).toBeInTheDocument()
    const note = text.getByRole('link', { name: '1' }).getAttribute('href') ?? ''
    expect(document.getElementById(note.slice(1))).toHaveTextContent('Name the photographer.')
    expect(screen.getByRole('row', { name: 'README.md' })).toBeVisible()
    expect(asked()).toBe(1)
  })

  it.each(['readme.md', 'README.txt'])('may be called %s', async (name) => {
    await openFolder('Hello there.', {}, { name })
    expect(await region(name)).toHaveTextContent('Hello there.')
  })

  it('is not asked for where the link does not say so', async () => {
    const { requests } = await openFolder(readme, { showReadme: false })
    await screen.findByRole('row', { name: 'Notes' })
    expect(screen.queryByRole('region', { name: 'README.md' })).toBeNull()
    const asked = requests.filter(
      ({ path, query }) => path === '/file/info' && /readme/i.test(query),
    )
    expect(asked).toEqual([])
  })

  it('leaves the page as it is where there is none', async () => {
    const { asked } = await openFolder(null)
    await screen.findByRole('row', { name: 'Notes' })
    await screen.findByRole('button', { name: 'Download' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked()).toBe(0)
  })

  it('says that it is empty', async () => {
    await openFolder('\n \n')
    expect(await screen.findByText('README.md is empty.')).toBeVisible()
  })

  it('of more than 1 MB is offered as a download', async () => {
    const { asked, user } = await openFolder(new Uint8Array(1024 * 1024 + 1), {
      remainDownloads: 2,
    })
    const save = await screen.findByRole('button', { name: 'Download README.md' })
    expect(
      screen.getByText('README.md is too large to be shown here. Opening counts as a download.'),
    ).toBeVisible()
    expect(asked()).toBe(0)
    await user.click(save)
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('1'),
    )
  })

  it('has no space between the sentences about it in Chinese', async () => {
    localStorage.setItem('latchkey.preferences', JSON.stringify({ language: 'zh-CN' }))
    await openFolder(new Uint8Array(1024 * 1024 + 1), { remainDownloads: 2 })
    const { tooLarge, openingCounts } = zhCN.sharedLink
    expect(await screen.findByText(`${tooLarge('README.md')}${openingCounts}`)).toBeVisible()
  })

  it.each([
    ['looked for', 'GET /file/info'],
    ['read', 'POST /file/url'],
  ] as const)('that cannot be %s says so, and is tried again', async (_what, endpoint) => {
    const { user } = await openFolder(
      readme,
      {},
      {
        faults: (faults) =>
          faults.next(endpoint, { kind: 'json', body: { code: 50001, msg: 'no' } }),
      },
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('alert')).toBeVisible()
    await user.click(retry)
    await shown()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('F7 where downloads of a folder are limited', () => {
  it('its README comes after a button that says what it costs, and spends one', async () => {
    const { user, asked, downloaded } = await openFolder(readme, {
      remainDownloads: 2,
      downloaded: 1,
    })
    const open = await screen.findByRole('button', {
      name: 'Show README (counts as a download: 2 of 3 left)',
    })
    expect(asked()).toBe(0)
    await user.dblClick(open)
    await shown()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(asked()).toBe(1)
    expect(await downloaded()).toBe(2)
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('1'),
    )
  })

  it('its owner reads it as her own file, which spends none', async () => {
    const { downloaded } = await openFolder(readme, { remainDownloads: 2 }, { as: 'mei' })
    await shown()
    expect(await downloaded()).toBe(0)
  })
})

describe('F7 Security 2 what a README contains is harmless', () => {
  it('HTML is shown as text', async () => {
    await openFolder(
      'A <b onclick="alert(1)">bold</b> word.\n\n<script>alert(1)</script>\n\n&copy;',
    )
    const text = await shown()
    expect(text.getByText('A <b onclick="alert(1)">bold</b> word.')).toBeVisible()
    expect(text.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible()
    expect(text.getByText('©')).toBeVisible()
    expect((await region()).querySelector('b, script, [onclick]')).toBeNull()
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#9;script:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'https://user:secret@evil.example/',
    '//evil.example/x',
    '../../outside.md',
    '%E0%A4%A',
  ])('a link to %s is only text', async (address) => {
    await openFolder(`Look [here](<${address}>).`)
    const text = await shown()
    expect(text.getByText(/Look here\./)).toBeVisible()
    expect(text.queryByRole('link')).toBeNull()
  })

  it('a link elsewhere opens in a tab of its own, which learns nothing of this page', async () => {
    await openFolder('[Site](https://example.org/a?b=c) and www.example.org')
    const text = await shown()
    const link = text.getByRole('link', { name: 'Site' })
    expect(link).toHaveAttribute('href', 'https://example.org/a?b=c')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(text.getByRole('link', { name: 'www.example.org' })).toBeVisible()
  })

  it('pictures are not loaded: they are links with their text', async () => {
    await openFolder(
      '![A chart](https://tracker.example/x.png) ![](photo.jpg) [![Badge](https://tracker.example/b.svg)](https://example.org/)',
    )
    const text = await shown()
    expect((await region()).querySelector('img, source, object, iframe')).toBeNull()
    expect(text.getByRole('link', { name: 'A chart' })).toHaveAttribute(
      'href',
      'https://tracker.example/x.png',
    )
    expect(text.getByRole('link', { name: 'photo.jpg' })).toBeVisible()
    expect(text.getByRole('link', { name: 'Badge' })).toHaveAttribute(
      'href',
      'https://example.org/',
    )
  })

  it('a relative link leads to the item in the link', async () => {
    const { user, id } = await openFolder(
      '[Terms](Notes/Terms%20of%20use.md#top) [Notes](./Notes/) [Up](Notes/../a.txt)',
    )
    const text = await shown()
    const uriOf = (name: string, key: string) =>
      new URL(
        text.getByRole('link', { name }).getAttribute('href') ?? '',
        'http://host/',
      ).searchParams.get(key)
    expect(uriOf('Notes', 'uri')).toBe(`svc://${id}@share/Notes`)
    expect(uriOf('Up', 'focus')).toBe(`svc://${id}@share/a.txt`)
    await user.click(text.getByRole('link', { name: 'Terms' }))
    const row = await screen.findByRole('row', { name: /Terms of use\.md/ })
    await waitFor(() => expect(row).toHaveFocus())
  })

  it('headings begin below that of the page and skip no level', async () => {
    await openFolder('## One\n\n#### Two\n\n### Three\n\n# Four')
    const text = await shown()
    expect(text.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual([
      'H2',
      'H3',
      'H3',
      'H2',
    ])
  })

  it('each block has the direction of its own letters', async () => {
    await openFolder('مرحبا بالعالم\n\nHello\n\n    code')
    const text = await shown()
    expect(text.getByText('مرحبا بالعالم')).toHaveAttribute('dir', 'auto')
    expect(text.getByRole('group', { name: 'Code' })).toHaveAttribute('dir', 'ltr')
  })
})
