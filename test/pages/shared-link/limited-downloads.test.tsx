import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { recordSavedArchives } from '../../features/files/downloads/saved-archives.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'

const saved = recordSavedArchives()
const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
const contents = (text: string) => ({ contents: new TextEncoder().encode(text) })

/** A visitor at the link to a folder with three files, one of them empty. */
async function openFolder(remainDownloads?: number, path = '/s/ID') {
  let id = ''
  const app = await renderApp({
    as: null,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Press kit'])
      seed.addFile(mei, ['Press kit', 'a.txt'], contents('one'))
      seed.addFile(mei, ['Press kit', 'More', 'a.txt'], contents('two'))
      seed.addFile(mei, ['Press kit', 'More', 'empty'], contents(''))
      id = seed.addShare(folder, remainDownloads === undefined ? {} : { remainDownloads })
    },
    path: () => path.replace('ID', id),
  })
  const downloaded = async () =>
    (await linksOfMei(app)).find((link) => link.id === id)?.downloaded ?? 0
  const press = async () => app.user.click(await screen.findByRole('button', { name: 'Download' }))
  const raiseLimit = async (downloads: number) => {
    const body = { uri: 'svc://my/Press%20kit', downloads }
    const { code } = await callService(app.service, 'POST', `/share/${id}`, { as: app.mei, body })
    expect(code).toBe(0)
  }
  return { ...app, id, downloaded, press, raiseLimit }
}
const question = async () =>
  within(await screen.findByRole('dialog', { name: /Download .*Press kit\.zip/ }))
const whole = {
  'Press kit/': '',
  'Press kit/More/': '',
  'Press kit/More/a.txt': 'two',
  'Press kit/More/empty': '',
  'Press kit/a.txt': 'one',
}

describe('F7 a folder behind a link, for a visitor, who gets no archives of the service', () => {
  it('comes as one ZIP, without a question where downloads are not limited', async () => {
    const app = await openFolder()
    await app.press()
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(await saved.last()).toEqual(whole)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('with a limit says first what it costs; Cancel spends nothing', async () => {
    const app = await openFolder(5)
    await app.press()
    const asked = await question()
    expect(
      asked.getByText(/^Each file counts as one download: it takes 2 of the 5 downloads left\./),
    ).toBeVisible()
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await app.user.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(await app.downloaded()).toBe(0)
    expect(saved.addresses).toEqual([])
    await app.press()
    await app.user.click((await question()).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(await saved.last()).toEqual(whole)
    // The page shows what is really left.
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('3'),
    )
    expect(await app.downloaded()).toBe(2)
  })

  it('that costs more than is left is not begun without saying so, and then names what is missing', async () => {
    const app = await openFolder(1)
    await app.press()
    const asked = await question()
    expect(asked.getByText(/It would take 2, and only 1 is left/)).toBeVisible()
    expect(asked.queryByRole('button', { name: 'Download' })).toBeNull()
    expect(await app.downloaded()).toBe(0)
    await app.user.click(asked.getByRole('button', { name: 'Download 1 of 2 files' }))
    expect(await screen.findByText(/is not complete: 1 item is missing/)).toBeVisible()
    const got = await saved.last()
    expect(Object.keys(got)).toContain('Missing files.txt')
    expect(got['Missing files.txt']).toContain('The link no longer works.')
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('0'),
    )
    expect(await screen.findByText(/^This link no longer works:/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    expect(await app.downloaded()).toBe(1)
    // Its owner allows more.
    await app.raiseLimit(4)
    comeBack()
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('4'),
    )
    expect(screen.queryByText(/^This link no longer works:/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Download' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('that others use up in the meantime says so, and not that its files no longer exist', async () => {
    const app = await openFolder(2)
    await app.press()
    const asked = await question()
    const uris = ['a.txt', 'More/a.txt'].map((name) => `svc://${app.id}@share/${name}`)
    const others = await callService(app.service, 'POST', '/file/url', { body: { uris } })
    expect(others.code).toBe(0)
    await app.user.click(asked.getByRole('button', { name: 'Download' }))
    const message = await screen.findByRole('alert')
    expect(message).toHaveTextContent('The link no longer works.')
    expect(document.body).not.toHaveTextContent('no longer exists')
    expect(saved.addresses).toEqual([])
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('0'),
    )
  })
})
