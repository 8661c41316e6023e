import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { createStandInAccounts } from '../../processes/stand-in-accounts.ts'
import { withStandInAccounts } from '../../processes/stand-in-service.ts'

async function meetLock(holder: 'mei' | 'lin') {
  const stand = createStandInAccounts()
  stand.state.drives.push({
    id: 'd1',
    created_at: '2026-10-01T10:00:00Z',
    name: 'Laptop',
    uri: 'svc://my',
    password: 'k3',
    options: '',
  })
  const { between } = withStandInAccounts(stand)
  const app = await renderApp({
    path: '/files',
    between,
    seed: (backend) => {
      const file = backend.service.seed.addFile(backend.mei, ['plan.txt'])
      backend.service.seed.addLock({
        owner: backend.mei,
        fileId: file,
        holder: backend[holder],
        application: { type: 'dav', inner_xml: '<D:href>Mei on meis-desk</D:href>' },
      })
    },
  })
  const row = await screen.findByRole('row', { name: /^plan\.txt/ })
  await app.user.click(row)
  await app.user.keyboard('{Delete}')
  return within(await screen.findByRole('alertdialog'))
}

describe('A2 in the lock dialog', () => {
  it('A2 an own network drive leads to the list of drives, in a tab of its own', async () => {
    const dialog = await meetLock('mei')
    const link = await dialog.findByRole('link', { name: /Network drive on .*meis-desk/ })
    expect(link).toHaveAttribute('href', '/account#network-drives')
    expect(link).toHaveAttribute('target', '_blank')
  })

  it('A2 that of somebody else leads nowhere', async () => {
    const dialog = await meetLock('lin')
    expect(await dialog.findByText(/Network drive on .*meis-desk/)).toBeVisible()
    expect(dialog.queryByRole('link')).toBeNull()
  })
})
