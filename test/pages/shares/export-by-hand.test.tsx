import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { page, row, seedShare } from './fixtures.tsx'

describe('S11 an export', () => {
  it('says that names were not read also where the browser does not let it copy, and shows the table', async () => {
    const { user } = await page({
      seed: (backend) => {
        const permissionSetting = { ...noPermissions, user_explicit: { broken: 'Aw==' } }
        seedShare(backend, 'a.txt', { permissionSetting })
      },
      faults: (faults) => faults.always('GET /user/info/broken', { kind: 'html' }),
    })
    await row('a.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export 1 link' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    await user.click(dialog.getByRole('button', { name: 'Copy as table' }))
    expect(await screen.findByDisplayValue(/a\.txt/)).toBeVisible()
    expect(dialog.getByText(/^Some names of people could not/)).toBeInTheDocument()
  })
})
