import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatDateTime } from '#src/lib/time.ts'
import { type Backend, renderApp, requestTo } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'

const encode = (text: string) => new TextEncoder().encode(text)
/** What the browser was told to open or save. */
let followed: { href: string; isDownload: boolean; target: string }[] = []
const onClick = (event: Event) => {
  const link = event.target
  if (!(link instanceof HTMLAnchorElement) || !link.href.includes('/content/')) return
  event.preventDefault()
  followed.push({
    href: link.getAttribute('href') ?? '',
    isDownload: link.hasAttribute('download'),
    target: link.target,
  })
}
beforeEach(() => {
  followed = []
  document.addEventListener('click', onClick)
})
afterEach(() => document.removeEventListener('click', onClick))

function seedPlan({ service, mei }: Backend): void {
  service.seed.addFile(mei, ['plan.txt'], { contents: encode('one') })
  service.seed.addFile(mei, ['once.txt'], { contents: encode('one') })
}
const dayMs = 86_400_000

async function openDetails({ user }: Awaited<ReturnType<typeof renderApp>>, name: string) {
  fireEvent.contextMenu(await screen.findByRole('row', { name }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  return within(await screen.findByRole('complementary', { name }))
}

/** The details of a file with the contents `one`, `second` and `third!!`, a day apart. */
async function details(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: '/files?layout=list', seed: seedPlan, ...options })
  const ask = (method: string, path: string, body?: string) =>
    callService(app.service, method, `${path}?uri=svc://my/plan.txt`, { as: app.mei, body })
  for (const body of ['second', 'third!!']) {
    app.clock.advance(dayMs)
    expect((await ask('PUT', '/file/content', body)).code).toBe(0)
  }
  const { data } = await callService(
    app.service,
    'GET',
    '/file/info?uri=svc://my/plan.txt&extended=true',
    { as: app.mei },
  )
  const { entities } = data.extended_info as { entities: { size: number; created_at: string }[] }
  await app.user.keyboard('r')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: 'plan.txt' })).toHaveTextContent(/7\sB/),
  )
  const panel = await openDetails(app, 'plan.txt')
  await panel.findByRole('heading', { name: 'Versions' })
  const lines = () => panel.getAllByRole('listitem').map((item) => item.textContent ?? '')
  /** A button of the version of this size. */
  const button = (action: string, size: 3 | 6 | 7) => {
    const at = entities.find((entity) => entity.size === size)?.created_at ?? ''
    // Deleting asks first.
    const dots = action === 'Delete' ? '…' : ''
    return { name: `${action} the version of ${formatDateTime(Date.parse(at), 'en')}${dots}` }
  }
  return { ...app, app, panel, lines, button }
}

