import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import type { Backend } from '../../../dom/harness.tsx'
import { day, names, page, row, seedShare } from '../fixtures.tsx'

/** Links that each name one of Colleague 1 to Colleague `count`. */
const seedPeople = (count: number) => (backend: Backend) =>
  backend.service.seed.transaction(() => {
    for (let n = 1; n <= count; n++) {
      const person = { email: `person${n}@example.org`, nickname: `Colleague ${n}`, password: 'p' }
      const id = backend.service.seed.addUser(person)
      const createdAt = Date.now() - n * day
      const permissionSetting = { ...noPermissions, user_explicit: { [id]: 'AQ==' } }
      seedShare(backend, `${n}.txt`, { createdAt, permissionSetting })
    }
  })

const search = () => screen.getByRole('searchbox')

describe('S3 the search for people', () => {
  it('does not say that nothing matches while their names are being read, four at a time', async () => {
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    const asked = new Set<string>()
    const { user, faults } = await page({ seed: seedPeople(100) })
    // The rows in view ask for the names in them, the search for those of all others.
    await within(await row('1.txt')).findByText(/Colleague 1/)
    faults.always(({ path }) => path.startsWith('/user/info/') && !!asked.add(path), {
      kind: 'hold',
      until,
    })
    await user.type(search(), 'colleague 99')
    expect(
      await screen.findByText('No matches so far. Reading names of people…'),
    ).toBeInTheDocument()
    await waitFor(() => expect(asked.size).toBe(4))
    await act(async () => release())
    await waitFor(() => expect(names()).toEqual(['99.txt']))
    await user.clear(search())
    await user.type(search(), 'nowhere')
    expect(await screen.findByText('No matches in Shares')).toBeInTheDocument()
  })

  it('says that names could not be read, and finds them once Retry has read them', async () => {
    const { user, faults } = await page({
      seed: seedPeople(9),
      faults: (faults) => faults.always('GET /user/info/*', { kind: 'html' }),
    })
    await row('9.txt')
    await user.type(search(), 'colleague 9')
    const notice = await screen.findByText('Some names of people could not be read.')
    expect(await screen.findByText('No matches in Shares')).toBeInTheDocument()
    faults.clear()
    const banner = within(notice.closest('[role=alert]') as HTMLElement)
    await user.click(banner.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(names()).toEqual(['9.txt']))
    expect(screen.queryByText('Some names of people could not be read.')).toBeNull()
    expect(document.activeElement).not.toBe(document.body)
  })

  it('S8: says the same in Clean up', async () => {
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    const { user, faults } = await page({ seed: seedPeople(100) })
    await within(await row('1.txt')).findByText(/Colleague 1/)
    faults.always('GET /user/info/*', { kind: 'hold', until })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Clean up/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Clean up/ }))
    await user.type(dialog.getByRole('searchbox'), 'colleague 99')
    expect(
      await dialog.findByText('No matches so far. Reading names of people…'),
    ).toBeInTheDocument()
    await act(async () => release())
    expect(await dialog.findByText(/99\.txt/)).toBeInTheDocument()
  })
})
