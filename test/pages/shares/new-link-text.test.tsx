import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { copied } from './fixtures.tsx'
import { form, two, withBody } from './new-link-fixtures.tsx'

describe('S13 what is said of new links', () => {
  it('that is tried again goes below the text that was edited, which is said to be copied as such', async () => {
    const { user, share, faults } = await two()
    faults.next(withBody('letter'), { kind: 'json', body: { code: 50001, msg: 'x' } })
    await user.click(share.getByRole('checkbox', { name: 'Protect with a password' }))
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to send' })
    await user.type(field(), ' Kind regards')
    await user.click(result.getByRole('button', { name: 'Retry' }))
    const all = await form(/^2 links created/)
    expect(all.getAllByText('2 links and the password copied.')[0]).toBeVisible()
    expect(field().value).toMatch(/ Kind regards\n\nletter\.txt\nhttp:\/\/localhost\/s\/\w+$/)
    await user.click(all.getByRole('button', { name: 'Copy with password' }))
    expect((await all.findAllByText('Text copied.'))[0]).toBeVisible()
    expect(await copied()).toBe(field().value)
  })

  it('says that one is offline only until the network is back', async () => {
    const { user, share, faults } = await two()
    const onLine = vi.spyOn(navigator, 'onLine', 'get')
    onTestFinished(() => onLine.mockRestore())
    faults.always(
      (sent) => {
        const isMeant = withBody('letter')(sent)
        if (isMeant) {
          onLine.mockReturnValue(false)
          act(() => void window.dispatchEvent(new Event('offline')))
        }
        return isMeant
      },
      { kind: 'drop' },
    )
    await user.click(share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    const failed = result.getAllByRole('listitem').find((one) => /letter/.test(one.textContent))
    expect(failed).toHaveTextContent(/offline/)
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(failed).not.toHaveTextContent(/offline/))
    // A name that may be cut stands there in two lengths.
    expect(failed).toHaveTextContent(/^(letter\.txt){2}$/)
  }, 60_000)
})
