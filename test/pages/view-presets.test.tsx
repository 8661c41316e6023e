import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ViewSetting } from '#src/contract/view.ts'
import { loadMessages } from '#src/i18n/catalogues.ts'
import { I18nProvider } from '#src/i18n/I18n.tsx'
import { Presets } from '#src/pages/view-settings/presets/Presets.tsx'
import { serializePresets } from '#src/stores/views/presets-json.ts'
import { renderApp } from '../harness.tsx'

/* Requirement V6: views under a name, kept in the browser and carried as a file. */

const view: ViewSetting = {
  page_size: 200,
  order: 'size',
  order_direction: 'desc',
  view: 'list',
  gallery_width: 220,
  columns: [{ type: 0 }, { type: 2 }],
}
const gallery: ViewSetting = { ...view, view: 'gallery', gallery_width: 400 }

let close = () => {}
afterEach(() => {
  close()
  vi.restoreAllMocks()
  localStorage.clear()
})

const open = async (stored?: unknown) => {
  const app = await renderApp({ path: '/shares' })
  await screen.findByRole('main')
  await loadMessages('all')
  const key = `latchkey.view-presets.${app.mei}`
  if (typeof stored === 'string') localStorage.setItem(key, stored)
  const used: ViewSetting[] = []
  const show = (its = view) => {
    const shown = render(
      <I18nProvider language="en">
        <QueryClientProvider client={app.client}>
          <Presets view={its} onUse={(taken) => used.push(taken)} onClose={() => close()} />
        </QueryClientProvider>
      </I18nProvider>,
    )
    close = () => shown.unmount()
  }
  show()
  await screen.findByRole('dialog', { name: 'Presets' })
  return { ...app, key, used, show }
}
type App = Awaited<ReturnType<typeof open>>

const field = () => screen.getByLabelText('Name')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (app: Pick<App, 'user'>, name: string | RegExp) => app.user.click(button(name))
const keep = async (app: Pick<App, 'user'>, name: string) => {
  await app.user.type(field(), name)
  await app.user.keyboard('{Enter}')
}
const shownNames = () =>
  screen.queryAllByRole('button', { name: /^Use / }).map((use) => use.dataset['use'])
const choose = async (app: App, of: string, what: 'Rename' | 'Delete') => {
  await press(app, new RegExp(`Actions for .${of}`))
  await app.user.click(await screen.findByRole('menuitem', { name: what }))
}
const stored = ({ key }: App) => localStorage.getItem(key)
const give = async (app: App, text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('nowhere to give a file')
  await app.user.upload(input, new File([text], 'presets.json', { type: 'application/json' }))
}

/** jsdom's Blob can be read by its reader only. */
const textOf = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.readAsText(blob)
  })

