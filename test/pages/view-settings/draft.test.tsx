import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hasUnsavedView, viewDraftOf } from '#src/features/folder-view/view-drafts.ts'
import { replaceDraftView } from '#src/features/folder-view/view-edits.ts'
import { domState } from '../../dom/dom-state.ts'
import { here } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { WebLocks } from '../../faults/model/tabs/web-locks.ts'
import {
  settingsOf,
  photos,
  settings,
  saved,
  seedPhotos,
  storedView,
  writes,
  open,
  ready,
  layout,
  whatChanges,
  dialog,
  save,
} from './fixtures.tsx'

/** By an entry of the history that is not the router's: it cannot be held back. */
const leaveUnasked = (to: string) => {
  domState.expectedNoise.push(/blocker on a POP navigation/)
  act(() => window.history.pushState(null, '', to))
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
}

/** Opens the view settings of Photos from its page in Files, and changes the layout. */
async function changeFromFiles() {
  const app = await open({ path: '/files?uri=svc%3A%2F%2Fmy%2FPhotos' })
  await screen.findByRole('row', { name: 'IMG_1.jpg' })
  await app.user.click(screen.getByRole('button', { name: 'View' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'View settings' }))
  await ready()
  await app.user.click(layout('Grid'))
  return app
}

describe('V4 the draft', () => {
  it('V4 says in words what changes, and takes steps back and forth', async () => {
    const { user } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Modified')
    await user.click(layout('Grid'))
    expect(whatChanges().getByRole('status')).toHaveTextContent('3 changes')
    expect(
      whatChanges().getByText('Layout: List → Grid · Sort: Name ↑ → Modified ↓ · Columns: − Size'),
    ).toBeVisible()
    const isTaken: boolean[] = []
    const look = (event: KeyboardEvent) => isTaken.push(event.defaultPrevented)
    window.addEventListener('keydown', look)
    await user.keyboard('{Control>}zz{/Control}')
    window.removeEventListener('keydown', look)
    // The browser would undo what was typed elsewhere too.
    expect(isTaken.slice(1)).toEqual([true, true])
    expect(whatChanges().getByText('Columns: − Size')).toBeVisible()
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(whatChanges().getByText(/Sort: Name ↑ → Modified ↓/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('No changes')
    expect(layout('List')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Modified')
  })

  it('V4 takes a whole view as one step', async () => {
    const { user } = await open()
    await ready()
    act(() =>
      replaceDraftView(photos, { ...saved, view: 'gallery', gallery_width: 100, page_size: 60 }),
    )
    expect(whatChanges().getByRole('status')).toHaveTextContent('3 changes')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('No changes')
  })

  it('V4 goes back to the default of the folder above, with one save', async () => {
    const { user, requests, ...app } = await open({
      seed: (backend) => {
        seedPhotos()(backend)
        const { service, mei } = backend
        service.seed.setView(service.seed.addFolder(mei, ['Photos', 'Album']), {
          ...saved,
          view: 'gallery',
        })
      },
      path: settingsOf('svc://my/Photos/Album'),
    })
    await ready()
    expect(layout('Gallery')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    expect(await screen.findByText(/^Use the view of .?Photos/)).toBeVisible()
    expect(layout('List')).toBeChecked()
    await save(user)
    expect(storedView(app, 'Photos', 'Album')).toBeNull()
    expect(writes(requests)).toHaveLength(1)
    expect(await screen.findByText('Inherited from')).toBeVisible()
    // It has no view of its own any more.
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Presets…' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Reset to default' })).toBeNull()
  })

  it('V4 a default that is known only once the page was left changes nothing', async () => {
    const { user, faults } = await open()
    await ready()
    const { fault, free } = held()
    const asked = vi.fn<() => void>()
    faults.always(({ path, query }) => {
      const isOfParent = path === '/file' && query.get('uri') === 'svc://my'
      if (isOfParent) asked()
      return isOfParent
    }, fault)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await user.click(screen.getByRole('link', { name: /^Trash/ }))
    await waitFor(() => expect(here()).toBe('/trash'))
    free()
    await screen.findByRole('heading', { name: 'Trash' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(hasUnsavedView(photos)).toBe(false)
  })

  it('V4 leaving by a link asks first, and stays or leaves', async () => {
    const { user, requests } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    expect(within(await dialog()).getByText('Layout: List → Grid')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(here()).toContain('/view-settings')
    expect(layout('Grid')).toBeChecked()
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/shares'))
    expect(writes(requests)).toEqual([])
  })

  it('V4 leaving by keys asks too, and may save first', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.keyboard('gt')
    await user.click(within(await dialog()).getByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(storedView(app)?.view).toBe('grid')
  })

  /** A save is on its way, and the user has chosen to stay. `free` lets the service answer. */
  const stayDuringSave = async () => {
    const app = await open()
    await ready()
    await app.user.click(layout('Grid'))
    const { fault, free } = held()
    app.faults.next('PATCH /file/view', fault)
    await app.user.keyboard('gt')
    await app.user.click(within(await dialog()).getByRole('button', { name: 'Save and leave' }))
    await app.user.click(within(await dialog()).getByRole('button', { name: 'Stay' }))
    return { app, free }
  }

  it('V4 stays when that is chosen while a save is on its way', async () => {
    const { app, free } = await stayDuringSave()
    free()
    await waitFor(() => expect(storedView(app)?.view).toBe('grid'))
    expect(await screen.findByText(/^View saved/)).toBeVisible()
    expect(here()).toContain('/view-settings')
  })

  it('V4 goes on by itself when an earlier save has worked while it asks again', async () => {
    const { app, free } = await stayDuringSave()
    await app.user.keyboard('gt')
    await dialog()
    free()
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(storedView(app)?.view).toBe('grid')
    expect(writes(app.requests)).toHaveLength(1)
  })

  it('V4 Back asks once, stays, and leads to where one came from', async () => {
    const { user } = await changeFromFiles()
    act(() => window.history.back())
    await dialog()
    // The browser has gone back already, and is sent forward again.
    await waitFor(() => expect(here()).toContain('/view-settings'))
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(layout('Grid')).toBeChecked()
    act(() => window.history.back())
    await user.click(within(await dialog()).getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/files?uri=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V4 Back leads away in one step when nothing would be lost any more', async () => {
    const { user } = await changeFromFiles()
    await save(user)
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe('/files?uri=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V4 closing the tab asks only while there is something to lose', async () => {
    const { user } = await open()
    await ready()
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(closing()).toBe(false)
    await user.click(layout('Grid'))
    expect(closing()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(closing()).toBe(false)
  })

  it('V4 signing out asks on this page, and for what lies elsewhere', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: /Account/ }))
      await user.click(await screen.findByRole('button', { name: 'Sign out' }))
      return screen.findByRole('dialog', { name: 'Sign out without saving?' })
    }
    const first = await signOut()
    await user.click(within(first).getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(layout('Grid')).toBeChecked()
    leaveUnasked('/shares')
    await screen.findByRole('heading', { name: 'Shares' })
    expect(viewDraftOf(photos)?.present.view.view).toBe('grid')
    const question = await signOut()
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(window.location.pathname).toBe('/sign-in'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(viewDraftOf(photos)).toBeUndefined())
  })

  it('V4 G2 signing out asks for what other tabs have not saved, and tells them of its own', async () => {
    const locks = new WebLocks()
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
    const { user } = await open()
    await ready()
    const prefix = 'latchkey.log.drafts.'
    const isHeld = () => locks.names.some((name) => name.startsWith(prefix))
    await user.click(layout('Grid'))
    expect(isHeld()).toBe(true)
    let closeOther = () => {}
    const isOpen = new Promise<void>((resolve) => (closeOther = resolve))
    void locks.request(`${prefix}other`, () => isOpen)
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: /Account/ }))
      await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    }
    const asked = async (text: string) => {
      const question = await screen.findByRole('dialog', { name: 'Sign out without saving?' })
      expect(within(question).getByText(text)).toBeVisible()
      await user.click(within(question).getByRole('button', { name: 'Cancel' }))
      await user.keyboard('{Escape}')
    }
    await signOut()
    await asked('1 unsaved change will be lost. What is unsaved in another tab will be lost too.')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await signOut()
    await asked('What is unsaved in another tab will be lost.')
    closeOther()
    await waitFor(() => expect(isHeld()).toBe(false))
    await signOut()
    await waitFor(() => expect(window.location.pathname).toBe('/sign-in'))
  })

  it('V4 G2 signing out asks for other tabs on plain http too, which has no Web Locks', async () => {
    const { user } = await open()
    await ready()
    const lease = { page: 'another', until: Date.now() + 60_000 }
    localStorage.setItem('latchkey.lease.drafts.another.1', JSON.stringify(lease))
    await user.click(screen.getByRole('button', { name: /Account/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    const question = await screen.findByRole('dialog', { name: 'Sign out without saving?' })
    const text = 'What is unsaved in another tab will be lost.'
    expect(within(question).getByText(text)).toBeVisible()
  })

  it('V4 is there again when one comes back to it', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    leaveUnasked('/shares')
    await screen.findByRole('heading', { name: 'Shares' })
    leaveUnasked(settings)
    await ready()
    expect(layout('Grid')).toBeChecked()
  })
})
