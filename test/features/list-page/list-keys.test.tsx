import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setPreferences } from '#src/platform/preferences.ts'
import { here } from '../../dom/harness.tsx'
import { atWork, row, rowsShown, seedWork } from '../files/actions/fixtures.tsx'

const select = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })

describe('G10 hands and keys in a list', () => {
  it('G7 loading a page and going to one by keys leads to its first row', async () => {
    const app = await atWork()
    await waitFor(async () => expect(await row('Drafts')).toHaveFocus())
    await app.user.keyboard('gf')
    await waitFor(async () => expect(await row('Archive')).toHaveFocus())
    expect(here()).toBe('/files')
    expect(await row('Archive')).toHaveAttribute('aria-selected', 'false')
  })

  it('a search keeps the focus while its results come, and the down arrow leaves it for them', async () => {
    const app = await atWork()
    const search = screen.getByRole('searchbox', { name: 'Search' })
    await app.user.type(search, 'scan')
    await waitFor(() => expect(rowsShown()).toEqual(['scan.pdf']))
    expect(search).toHaveFocus()
    await app.user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await row('scan.pdf')).toHaveFocus())
  })

  it('a click beside the rows selects nothing', async () => {
    const app = await atWork()
    await app.user.click(await select('letter.txt'))
    expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'true')
    await app.user.click(screen.getByRole('grid'))
    await waitFor(async () =>
      expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'false'),
    )
  })

  it('coming back to a folder selects nothing, and the row one came from has the focus', async () => {
    const app = await atWork()
    await app.user.dblClick(await row('Drafts'))
    await row('Deep')
    window.history.back()
    const drafts = await row('Drafts')
    await waitFor(() => expect(drafts).toHaveFocus())
    expect(drafts).toHaveAttribute('aria-selected', 'false')
    expect(screen.queryByText('1 selected')).toBeNull()
  })

  it('letters go to the row of that name where single-letter keys are off', async () => {
    const app = await atWork()
    ;(await row('Drafts')).focus()
    await app.user.keyboard('l')
    expect(await row('Drafts')).toHaveFocus()
    setPreferences({ letterKeys: false })
    await app.user.keyboard('pl')
    await waitFor(async () => expect(await row('plan.tar.gz')).toHaveFocus())
    expect(await row('plan.tar.gz')).toHaveAttribute('aria-selected', 'true')
    await app.user.keyboard(' ')
    expect(await row('plan.tar.gz')).toHaveAttribute('aria-selected', 'false')
  })

  it('letters find names that another computer has composed in another way', async () => {
    setPreferences({ letterKeys: false })
    const name = 'Été.txt'.normalize('NFD')
    await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', name])
      },
    })
    const drafts = await row('Drafts')
    drafts.focus()
    fireEvent.keyDown(drafts, { key: 'é' })
    await waitFor(async () => expect(await row(name)).toHaveFocus())
  })
})

it('F2 there is no menu of an item that has no address', async () => {
  const nameless = { id: 'x', type: 0, name: 'a/b', size: 1, path: '' }
  await atWork({
    faults: (faults) =>
      faults.always(({ path, query }) => path === '/file' && !!query.get('uri')?.endsWith('Work'), {
        kind: 'json',
        body: {
          code: 0,
          data: {
            files: [nameless, { ...nameless, id: 'y', name: 'letter.txt' }],
            pagination: {},
          },
        },
      }),
  })
  fireEvent.contextMenu(await row('letter.txt'), { clientX: 9, clientY: 9 })
  expect(await screen.findByRole('menu', { name: /letter/ })).toBeVisible()
  fireEvent.contextMenu(await row('a/b'), { clientX: 9, clientY: 9 })
  await waitFor(() => expect(screen.queryByRole('menu', { name: /letter/ })).toBeNull())
  expect(screen.queryByRole('menu')).toBeNull()
})

describe('F2 the menu of the empty space of a folder', () => {
  const menuOf = async (element: HTMLElement) => {
    fireEvent.contextMenu(element, { clientX: 300, clientY: 500 })
    return within(await screen.findByRole('menu', { name: 'Actions for Work' }))
  }

  it('makes a folder, uploads and leads to the view settings', async () => {
    const app = await atWork()
    const menu = await menuOf(screen.getByRole('grid'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'New folderN',
      'New text file',
      'Upload files…',
      'View settings',
    ])
    await app.user.click(menu.getByRole('menuitem', { name: /^New folder/ }))
    const field = await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.type(field, 'Plans{Enter}')
    await waitFor(() => expect(rowsShown()).toContain('Plans'))
    const again = await menuOf(screen.getByRole('grid'))
    await app.user.click(again.getByRole('menuitem', { name: 'View settings' }))
    await waitFor(() => expect(here()).toMatch(/^\/view-settings\?/))
  })

  it('pastes what was copied', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to copy/)
    const menu = await menuOf(screen.getByRole('grid'))
    await app.user.click(menu.getByRole('menuitem', { name: 'Paste here' }))
    await waitFor(() => expect(rowsShown()).toContain('letter (2).txt'))
  })
})