describe('V6 presets', () => {
  it('keeps the view under a name, finds it again, and uses it', async () => {
    const app = await open()
    expect(field()).toHaveFocus()
    expect(screen.getByText(/^No presets yet/)).toBeVisible()
    await keep(app, 'Wide')
    expect(shownNames()).toEqual(['Wide'])
    expect(screen.getByRole('list', { name: 'Presets' })).toHaveTextContent(
      'List · Size ↓ · 2 columns',
    )
    close()
    app.show(gallery)
    await press(app, /^Use .Wide/)
    expect(app.used).toEqual([view])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('replaces one of the same name only after saying so, and takes that back', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view: gallery }]))
    await app.user.type(field(), 'wide')
    expect(screen.getByText(/“.Wide.” is there already and will be replaced\./)).toBeVisible()
    await press(app, 'Replace')
    expect(shownNames()).toEqual(['wide'])
    expect(screen.getByRole('list', { name: 'Presets' })).toHaveTextContent('List')
    await press(app, 'Undo')
    expect(shownNames()).toEqual(['Wide'])
    expect(screen.getByRole('list', { name: 'Presets' })).toHaveTextContent(
      'Gallery · Size ↓ · 400 px',
    )
    expect(button(/^Use .Wide/)).toHaveFocus()
  })

  it('renames by keys, and not to a name that is taken', async () => {
    const app = await open(
      serializePresets([
        { name: 'Wide', view },
        { name: 'Big pictures', view: gallery },
      ]),
    )
    await choose(app, 'Wide', 'Rename')
    expect(screen.getByLabelText(/New name of .Wide/)).toHaveFocus()
    await app.user.keyboard('big PICTURES{Enter}')
    expect(screen.getByText(/“.Big pictures.” is there already/)).toBeVisible()
    await app.user.keyboard('{Escape}')
    expect(button(/^Use .Wide/)).toHaveFocus()
    await choose(app, 'Wide', 'Rename')
    await app.user.keyboard('Broad{Enter}')
    expect(shownNames()).toEqual(['Big pictures', 'Broad'])
    expect(button(/^Use .Broad/)).toHaveFocus()
    expect(stored(app)).toContain('"Broad"')
  })

  it('deletes, and offers the way back here and after it is closed', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    await choose(app, 'Wide', 'Delete')
    expect(shownNames()).toEqual([])
    expect(button('Undo')).toHaveFocus()
    await app.user.keyboard('{Enter}')
    expect(shownNames()).toEqual(['Wide'])
    expect(button(/^Use .Wide/)).toHaveFocus()
    await choose(app, 'Wide', 'Delete')
    await press(app, 'Close')
    expect(stored(app)).not.toContain('Wide')
    const toast = await screen.findByText(/Preset “.Wide.” deleted/)
    await app.user.click(within(toast.parentElement as HTMLElement).getByText('Undo'))
    expect(stored(app)).toContain('Wide')
  })

  it('asks for a name', async () => {
    const app = await open()
    await app.user.type(field(), '  {Enter}')
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription('Type a name.')
    expect(stored(app)).toBeNull()
  })

  it('stays when its user signs out, and is shown to nobody else', async () => {
    const app = await open()
    await keep(app, 'Wide')
    close()
    const { key } = app
    await app.user.click(await screen.findByRole('button', { name: 'Account of Mei Wang' }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByLabelText('Email')
    expect(localStorage.getItem(key)).toContain('Wide')
    app.show()
    expect(shownNames()).toEqual([])
  })
})

describe('V6 presets on the page', () => {
  const openOn = async (folder: string, presets: Parameters<typeof serializePresets>[0] = []) => {
    const app = await renderApp({
      path: `/view-settings?folder=${encodeURIComponent(`svc://my/${folder}`)}`,
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), gallery)
        service.seed.setView(service.seed.addFolder(mei, ['Letters']), view)
        localStorage.setItem(`latchkey.view-presets.${mei}`, serializePresets(presets))
      },
    })
    await app.user.click(await screen.findByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Presets' }))
    await screen.findByRole('dialog', { name: 'Presets' })
    return app
  }

  it('keeps what is on the page, and lays a preset over the draft as one step back', async () => {
    const app = await openOn('Letters', [{ name: 'Big pictures', view: gallery }])
    await keep(app, 'Letters')
    expect(shownNames()).toEqual(['Big pictures', 'Letters'])
    await press(app, /^Use .Big pictures/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('More')).toHaveFocus()
    expect(screen.getByRole('radio', { name: 'Gallery' })).toBeChecked()
    await press(app, 'Undo')
    expect(screen.getByRole('radio', { name: 'List' })).toBeChecked()
  })

  it('V9 brings a preset within the limits of the service before it is sent', async () => {
    const wild = { ...gallery, page_size: 3, gallery_width: 90_000.5, columns: [{ type: 0 }] }
    const app = await openOn('Letters', [{ name: 'Wild', view: wild }])
    await press(app, /^Use .Wild/)
    await press(app, 'Save view')
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Items per page' })).toHaveValue('50')
    expect(screen.getByRole('textbox', { name: 'Picture width in px' })).toHaveValue('500')
  })
})

