import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setMedia } from '../../../dom/dom-state.ts'
import { controlTimers, passTime } from '../../../dom/dom-timers.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { rowsShown, row, sent, seedWork, atWork } from './fixtures.tsx'

describe('F2 a new folder', () => {
  it('is named in the list and takes the focus', async () => {
    const app = await atWork()
    await app.user.keyboard('n')
    const field = await screen.findByRole('textbox', { name: 'Name of the new folder' })
    expect(field).toHaveFocus()
    await app.user.keyboard('Invoices{Enter}')
    await waitFor(async () => expect(await row('Invoices')).toHaveFocus())
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'Invoices', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    expect(await namesAt(app, 'svc://my/Work')).toContain('Invoices')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
    // It is not selected: the bar of a selection would take the place of the button.
    expect(screen.queryByRole('region', { name: '1 selected' })).toBeNull()
    expect(screen.getByRole('button', { name: 'New folder' })).toBeVisible()
  })

  it('F2 or a new text file, which gets an extension and opens in the editor', async () => {
    const app = await atWork()
    const button = screen.getByRole('button', { name: 'New text file' })
    expect(screen.getByRole('button', { name: 'New folder' }).nextElementSibling).toBe(button)
    await app.user.click(button)
    await app.user.type(
      await screen.findByRole('textbox', { name: 'Name of the new text file' }),
      'Plans{Enter}',
    )
    await waitFor(async () => expect(await row('Plans.txt')).toHaveFocus())
    expect(await namesAt(app, 'svc://my/Work')).toContain('Plans.txt')
    await app.user.keyboard('{Enter}')
    expect(await screen.findByRole('textbox', { name: /Plans\.txt/ })).toHaveValue('')
  })

  it.each(['(max-width: 1199.98px)', '(max-width: 639.98px)'])(
    'is in the menu where there is no room: %s',
    async (query) => {
      setMedia(query, true)
      const app = await atWork()
      expect(screen.queryByRole('button', { name: 'New text file' })).toBeNull()
      await app.user.click(screen.getByRole('button', { name: 'More' }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'New text file' }))
      await app.user.type(
        await screen.findByRole('textbox', { name: 'Name of the new text file' }),
        'Plans{Enter}',
      )
      await waitFor(async () => expect(await namesAt(app, 'svc://my/Work')).toContain('Plans.txt'))
    },
  )

  it('is given up with Escape, and nothing is sent', async () => {
    const { user, requests } = await atWork()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.keyboard('Never{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
    expect(document.body).not.toHaveFocus()
    expect(sent(requests, 'POST', '/file/create')).toEqual([])
  })

  it.each([
    ['folder', 'First'],
    ['text file', 'First.txt'],
  ])('can be the first thing in an empty folder: a %s', async (kind, name) => {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive%2FOld',
      seed: seedWork,
    })
    await screen.findByText('Drop files here')
    // One in the bar, one below the text.
    expect(screen.getAllByRole('button', { name: `New ${kind}` })).toHaveLength(2)
    const main = within(screen.getByRole('main'))
    await app.user.click(main.getAllByRole('button', { name: `New ${kind}` }).at(-1) as HTMLElement)
    await app.user.keyboard('First{Enter}')
    // The row is drawn anew when the folder has been read again.
    await waitFor(() => expect(screen.getByRole('row', { name })).toBeVisible())
  })

  it.each([
    ['{Enter}', 'Type a name.'],
    ['..{Enter}', /two dots/],
    ['a/b{Enter}', /cannot contain/],
    [`${'x'.repeat(256)}{Enter}`, /too long/],
    ['Drafts{Enter}', /is already there/],
  ])('with the name %j is not sent, what was typed stays', async (keys, words) => {
    const { user, requests } = await atWork()
    await user.keyboard('n')
    const field = await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await user.keyboard(keys)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(field).toHaveValue(keys.replace('{Enter}', ''))
    expect(field).toHaveAccessibleDescription(words)
    expect(field).toHaveFocus()
    expect(sent(requests, 'POST', '/file/create')).toEqual([])
  })

  it('whose name another has taken meanwhile says so in the field', async () => {
    const app = await atWork()
    app.service.seed.addFolder(app.mei, ['Work', 'Taken'])
    await app.user.keyboard('nTaken{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('is already there')
    expect(screen.getByRole('textbox', { name: 'Name of the new folder' })).toHaveValue('Taken')
  })
})