describe('F4 versions of a file', () => {
  it('are listed, newest first, with their size and author; the current one is marked', async () => {
    const { panel, lines, button } = await details()
    expect(lines()).toEqual([
      expect.stringMatching(/Current7\sBby Mei Wang$/),
      expect.stringMatching(/6\sBby Mei Wang$/),
      expect.stringMatching(/3\sB/),
    ])
    expect(panel.queryByRole('button', button('Restore', 7))).toBeNull()
    expect(panel.queryByRole('button', button('Delete', 7))).toBeNull()
  })

  it('are not listed where there is only one', async () => {
    const { app } = await details()
    const panel = await openDetails(app, 'once.txt')
    await panel.findByText('You')
    expect(panel.queryByRole('heading', { name: 'Versions' })).toBeNull()
  })

  it('can be opened in a tab of their own and downloaded, each with its own content', async () => {
    const { panel, user, button } = await details()
    await user.click(panel.getByRole('button', button('Open', 3)))
    await waitFor(() => expect(followed).toHaveLength(1))
    await user.click(panel.getByRole('button', button('Download', 6)))
    await waitFor(() => expect(followed).toHaveLength(2))
    expect(followed).toMatchObject([
      { target: '_blank', isDownload: false },
      { target: '', isDownload: true },
    ])
    const texts = await Promise.all(followed.map(async ({ href }) => (await fetch(href)).text()))
    expect(texts).toEqual(['one', 'second'])
  })

  it('can be restored: the row shows its size, and what was current is a version too', async () => {
    const { panel, user, lines, requests, button } = await details()
    expect(await screen.findByRole('row', { name: 'plan.txt' })).toHaveTextContent('7 B')
    await user.click(panel.getByRole('button', button('Restore', 3)))
    await waitFor(() => expect(lines()[2]).toMatch(/Current3\sB/))
    expect(lines()).toHaveLength(3)
    await waitFor(() =>
      expect(screen.getByRole('row', { name: 'plan.txt' })).toHaveTextContent('3 B'),
    )
    await requestTo(requests, 'POST', '/file/version/current')
    expect(panel.getByRole('button', button('Restore', 7))).toBeVisible()
  })

  it('says that a version is gone when another window has deleted it, not that the file is', async () => {
    const { app, panel, user, lines, button } = await details()
    const { data } = await callService(
      app.service,
      'GET',
      '/file/info?uri=svc://my/plan.txt&extended=true',
      { as: app.mei },
    )
    const { entities } = data.extended_info as { entities: { id: string; size: number }[] }
    const version = entities.find(({ size }) => size === 3)?.id
    const body = { uri: 'svc://my/plan.txt', version }
    const removed = await callService(app.service, 'DELETE', '/file/version', { as: app.mei, body })
    expect(removed.code).toBe(0)
    await user.click(panel.getByRole('button', button('Restore', 3)))
    expect(await panel.findByRole('alert')).toHaveTextContent(
      'This version no longer exists. The file is as it was.',
    )
    await waitFor(() => expect(lines()).toHaveLength(2))
  })

  it('are of one state with the size above them, whichever was read later', async () => {
    const { app, panel, requests, button } = await details()
    const put = (body: string) =>
      callService(app.service, 'PUT', '/file/content?uri=svc://my/plan.txt', { as: app.mei, body })
    app.clock.advance(dayMs)
    await put('4444')
    // The details are read again, the list is not.
    await app.user.click(panel.getByRole('button', button('Delete', 3)))
    const question = within(await screen.findByRole('dialog'))
    await app.user.click(question.getByRole('button', { name: 'Delete version' }))
    const size = () => panel.getByText('Size').nextElementSibling
    await waitFor(() => expect(panel.getByText(/Current/).parentElement).toHaveTextContent(/4\sB/))
    await waitFor(() => expect(size()).toHaveTextContent(/^4\sB$/))
    expect(screen.getByRole('row', { name: 'plan.txt' })).toHaveTextContent(/4\sB/)
    // The list is read again, the details are not.
    app.clock.advance(dayMs)
    await put('55555')
    await app.user.keyboard('r')
    await waitFor(() => expect(size()).toHaveTextContent(/^5\sB$/))
    await waitFor(() => expect(panel.getByText(/Current/).parentElement).toHaveTextContent(/5\sB/))
    const asked = () => requests.filter(({ path }) => path === '/file/info').length
    const before = asked()
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked()).toBe(before)
  })

  it('can be deleted for good, after a question', async () => {
    const { panel, user, lines, button } = await details()
    await user.click(panel.getByRole('button', button('Delete', 6)))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this version?' }))
    expect(dialog.getByText(/, 6\sB, will be permanently deleted/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(lines()).toHaveLength(3)
    await user.click(panel.getByRole('button', button('Delete', 6)))
    await user.click(await screen.findByRole('button', { name: 'Delete version' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
    expect(lines().join()).not.toContain('6 B')
  })

  it('are deleted, and that is what is said, when the answer is lost', async () => {
    const { app, panel, user, lines, button } = await details()
    app.faults.next('DELETE /file/version', { kind: 'lost' })
    await user.click(panel.getByRole('button', button('Delete', 6)))
    await user.click(await screen.findByRole('button', { name: 'Delete version' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(panel.queryByRole('alert')).toBeNull()
  })

  it('L1 of a file that is locked are restored once it is unlocked', async () => {
    const { panel, user, lines, button, service, mei, lin } = await details()
    const application = { type: 'dav' }
    service.seed.addLock({ owner: mei, path: ['plan.txt'], application, holder: lin })
    await user.click(panel.getByRole('button', button('Restore', 6)))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    await waitFor(() => expect(lines()[1]).toMatch(/Current6\sB/))
  })

  it('L1 of a file that is locked cannot be deleted yet, and are once it is unlocked', async () => {
    const { panel, user, lines, button, service, mei, lin } = await details()
    const application = { type: 'dav' }
    service.seed.addLock({ owner: mei, path: ['plan.txt'], application, holder: lin })
    await user.click(panel.getByRole('button', button('Delete', 6)))
    await user.click(await screen.findByRole('button', { name: 'Delete version' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveAccessibleName(/^Can’t delete a version of .*plan\.txt.* yet$/)
    await user.click(within(dialog).getByRole('button', { name: 'Unlock and retry' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
  })

  it('that are gone by now: that is said there', async () => {
    const { panel, user, button } = await details({
      faults: (faults) =>
        faults.next('POST /file/version/current', {
          kind: 'json',
          body: { code: 40077, msg: 'Entity does not exist' },
        }),
    })
    await user.click(panel.getByRole('button', button('Restore', 3)))
    expect(await panel.findByRole('alert')).not.toBeEmptyDOMElement()
  })
})