describe('V6 presets as a file', () => {
  it('writes all of them, and takes them in elsewhere', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const save = vi.spyOn(URL, 'createObjectURL')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await press(app, 'Export')
    expect(click).toHaveBeenCalledTimes(1)
    const text = String(await textOf(save.mock.calls[0]?.[0] as Blob))
    localStorage.clear()
    close()
    app.show()
    expect(shownNames()).toEqual([])
    await give(app, text)
    expect(await screen.findByText('1 preset imported.')).toBeVisible()
    expect(shownNames()).toEqual(['Wide'])
    await give(app, text)
    expect(await screen.findByText(/^Nothing new in this file/)).toBeVisible()
    expect(shownNames()).toEqual(['Wide'])
  })

  it('takes an import back', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    await give(
      app,
      serializePresets([
        { name: 'Wide', view: gallery },
        { name: 'Other', view },
      ]),
    )
    expect(await screen.findByText('2 presets imported.')).toBeVisible()
    expect(shownNames()).toEqual(['Other', 'Wide', 'Wide (2)'])
    await press(app, 'Undo')
    expect(shownNames()).toEqual(['Wide'])
  })

  it.each([
    ['what is no JSON', 'no JSON at all', /^This file holds no presets that can be read/],
    [
      'another version',
      '{"what":"latchkey view presets","version":7,"sets":[]}',
      /another version of this page/,
    ],
    ['what is too long', ' '.repeat(2_000_001), /too large/],
  ])('refuses %s, says why, and loses nothing', async (_, text, words) => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const before = stored(app)
    await give(app, text)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(shownNames()).toEqual(['Wide'])
    expect(stored(app)).toBe(before)
  })
})

describe('V6 presets in a browser that does not keep them', () => {
  it('says that the last change is not kept, and keeps it while the tab is open', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await keep(app, 'Second')
    expect(await screen.findByRole('alert')).toHaveTextContent(/did not keep the last change/)
    expect(shownNames()).toEqual(['Second', 'Wide'])
    close()
    app.show()
    expect(shownNames()).toEqual(['Second', 'Wide'])
    full.mockRestore()
    await keep(app, 'Third')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(stored(app)).toContain('Second')
  })

  it('works without storage', async () => {
    const app = await open()
    close()
    for (const way of ['getItem', 'setItem'] as const) {
      vi.spyOn(Storage.prototype, way).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    }
    app.show()
    await keep(app, 'Wide')
    await keep(app, 'Second')
    expect(shownNames()).toEqual(['Second', 'Wide'])
    expect(screen.getByRole('alert')).toHaveTextContent(/blocked/)
  })

  it.each([
    ['damaged', '{"what":"latchkey view presets","ver'],
    ['of another version', '{"what":"latchkey view presets","version":2,"sets":[]}'],
  ])('leaves what is stored and %s alone until told to start anew', async (_, text) => {
    const app = await open(text)
    expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be read/)
    expect(field()).toBeDisabled()
    expect(button('Import')).toHaveAttribute('aria-disabled', 'true')
    await give(app, serializePresets([{ name: 'Other', view }]))
    expect(stored(app)).toBe(text)
    await press(app, 'Start anew')
    expect(stored(app)).toBeNull()
    await keep(app, 'Wide')
    expect(shownNames()).toEqual(['Wide'])
  })

  it('follows what another tab changes, and adds to it', async () => {
    const app = await open(serializePresets([{ name: 'Wide', view }]))
    localStorage.setItem(app.key, serializePresets([{ name: 'From there', view: gallery }]))
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: app.key }))
    })
    await waitFor(() => expect(shownNames()).toEqual(['From there']))
    localStorage.setItem(app.key, serializePresets([{ name: 'And this', view: gallery }]))
    await keep(app, 'Mine')
    expect(shownNames()).toEqual(['And this', 'Mine'])
  })
})
