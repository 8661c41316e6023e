import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { startSession } from '#src/api/tokens.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { held } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import { contents as picture } from '../files/grid/fixtures.tsx'
import { copied, names, page, row } from './fixtures.tsx'
import { form, openItemPicker, seed, two, withBody } from './new-link-fixtures.tsx'

const created = (requests: { method: string; path: string }[]) =>
  requests.filter(({ method, path }) => method === 'PUT' && path === '/share')

describe('S13 a new link from the share list', () => {
  it('is made for a picked item, copied, and is in the list', async () => {
    const { user, picker } = await openItemPicker()
    expect(picker.getByRole('button', { name: 'Share' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(picker.getByRole('option', { name: 'letter.txt' }))
    expect(picker.getByRole('option', { name: 'letter.txt' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
    const share = await form(/^Share .*letter\.txt/)
    await user.click(share.getByRole('button', { name: 'Create link' }))
    const result = await form(/^Link to .*letter\.txt/)
    const link = result.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value
    expect(await copied()).toBe(link)
    await user.click(result.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(names()).toContain('letter.txt'))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'New link…' })).toBe(document.activeElement),
    )
  })

  it('is made by keys alone, for items of several folders, with one form and one result', async () => {
    const { user, picker, requests } = await openItemPicker()
    await user.keyboard('letter{ArrowDown}{Control>} {/Control}')
    expect(picker.getByRole('button', { name: 'Share 1 item' })).toBeVisible()
    await user.keyboard('{Escape}')
    await picker.findByRole('option', { name: 'Work' })
    await user.keyboard('{Enter}')
    await picker.findByRole('option', { name: 'Drafts' })
    await user.keyboard(' {ArrowDown}{Enter}')
    expect(picker.getByRole('option', { name: 'Drafts' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const share = await form(/^Share 3 items/)
    await user.click(share.getByRole('checkbox', { name: 'Protect with a password' }))
    const password = share.getByLabelText<HTMLInputElement>('Password').value
    await user.click(share.getByRole('button', { name: 'Create 3 links' }))
    const result = await form(/^3 links created/)
    expect(result.getAllByRole('listitem')).toHaveLength(3)
    expect(created(requests)).toHaveLength(3)
    const text = await copied()
    expect(text.match(/http:\/\/localhost\/s\/\w+/g)).toHaveLength(3)
    expect(text.match(new RegExp(`Password: ${password}`, 'g'))).toHaveLength(1)
    await user.click(result.getByRole('button', { name: /^Copy link to .*Drafts/ }))
    expect(await copied()).toMatch(/^http:\/\/localhost\/s\/\w+$/)
    await user.click(result.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  it('is made for a range of items, picked with Shift', async () => {
    const { user, picker } = await openItemPicker()
    await user.click(picker.getByRole('option', { name: 'letter.txt' }))
    await user.keyboard('{Shift>}')
    await user.click(picker.getByRole('option', { name: 'Work' }))
    await user.keyboard('{/Shift}')
    expect(picker.getByRole('button', { name: 'Share 2 items' })).toBeVisible()
    for (const name of ['Work', 'letter.txt'])
      expect(picker.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  })

  it('is made for items found by name in any folder', async () => {
    const { user, picker } = await openItemPicker()
    expect(picker.getByText(/^Space selects an item/)).toBeVisible()
    await user.keyboard('BUD')
    expect(picker.getByText(/^Ctrl\+Space selects an item/)).toBeVisible()
    await user.click(await picker.findByRole('option', { name: /^budget\.xlsx/ }))
    await user.clear(picker.getByRole('combobox', { name: 'Search all files' }))
    await user.click(picker.getByRole('option', { name: 'letter.txt' }))
    await user.click(picker.getByRole('button', { name: 'Share 2 items' }))
    const share = await form(/^Share 2 items/)
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^2 links created/)
    await user.click(result.getByRole('button', { name: 'Done' }))
    await waitFor(() =>
      expect(names()).toEqual(expect.arrayContaining(['budget.xlsx', 'letter.txt'])),
    )
  })

  it('begins in the folder that was shown last, or at the top when that is gone', async () => {
    sessionStorage.setItem('latchkey.user.shown-folder', JSON.stringify('svc://my/Work'))
    const { user } = await page({ seed })
    await user.click(await screen.findByRole('button', { name: 'New link…' }))
    const picker = within(await screen.findByRole('dialog', { name: 'New link' }))
    expect(await picker.findByRole('option', { name: 'budget.xlsx' })).toBeVisible()
    await user.click(picker.getByRole('button', { name: 'Cancel' }))
    sessionStorage.setItem('latchkey.user.shown-folder', JSON.stringify('svc://my/Gone'))
    await user.click(screen.getByRole('button', { name: 'New link…' }))
    const again = within(await screen.findByRole('dialog', { name: 'New link' }))
    expect(await again.findByRole('option', { name: 'letter.txt' })).toBeVisible()
    expect(again.queryByRole('alert')).toBeNull()
  })

  it('has a password and an end as the links before had', async () => {
    const { user, picker } = await openItemPicker()
    await user.click(picker.getByRole('option', { name: 'letter.txt' }))
    await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
    const share = await form(/^Share .*letter\.txt/)
    await user.click(share.getByRole('checkbox', { name: 'Protect with a password' }))
    const before = share.getByLabelText<HTMLInputElement>('Password').value
    await user.click(share.getByRole('radio', { name: '7 days' }))
    await user.click(share.getByRole('button', { name: 'Create link' }))
    const result = await form(/^Link to .*letter\.txt/)
    await user.click(result.getByRole('button', { name: 'Done' }))
    await user.click(screen.getByRole('button', { name: 'New link…' }))
    const next = await form(/^New link$/)
    for (const name of ['letter.txt', 'plan.pdf'])
      await user.click(await next.findByRole('option', { name }))
    await user.click(next.getByRole('button', { name: 'Share 2 items' }))
    const second = await form(/^Share 2 items/)
    const password = second.getByLabelText<HTMLInputElement>('Password').value
    expect(password).toMatch(/^[A-Za-z0-9]{8,}$/)
    expect(password).not.toBe(before)
    expect(second.getByRole('radio', { name: '7 days' })).toBeChecked()
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(before)
  })

  it('has neither for another account of this browser', async () => {
    const { user, picker, service, lin } = await openItemPicker({
      seed: (backend) => {
        seed(backend)
        const { seed: add } = backend.service
        add.addShare(add.addFile(backend.lin, ['of lin.txt']))
        add.addFile(backend.lin, ['memo.txt'])
      },
    })
    await user.click(picker.getByRole('option', { name: 'letter.txt' }))
    await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
    const share = await form(/^Share .*letter\.txt/)
    await user.click(share.getByRole('checkbox', { name: 'Protect with a password' }))
    await user.click(share.getByRole('radio', { name: '7 days' }))
    await user.click(share.getByRole('button', { name: 'Create link' }))
    await user.click((await form(/^Link to/)).getByRole('button', { name: 'Done' }))
    startSession(await service.seed.mintToken(lin), lin, false)
    await row('of lin.txt')
    await user.click(screen.getByRole('button', { name: 'New link…' }))
    const next = await form(/^New link$/)
    await user.click(await next.findByRole('option', { name: 'memo.txt' }))
    await user.click(next.getByRole('button', { name: 'Share 1 item' }))
    const other = await form(/^Share .*memo\.txt/)
    expect(other.getByRole('checkbox', { name: 'Protect with a password' })).not.toBeChecked()
    expect(other.getByRole('radio', { name: '7 days' })).not.toBeChecked()
  })

  it('that cannot be made is named with its reason, beside those that were made', async () => {
    const { user, share, service, requests, mei } = await two()
    const { access_token: token } = await service.seed.mintToken(mei)
    await service.fetch(
      new Request('http://localhost/api/v4/file', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uris: ['svc://my/letter.txt'] }),
      }),
    )
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    const failed = result.getAllByRole('listitem').find((one) => /letter/.test(one.textContent))
    expect(failed).toHaveTextContent('This folder no longer exists.')
    expect(await copied()).toMatch(/^http:\/\/localhost\/s\/\w+$/)
    expect(created(requests)).toHaveLength(2)
  })

  it('is not asked for any more once the group has lost the right to share', async () => {
    const { user, share, faults, requests } = await two()
    faults.always('PUT /share', {
      kind: 'json',
      body: { code: ErrorCode.groupNotAllowed, msg: 'x' },
    })
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    expect(await share.findByRole('alert')).toHaveTextContent('Your account does not include this.')
    expect(created(requests)).toHaveLength(1)
    faults.clear()
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    await form(/^2 links created/)
  })

  it('is made once for each item, although an answer gets lost', async () => {
    const { user, share, faults, requests } = await two()
    faults.next('PUT /share', { kind: 'lost' })
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    await form(/^2 links created/)
    expect(created(requests)).toHaveLength(2)
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('that failed is tried again with the same settings, beside those that were made', async () => {
    const { user, share, faults, requests } = await two()
    faults.next(withBody('letter'), { kind: 'json', body: { code: 50001, msg: 'x' } })
    await user.click(share.getByRole('checkbox', { name: 'Protect with a password' }))
    const password = share.getByLabelText<HTMLInputElement>('Password').value
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    await user.click(result.getByRole('button', { name: 'Retry' }))
    const all = await form(/^2 links created/)
    expect(all.queryByRole('button', { name: /^Retry/ })).toBeNull()
    expect(created(requests)).toHaveLength(3)
    const text = await copied()
    expect(text.match(/http:\/\/localhost\/s\/\w+/g)).toHaveLength(2)
    expect(text.match(new RegExp(`Password: ${password}`, 'g'))).toHaveLength(1)
  })

  it('says why when trying again fails too, and loses nothing', async () => {
    const { user, share, faults } = await two()
    faults.always(withBody('letter'), { kind: 'json', body: { code: 403, msg: 'x' } })
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    await user.click(result.getByRole('button', { name: 'Retry' }))
    expect(await result.findByRole('alert')).toBeVisible()
    expect(result.getAllByRole('listitem')).toHaveLength(2)
  })

  it('is not taken for one that was there before, although it looks the same', async () => {
    const { user, share, faults } = await two()
    faults.next(withBody('plan.pdf'), { kind: 'drop' })
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    const [failed] = result.getAllByRole('listitem')
    expect(failed).toHaveTextContent(/plan/)
  })

  it('is not guessed when another tab made the same link in the same minute', async () => {
    const app = await two()
    const { user, share, faults, service, mei } = app
    const answer = await callService(service, 'PUT', '/share', {
      as: mei,
      body: { uri: 'svc://my/letter.txt' },
    })
    expect(answer.code).toBe(0)
    faults.next(withBody('letter'), { kind: 'lost' })
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    expect(result.getAllByRole('listitem')[0]).toHaveTextContent(/letter/)
    expect(await copied()).not.toContain(String(answer.data))
  })

  it('to another item is the way out of a link whose item is gone', async () => {
    const { user } = await page({
      seed: (backend) => {
        seed(backend)
        const gone = backend.service.seed.addFile(backend.mei, ['gone.txt'])
        backend.service.seed.addShare(gone)
        backend.service.seed.trashFile(gone)
      },
    })
    await user.click(await row('gone.txt'))
    await user.keyboard('e')
    await screen.findByRole('dialog', { name: /no longer works/ })
    await user.click(screen.getByRole('button', { name: 'New link to another item…' }))
    const picker = within(await screen.findByRole('dialog', { name: 'New link' }))
    await user.click(await picker.findByRole('option', { name: 'letter.txt' }))
    await user.click(picker.getByRole('button', { name: 'Share 1 item' }))
    const share = await form(/^Share .*letter\.txt/)
    await user.click(share.getByRole('button', { name: 'Create link' }))
    await form(/^Link to .*letter\.txt/)
    await waitFor(() => expect(names()).toContain('letter.txt'))
  })

  it('that Stop left out is counted, and made with Retry', async () => {
    const { user, share, faults } = await two()
    const first = held()
    faults.next('PUT /share', first.fault)
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    await user.click(await share.findByRole('button', { name: 'Stop' }))
    first.free()
    const result = await form(/^1 of 2 links created/)
    await user.click(result.getByRole('button', { name: 'Retry' }))
    await form(/^2 links created/)
  })

  it('is chosen among pictures, and none is asked for of anything else', async () => {
    const { picker } = await openItemPicker({
      seed: (backend) => {
        seed(backend)
        backend.service.seed.addFile(backend.mei, ['fjord.jpg'], { contents: picture })
      },
    })
    const fjord = picker.getByRole('option', { name: 'fjord.jpg' })
    await waitFor(() => expect(fjord.querySelector('img')).not.toBeNull())
    expect(fjord.closest('[role=listbox]')?.querySelectorAll('img')).toHaveLength(1)
  })
})
