import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { here, renderApp, type Backend } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import { bytesOf, open, field, unlockAll, write, becomeVisible, save } from './fixtures.tsx'

/** Answers of the service in this process have arrived by then. */
const answered = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)))

async function findsNothing() {
  const { violations } = await axe.run(screen.getByRole('main'), {
    resultTypes: ['violations'],
    // jsdom draws nothing, so there are no colours to measure.
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

describe('editing a text', () => {
  it('L2 locks it when one begins to write, not to read, saves it, and frees it on leaving', async () => {
    const { user, service, stored, requests } = await open()
    expect(await field()).toHaveValue('Dear Lin,')
    expect(document.title).toBe('letter.txt · Latchkey')
    expect(screen.getByText('Locks when you start typing')).toBeVisible()
    expect(service.seed.lockTokens()).toEqual([])
    const saveButton = screen.getByRole('button', { name: 'Save' })
    expect(saveButton).toHaveAttribute('aria-disabled', 'true')
    await user.click(await field())
    await user.keyboard('{Control>}{End}{/Control} all is well.')
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
    expect(service.seed.lockTokens()).toHaveLength(1)
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(saveButton).not.toHaveAttribute('aria-disabled')
    await save(user)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(saveButton).toHaveAttribute('aria-disabled', 'true')
    expect(saveButton).toHaveFocus()
    expect(await stored()).toBe('Dear Lin, all is well.')
    await user.click(screen.getByRole('link', { name: 'Back to the folder' }))
    await waitFor(() => expect(here()).toContain('/files?'))
    await waitFor(() => expect(service.seed.lockTokens()).toEqual([]))
    expect(new URLSearchParams(here().split('?')[1]).get('focus')).toBe(
      'svc://my/Letters/letter.txt',
    )
    expect(requests.filter(({ path }) => path === '/file/content')).toEqual([])
  })

  it('frees it when one signs out, and when the tab is closed', async () => {
    const app = await open()
    const { user, service } = app
    await write(app, 'So. ')
    await save(user)
    await screen.findByText('Saved')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(service.seed.lockTokens()).toEqual([]))
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    await waitFor(() => expect(service.seed.lockTokens()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toBe('/sign-in'))
    await waitFor(() => expect(service.seed.lockTokens()).toEqual([]))
  })

  it('is seen by everybody else as a lock of the text editor', async () => {
    const app = await open()
    const { service, mei } = app
    await write(app, 'So. ')
    const refused = await callService(service, 'POST', '/file/rename', {
      as: mei,
      body: { uri: 'svc://my/Letters', new_name: 'Post' },
    })
    expect(refused).toMatchObject({
      code: 40073,
      data: [
        {
          path: 'svc://my/Letters/letter.txt',
          owner: { owner: mei, application: { type: 'viewer' } },
        },
      ],
    })
  })

  it('can be done without a mouse', async () => {
    const { user, stored } = await open()
    await waitFor(async () => expect(await field()).toHaveFocus())
    await user.keyboard('{Control>}{End}{/Control}!{Control>}s{/Control}')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toBe('Dear Lin,!')
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Save as a copy' })).toHaveFocus()
  })

  it('indents code with Tab, and lets go of it after Escape', async () => {
    const { user } = await open({ name: 'run.py', contents: 'x' })
    const text = await field('run.py')
    await user.click(text)
    await user.keyboard('{Tab}')
    expect(text.value).toContain('\t')
    expect(text).toHaveFocus()
    expect(text).toHaveAccessibleDescription(/Esc, then Tab/)
    await user.keyboard('{Escape}{Tab}')
    expect(text).not.toHaveFocus()
  })

  it('keeps line ends and the mark at the beginning', async () => {
    const { user, stored } = await open({ contents: '\ufeffone\r\ntwo\r\n' })
    const text = await field()
    expect(text).toHaveValue('one\ntwo\n')
    fireEvent.input(text, { target: { value: 'one\nand a half\ntwo\n' } })
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toBe('\ufeffone\r\nand a half\r\ntwo\r\n')
  })

  it('breaks no rule of axe, in any state', async () => {
    const app = await open()
    const { service } = app
    await field()
    await findsNothing()
    await write(app, 'x')
    unlockAll(service)
    await becomeVisible()
    await screen.findByRole('alert')
    await findsNothing()
  })

  it('is in Chinese too', async () => {
    localStorage.setItem('latchkey.preferences', JSON.stringify({ language: 'zh-CN' }))
    await open()
    expect(await screen.findByText('开始输入时锁定')).toBeVisible()
    localStorage.clear()
  })
})

describe('a file that cannot be edited', () => {
  it('is read only while somebody else has it open, and says who', async () => {
    const { user, service } = await open({
      seed: ({ service, mei, lin }) => {
        service.seed.addLock({
          owner: mei,
          path: ['Letters', 'letter.txt'],
          application: { type: 'viewer', viewer_id: 'somewhere', inner_xml: undefined },
          holder: lin,
          depth: 0,
        })
      },
    })
    expect(await screen.findByText(/Lin Okafor.* has this file open/)).toBeVisible()
    expect(await field()).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    unlockAll(service)
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
    expect(await field()).not.toHaveAttribute('readonly')
    await waitFor(async () => expect(await field()).toHaveFocus())
  })

  it('is found to be open in another tab when one comes back to this one', async () => {
    const { service, mei, faults, requests } = await open()
    expect(await screen.findByText('Locks when you start typing')).toBeVisible()
    service.seed.addLock({
      owner: mei,
      holder: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere', inner_xml: undefined },
      depth: 0,
    })
    await becomeVisible()
    expect(await screen.findByText(/You have this file open in another window/)).toBeVisible()
    expect(screen.queryByText('Locks when you start typing')).toBeNull()
    expect(await field()).toHaveAttribute('readonly')
    // While nobody answers, it is not called free.
    faults.always(({ path }) => path.startsWith('/file/wopi'), { kind: 'drop' })
    const before = requests.length
    await becomeVisible()
    await waitFor(() =>
      expect(requests.slice(before).some(({ path }) => path.startsWith('/file/wopi'))).toBe(true),
    )
    await answered()
    expect(await field()).toHaveAttribute('readonly')
    faults.clear()
    unlockAll(service)
    await becomeVisible()
    expect(await screen.findByText('Locks when you start typing')).toBeVisible()
    expect(await field()).not.toHaveAttribute('readonly')
  })

  it('can be unlocked by its owner through the dialog of all locks', async () => {
    const { user } = await open({
      seed: ({ service, mei, lin }) => {
        service.seed.addLock({
          owner: mei,
          path: ['Letters', 'letter.txt'],
          application: { type: 'dav', viewer_id: undefined, inner_xml: 'Lin Okafor on lins-mac' },
          holder: lin,
        })
      },
    })
    expect(await screen.findByText('This file is in use. You can read it.')).toBeVisible()
    expect(await screen.findByText(/Network drive on .?lins-mac.? · Lin Okafor/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock and retry' }))
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
  })

  it('is not shown when it is too long, and is not locked', async () => {
    const app = await open({ contents: new Uint8Array(1024 * 1024 + 1).fill(97) })
    expect(await screen.findByText('This text is too long to edit here')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show in folder' })).toBeVisible()
    expect(app.service.seed.lockTokens()).toEqual([])
  })

  it('is not shown when it holds bytes that are no text, and is not left locked', async () => {
    const { service } = await open({ contents: 'a\0b' })
    expect(await screen.findByText('This is not a text')).toBeVisible()
    await waitFor(() => expect(service.seed.lockTokens()).toEqual([]))
  })

  it('is said to be gone when nothing is there', async () => {
    await renderApp({ path: '/edit?uri=svc%3A%2F%2Fmy%2Fnothing.txt' })
    expect(await screen.findByText('This file is no longer here')).toBeVisible()
  })

  it('offers Retry when the service cannot be reached', async () => {
    const { user, faults } = await open({
      faults: (rules) => rules.always('GET /file/info', { kind: 'html' }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('This text could not be opened')
    faults.clear()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await field()).toHaveValue('Dear Lin,')
  })
})

describe('a text in a share', () => {
  it('is read only for whoever may only read it', async () => {
    let share = ''
    await renderApp({
      as: 'lin',
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']))
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    expect(await field('plan.txt')).toHaveValue('The plan')
    expect(await field('plan.txt')).toHaveAttribute('readonly')
    expect(screen.getByText('You can read this file, but not change it.')).toBeVisible()
    await becomeVisible()
    await answered()
    expect(await field('plan.txt')).toHaveAttribute('readonly')
    expect(screen.getByText('You can read this file, but not change it.')).toBeVisible()
  })
})
