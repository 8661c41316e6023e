import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callService } from '../../processes/service-api.ts'
import { field, open, save, withoutOurEditor } from './fixtures.tsx'

/* G12: a text whose file was renamed elsewhere, where no events tell of that. */

const renameElsewhere = async ({ service, mei, uri }: Awaited<ReturnType<typeof open>>) => {
  const body = { uri, new_name: 'card.txt' }
  expect((await callService(service, 'POST', '/file/rename', { as: mei, body })).code).toBe(0)
}
const isLocking = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /^\/file\/wopi\/[^/]+$/.test(path)
const atNewPlace = () => screen.findByText(/This file is now at .*card\.txt/)
const goOnThere = () => screen.getByRole('button', { name: 'Continue there' })

describe('G12 going on with a file at its new place', () => {
  it('says why it cannot be locked there, and can be tried again', async () => {
    const app = await open()
    await field()
    await renameElsewhere(app)
    app.faults.always(isLocking, { kind: 'status', status: 404 })
    await app.user.type(await field(), 'So. ')
    await atNewPlace()
    app.faults.clear()
    app.faults.always(isLocking, { kind: 'drop' })
    await app.user.click(goOnThere())
    expect(await screen.findByText('The service could not be reached.')).toBeVisible()
    expect(await atNewPlace()).toBeVisible()
    app.faults.clear()
    await app.user.click(goOnThere())
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toContain('So. ')
  })

  it('says so too where there are no locks', async () => {
    const app = await open({ faults: withoutOurEditor })
    await app.user.type(await field(), 'So. ')
    await renameElsewhere(app)
    await save(app.user)
    await atNewPlace()
    app.faults.always('GET /file/info', { kind: 'drop' })
    await app.user.click(goOnThere())
    expect(await screen.findByText('The service could not be reached.')).toBeVisible()
    app.faults.clear()
    withoutOurEditor(app.faults)
    await app.user.click(goOnThere())
    await waitFor(() => expect(screen.queryByText(/This file is now at/)).toBeNull())
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toContain('So. ')
  })
})