describe('F2, G10 what the next key acts on', () => {
  /** What a command would act on now: the selection, with the focus in it. */
  const expectReached = async (name: string) => {
    await waitFor(async () => expect(await row(name)).toHaveFocus())
    expect(await row(name)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
  }

  it('is a new folder, not what was selected before', async () => {
    const app = await atWork()
    await app.user.click(await row('letter.txt'))
    await app.user.keyboard('n')
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.keyboard('Invoices{Enter}')
    await waitFor(async () => expect(await row('Invoices')).toHaveFocus())
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).not.toContain('Invoices'))
    expect(await namesAt(app, 'svc://my/Work')).toEqual([
      'Drafts',
      'letter.txt',
      'plan.tar.gz',
      'scan.pdf',
    ])
  })

  it('is what was renamed, which is not selected when nothing was', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /^New name of/ })
    await app.user.keyboard('note{Enter}')
    await waitFor(async () => expect(await row('note.txt')).toHaveFocus())
    expect(screen.queryByText(/selected/)).toBeNull()
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
  })

  it('is what was renamed, unless another row is clicked meanwhile', async () => {
    const { user } = await atWork()
    await user.click(await row('letter.txt'))
    ;(await row('scan.pdf')).focus()
    await user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /^New name of/ })
    await user.keyboard('photo{Enter}')
    await expectReached('photo.pdf')
    await user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /^New name of/ })
    await user.keyboard('page')
    await user.click(await row('letter.txt'))
    await row('page.pdf')
    await expectReached('letter.txt')
  })

  it.each([
    ['x', 'moved'],
    ['c', 'copied'],
  ])('is what was pasted after Ctrl+%s', async (key, words) => {
    const app = await atWork()
    await app.user.click(await row('letter.txt'))
    await app.user.keyboard(`{Control>}${key}{/Control}`)
    await screen.findByText(/ready to/)
    await app.user.dblClick(await row('Drafts'))
    await app.user.click(await row('Deep'))
    await app.user.keyboard('{Control>}v{/Control}')
    await expectReached('letter.txt')
    expect(await screen.findByText(new RegExp(words))).toBeVisible()
    expect(await row('Deep')).toHaveAttribute('aria-selected', 'false')
  })
})

describe('F2 renaming in place', () => {
  const field = () => screen.findByRole('textbox', { name: /^New name of/ })

  it('begins with F2, the name picked up to its extension, and keeps the focus on the row', async () => {
    const app = await atWork()
    ;(await row('plan.tar.gz')).focus()
    await app.user.keyboard('{F2}')
    const input = (await field()) as HTMLInputElement
    expect(input).toHaveValue('plan.tar.gz')
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('plan')
    await app.user.keyboard('budget{Enter}')
    const renamed = await row('budget.tar.gz')
    await waitFor(() => expect(renamed).toHaveFocus())
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'budget.tar.gz', 'letter.txt', 'scan.pdf']),
    )
    expect(await namesAt(app, 'svc://my/Work')).toEqual([
      'Drafts',
      'budget.tar.gz',
      'letter.txt',
      'scan.pdf',
    ])
  })

  it('is saved by leaving the field, once, and given up with Escape', async () => {
    const { user, requests } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}other{Escape}')
    expect(await row('letter.txt')).toHaveFocus()
    expect(sent(requests, 'POST', '/file/rename')).toEqual([])
    await user.keyboard('{F2}')
    await field()
    await user.keyboard('note')
    await user.click(screen.getByRole('searchbox'))
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it.each([
    ['', 'Type a name.'],
    ['scan.pdf', /is already there/],
    ['what?', /cannot contain/],
    ['名'.repeat(86), /too long/],
  ])('to %j is not sent', async (name, words) => {
    const { user, requests } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}')
    const input = await field()
    fireEvent.change(input, { target: { value: name } })
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(input).toHaveValue(name)
    expect(sent(requests, 'POST', '/file/rename')).toEqual([])
  })

  it('says in the field that the service could not be reached, keeps what was typed, and can be sent again', async () => {
    controlTimers()
    const { user, faults } = await atWork()
    faults.always('POST /file/rename', { kind: 'drop' })
    faults.always('GET /file/info', { kind: 'drop' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    // In ms: longer than the result is looked up.
    await passTime(5_000)
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached')
    expect(await field()).toHaveValue('note.txt')
    expect(await field()).toHaveFocus()
    faults.clear()
    await user.keyboard('{Enter}')
    expect(await row('note.txt')).toBeVisible()
  })

  it('whose answer was lost is looked up, not sent again', async () => {
    const { user, faults, requests } = await atWork()
    faults.next('POST /file/rename', { kind: 'lost' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it('sent twice by a second Enter goes out once', async () => {
    const { user, faults, requests } = await atWork()
    const first = held()
    faults.next('POST /file/rename', first.fault)
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}{Enter}{Escape}')
    first.free()
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it('leaves alone what was opened while it was on its way', async () => {
    const { user, faults } = await atWork()
    let arrive = () => {}
    const until = new Promise<void>((resolve) => {
      arrive = resolve
    })
    faults.next('POST /file/rename', { kind: 'hold', until })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    arrive()
    expect(await row('note.txt')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name of the new folder' })).toBeVisible()
  })
})
