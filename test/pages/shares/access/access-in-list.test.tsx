import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { enter, page, row, seedShare, wide } from '../fixtures.tsx'

describe('S1 who may open a link', () => {
  it('G8 keeps the direction and the control characters of a name to the name', async () => {
    const nickname = 'דנה \u202e'
    await page({
      seed: (backend) => {
        const person = { email: 'dana@example.org', nickname, password: 'dana' }
        const dana = backend.service.seed.addUser(person)
        const permissionSetting = { ...noPermissions, user_explicit: { [dana]: 'Aw==' } }
        seedShare(backend, 'plan.pdf', { permissionSetting })
      },
    })
    const words = await within(await row('plan.pdf')).findByText(/ · can change$/)
    await waitFor(() => expect(words).toHaveTextContent(`${displayName(nickname)} · can change`))
    expect(words).not.toHaveTextContent('\u202e')
  })

  it('asks again for a name that could not be asked for', async () => {
    await page({
      seed: (backend) =>
        void seedShare(backend, 'plan.pdf', {
          permissionSetting: { ...noPermissions, user_explicit: { [backend.lin]: 'AQ==' } },
        }),
      faults: (faults) => faults.next('GET /user/info/*', { kind: 'drop' }),
    })
    expect(
      await within(await row('plan.pdf')).findByText(displayName('Lin Okafor')),
    ).toBeInTheDocument()
  })

  it('shows who gets in when the permission setting names audiences', async () => {
    wide()
    await page({
      seed: (backend) => {
        const none = { same_group: null, everyone: null, other: null, anonymous: null }
        const explicit = { group_explicit: {}, user_explicit: {} }
        seedShare(backend, 'group.txt', {
          permissionSetting: { ...none, ...explicit, same_group: 'Aw==' },
        })
        seedShare(backend, 'people.txt', {
          permissionSetting: { ...none, ...explicit, user_explicit: { a1: 'AQ==', b2: 'AQ==' } },
        })
        seedShare(backend, 'named.txt', {
          permissionSetting: {
            ...none,
            group_explicit: {},
            user_explicit: { [backend.lin]: 'Aw==', b2: 'Aw==' },
          },
        })
        seedShare(backend, 'open.txt', {
          permissionSetting: { ...none, ...explicit, everyone: 'Aw==' },
        })
      },
    })
    expect(within(await row('group.txt')).getByText('Your group · can change')).toBeInTheDocument()
    expect(within(await row('people.txt')).getByText('2 named people')).toBeInTheDocument()
    expect(
      await within(await row('named.txt')).findByText(
        `${displayName('Lin Okafor')} and 1 more · can change`,
      ),
    ).not.toHaveAttribute('data-open-to-change')
    // Amber: strangers may change it.
    expect(within(await row('open.txt')).getByText('Public · can change')).toHaveAttribute(
      'data-open-to-change',
    )
  })
})

it('S1 compact rows that have no room for the access have a sign where strangers may change a link', async () => {
  localStorage.setItem('latchkey.preferences', JSON.stringify({ density: 'compact' }))
  await page({
    seed: (backend) => {
      const of = (part: Partial<typeof noPermissions>) => ({
        permissionSetting: { ...noPermissions, ...part },
      })
      seedShare(backend, 'open.txt', of({ everyone: 'Aw==' }))
      seedShare(backend, 'own.txt', of({ everyone: 'AQ==', same_group: 'Aw==' }))
    },
  })
  const open = within(await row('open.txt'))
  expect(open.getByRole('img', { name: 'Public · can change' })).toBeVisible()
  expect(within(await row('own.txt')).queryByRole('img', { name: /can change/ })).toBeNull()
  act(wide)
  expect(open.getByText('Public · can change')).toBeVisible()
  expect(open.queryByRole('img', { name: /can change/ })).toBeNull()
})

it('S5 details name no right that nobody has without reading', async () => {
  const { user } = await page({
    seed: (backend) =>
      void seedShare(backend, 'plan.pdf', {
        permissionSetting: { ...noPermissions, anonymous: 'Ag==', same_group: 'AQ==' },
      }),
  })
  await user.click(await row('plan.pdf'))
  await enter(user)
  const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
  const term = await panel.findByText('People not signed in', { selector: 'dt *' })
  expect(term.closest('dt')?.nextElementSibling).toHaveTextContent('Nothing')
})
