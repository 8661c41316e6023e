import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setMedia } from '../../../dom/dom-state.ts'
import { decide } from '../../../dom/name-clashes.ts'
import { row } from '../fixtures.tsx'
import { withLink } from '../link-fixtures.tsx'

type App = Awaited<ReturnType<typeof withLink>>

describe('S6 the form of a link whose item is deleted while it is open keeps what was typed', () => {
  const restoreFromForm = async (before?: (app: App) => void) => {
    setMedia('(min-width: 1120px)', true)
    const app = await withLink({ remainDownloads: 13 })
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('e')
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    await app.user.clear(limit)
    await app.user.type(limit, '20')
    await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
    before?.(app)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await app.user.click(await screen.findByRole('button', { name: 'Restore the file' }))
    return app
  }
  const saveAgain = async (app: App) => {
    expect(await screen.findByRole('textbox', { name: 'Download limit' })).toHaveValue('20')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 20 }))
    await waitFor(() => expect(app.rowOf()).toMatchObject({ isExpired: false }))
  }

  it('and is restored from there', async () => {
    await saveAgain(await restoreFromForm())
  })

  it('also when the restore is cancelled at first', async () => {
    const app = await restoreFromForm(
      ({ service, mei }) => void service.seed.addFile(mei, ['plan.pdf']),
    )
    const plan = within(await screen.findByRole('dialog', { name: 'Restore 1 item' }))
    await app.user.click(plan.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Restore the file' }))
    const again = await screen.findByRole('dialog', { name: 'Restore 1 item' })
    await decide(app.user, again, 'Keep both')
    await saveAgain(app)
  })

  it('also when the restore is refused, which is said above the form', async () => {
    const app = await restoreFromForm(({ faults }) =>
      faults.next('POST /file/restore', { kind: 'json', body: { code: 403, msg: 'no' } }),
    )
    const result = await screen.findByRole('dialog', { name: '0 of 1 restored' })
    expect(await screen.findByRole('textbox', { name: 'Download limit' })).toHaveValue('20')
    expect(result).toContainElement(document.activeElement as HTMLElement)
    await app.user.click(within(result).getByRole('button', { name: 'Close' }))
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await app.user.click(await screen.findByRole('button', { name: 'Restore the file' }))
    await saveAgain(app)
  })
})

it('S6 a link that was live when its form was asked for is not said to work when it is deleted for its lost item', async () => {
  setMedia('(min-width: 1120px)', true)
  const app = await withLink({ visited: 310 })
  await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
  ;(await row('plan.pdf')).focus()
  await app.user.keyboard('e')
  await app.user.click(await screen.findByRole('button', { name: 'Delete link' }))
  expect(await screen.findByText(/^Deleting the link to .*plan\.pdf/)).not.toHaveTextContent(
    /works|310/,
  )
})
