import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { here } from '../../dom/harness.tsx'
import { atWork, row } from '../files/actions/fixtures.tsx'

const press = (element: HTMLElement, x = 10, y = 10) =>
  fireEvent.pointerDown(element, {
    pointerType: 'touch',
    isPrimary: true,
    clientX: x,
    clientY: y,
  })

/** Ends a touch as browsers do. */
function release(element: HTMLElement): void {
  fireEvent.pointerUp(element, { pointerType: 'touch', isPrimary: true })
  fireEvent.click(element)
}

describe('G10 fingers in a list of a phone', () => {
  it('a finger that stays on a row starts selecting, further taps select, and the last one ends it', async () => {
    setMedia(phoneQuery, true)
    await atWork()
    const letter = await row('letter.txt')
    press(letter)
    await waitFor(() => expect(letter).toHaveAttribute('aria-selected', 'true'))
    release(letter)
    expect(letter).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('region', { name: '1 selected' })).toBeInTheDocument()

    const drafts = await row('Drafts')
    press(drafts)
    release(drafts)
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeInTheDocument()
    for (const each of [drafts, letter]) {
      press(each)
      release(each)
    }
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())

    // Nothing is selected: a tap opens.
    press(drafts)
    release(drafts)
    await row('Deep')
    expect(here()).toContain('Drafts')
  })

  it('a finger that stays selects the row on which it was put, wherever it is by then', async () => {
    setMedia(phoneQuery, true)
    const { mei, service } = await atWork({ isLive: true })
    const letter = await row('letter.txt')
    press(letter)
    service.seed.addFile(mei, ['Work', 'aaa.txt'])
    fireEvent.focus(window)
    await row('aaa.txt')
    await waitFor(() => expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible())
    expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'true')
  })

  it('a finger that scrolls selects nothing', async () => {
    setMedia(phoneQuery, true)
    const app = await atWork()
    const [letter, scan] = [await row('letter.txt'), await row('scan.pdf')]
    press(letter)
    fireEvent.pointerMove(letter, { pointerType: 'touch', clientX: 10, clientY: 60 })
    // Another row is pressed for as long afterwards.
    press(scan)
    await waitFor(() => expect(scan).toHaveAttribute('aria-selected', 'true'))
    expect(letter).toHaveAttribute('aria-selected', 'false')
    await app.user.click(
      within(screen.getByRole('region', { name: '1 selected' })).getByRole('button', {
        name: /^Clear/,
      }),
    )
    expect(scan).toHaveAttribute('aria-selected', 'false')
  })

  it('an upload begins with a button in sight', async () => {
    setMedia(phoneQuery, true)
    const app = await atWork()
    await app.user.click(await screen.findByRole('button', { name: 'Upload' }))
    expect(await screen.findByRole('menuitem', { name: /^Upload files/ })).toBeInTheDocument()
  })

  it('what is done to one row from its menu is not selected afterwards, so that ticking two selects two', async () => {
    setMedia(phoneQuery, true)
    const app = await atWork()
    const chooseFor = async (name: string, command: RegExp) => {
      await app.user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }))
      await app.user.click(await screen.findByRole('menuitem', { name: command }))
    }
    const expectNothingSelected = () =>
      expect(screen.queryByRole('row', { selected: true })).not.toBeInTheDocument()
    await chooseFor('letter.txt', /^Rename/)
    await screen.findByRole('textbox', { name: /^New name of/ })
    await app.user.keyboard('note{Enter}')
    await waitFor(async () => expect(await row('note.txt')).toHaveFocus())
    expectNothingSelected()
    await chooseFor('note.txt', /^Make a copy/)
    await waitFor(async () => expect(await row('note (2).txt')).toHaveFocus())
    expectNothingSelected()
    for (const name of ['note (2).txt', 'scan.pdf'])
      await app.user.click(within(await row(name)).getByRole('checkbox'))
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeInTheDocument()
    await chooseFor('plan.tar.gz', /^Rename/)
    await screen.findByRole('textbox', { name: /^New name of/ })
    await app.user.keyboard('budget{Enter}')
    await waitFor(async () => expect(await row('budget.tar.gz')).toHaveFocus())
    expect(screen.getByRole('region', { name: '2 selected' })).toBeInTheDocument()
  })

  it('asks for no menu where a finger has just selected', async () => {
    setMedia(phoneQuery, true)
    await atWork()
    const letter = await row('letter.txt')
    press(letter)
    fireEvent.contextMenu(letter)
    expect(letter).toHaveAttribute('aria-selected', 'true')
    release(letter)
    expect(letter).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
