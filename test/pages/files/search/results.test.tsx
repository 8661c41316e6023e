import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withTooltip } from '../../../dom/tooltips.ts'
import { rowsShown, row, finds, work, seedReports, searching } from './fixtures.tsx'

describe('F9 what is found', () => {
  it('is renamed where it lies, though another folder has that name', async () => {
    const app = await searching('/files?q=.txt')
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{F2}')
    const field = await screen.findByRole('textbox', { name: /New name/ })
    await app.user.clear(field)
    await app.user.type(field, 'letter.txt{Enter}')
    await finds('letter.txt', 'letter.txt')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is shown in its folder', async () => {
    const { user } = await searching('/files?q=2019')
    fireEvent.contextMenu(await row('report 2019.pdf'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show in folder' }))
    await waitFor(async () => expect(await row('report 2019.pdf')).toHaveFocus())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Archive' })).toBeVisible())
    await row('notes.txt')
    fireEvent.contextMenu(await row('notes.txt'))
    await screen.findByRole('menuitem', { name: 'Rename' })
    expect(screen.queryByRole('menuitem', { name: 'Show in folder' })).toBeNull()
  })

  it('G10 is selected as what matches, which a folder that is not searched does not say', async () => {
    const { user } = await searching(work)
    await user.click(await screen.findByRole('checkbox', { name: /^Select Report 2026/ }))
    expect(await screen.findByRole('button', { name: 'Select all 3' })).toBeVisible()
    await user.keyboard('{Escape}/report')
    await finds('Reports', 'report 2019.pdf', 'Report 2026.pdf')
    await user.click(await screen.findByRole('checkbox', { name: /^Select report 2019/ }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 that match' }))
    expect(await screen.findByRole('region', { name: '3 selected' })).toBeVisible()
  })

  it('G7 is where Back returns to from its folder', async () => {
    const { user } = await searching('/files?q=report', { isStrict: false })
    fireEvent.contextMenu(await row('report 2019.pdf'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show in folder' }))
    await row('notes.txt')
    window.history.back()
    await finds('Reports', 'report 2019.pdf', 'Report 2026.pdf', 'my report.docx')
    await waitFor(async () => expect(await row('report 2019.pdf')).toHaveFocus())
  })

  it('F9 is shown from its beginning when something else is searched', async () => {
    const { user } = await searching('/files?q=o')
    await row('notes.txt')
    screen.getByRole('grid').scrollTop = 40
    await user.type(screen.getByRole('searchbox'), '{Backspace}report')
    await finds('Reports', 'report 2019.pdf', 'Report 2026.pdf', 'my report.docx')
    expect(screen.getByRole('grid').scrollTop).toBe(0)
  })

  it('is deleted with all that was found below it, and Undo brings all back', async () => {
    const { user } = await searching('/files?q=o')
    ;(await row('Work')).focus()
    await user.keyboard('{Delete}')
    await finds('my report.docx')
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(rowsShown()).toContain('notes.txt'))
    expect(await row('Work')).toBeVisible()
  })

  it('leaves the focus on the page when the only one that was found is deleted', async () => {
    const { user } = await searching('/files?q=2019')
    ;(await row('report 2019.pdf')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'report 2019.pdf' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('leads to where it is after a folder above it was renamed', async () => {
    const { user } = await searching('/files?q=o')
    ;(await row('Work')).focus()
    await user.keyboard('{F2}')
    await user.clear(await screen.findByRole('textbox', { name: /New name/ }))
    await user.keyboard('Work so far{Enter}')
    await waitFor(async () =>
      expect(withTooltip('Work so far / Archive', await row('notes.txt'))).toHaveLength(1),
    )
  })

  it('goes through locks as elsewhere: deletes the rest, then asks', async () => {
    const { user } = await searching('/files?q=report', {
      seed: (backend) => {
        seedReports(backend)
        backend.service.seed.addLock({
          owner: backend.mei,
          path: ['Work', 'Report 2026.pdf'],
          application: { type: 'viewer', inner_xml: '', viewer_id: '' },
          holder: backend.lin,
        })
      },
    })
    await row('my report.docx')
    await user.keyboard('{Control>}a{/Control}')
    const bar = within(await screen.findByRole('region', { name: '4 selected' }))
    await user.click(bar.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: /Skip/ }))
    await finds('Report 2026.pdf')
  })

  it('takes nothing in: no new folder, no upload, though the folder would', async () => {
    const { user, requests } = await searching(work)
    await row('Report 2026.pdf')
    expect(screen.getByRole('button', { name: 'New folder' })).toBeVisible()
    await user.keyboard('/report{Enter}')
    await row('report 2019.pdf')
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    ;(await row('report 2019.pdf')).focus()
    await user.keyboard('n')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
    expect(requests.filter(({ path }) => path === '/file/create')).toEqual([])
  })

  it('tells in its details where it lies', async () => {
    const { user } = await searching('/files?q=2019')
    await user.dblClick(await row('report 2019.pdf'))
    const panel = within(await screen.findByRole('complementary', { name: 'report 2019.pdf' }))
    expect(panel.getByText('Archive')).toBeVisible()
  })

  it('is said to be incomplete when the service ended the search early', async () => {
    const app = await searching('/files?q=report', { service: { searchTimeoutMs: 0 } })
    expect(
      await screen.findByText('The search took too long and stopped. There may be more.'),
    ).toBeVisible()
    expect(rowsShown().length).toBeGreaterThan(0)
    await app.user.clear(screen.getByRole('searchbox'))
    await app.user.type(screen.getByRole('searchbox'), 'nowhere{Enter}')
    expect(
      await screen.findByText('The search took too long and stopped. Nothing was found so far.'),
    ).toBeVisible()
  })

  it('is said to be nothing more than that when the search came to its end', async () => {
    await searching('/files?q=report')
    await finds('Reports', 'report 2019.pdf', 'Report 2026.pdf', 'my report.docx')
    expect(screen.queryByText(/took too long/)).toBeNull()
  })

  it('has a selection of its own, which goes with it', async () => {
    const { user } = await searching('/files?q=report')
    await user.click(await screen.findByRole('checkbox', { name: 'Select my report.docx' }))
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
    window.history.pushState(null, '', '/files')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await row('letter.txt')
    expect(screen.queryByRole('region', { name: '1 selected' })).toBeNull()
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  })
})
