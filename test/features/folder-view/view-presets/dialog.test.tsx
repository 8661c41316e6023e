import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serializePresets } from '#src/features/folder-view/presets-json.ts'
import { renderApp } from '../../../dom/harness.tsx'
import {
  view,
  gallery,
  close,
  open,
  type App,
  field,
  button,
  press,
  keep,
  shownNames,
  stored,
} from './fixtures.tsx'

const choose = async (app: App, of: string, what: 'Rename' | 'Delete') => {
  await press(app, new RegExp(`Actions for .${of}`))
  await app.user.click(await screen.findByRole('menuitem', { name: what }))
}

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
    expect(screen.getByText(/“.Wide.” already exists and will be replaced\./)).toBeVisible()
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
    expect(screen.getByText(/“.Big pictures.” already exists/)).toBeVisible()
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
    await app.user.click(await screen.findByRole('menuitem', { name: 'Presets…' }))
    await screen.findByRole('dialog', { name: 'Presets' })
    return app
  }

  it('keeps what is on the page, and lays a preset over the draft as one step back', async () => {
    const app = await openOn('Letters', [{ name: 'Big pictures', view: gallery }])
    await keep(app, 'Letters')
    expect(shownNames()).toEqual(['Big pictures', 'Letters'])
    await press(app, /^Use .Big pictures/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button('More')).toHaveFocus())
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
