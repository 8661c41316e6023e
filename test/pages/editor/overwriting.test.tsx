import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { callService } from '../../processes/service-api.ts'
import {
  becomeVisible,
  compareAnd,
  field,
  open,
  openFollowing,
  save,
  unlockAll,
  withoutOurEditor,
  write,
} from './fixtures.tsx'

/* G12: Overwrite in a conflict replaces what one has compared, and nothing else. */

type App = Awaited<ReturnType<typeof open>>

const saveElsewhere = async ({ service, mei, uri }: App, body: string) =>
  expect(
    (
      await callService(service, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, {
        as: mei,
        body,
      })
    ).code,
  ).toBe(0)

const compare = async ({ user }: App) => {
  await user.click(await screen.findByRole('button', { name: 'Compare…' }))
  return within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
}

/** Without events: with a lock of the editor, and on a server that knows none. */
const openInConflict = {
  locked: async () => {
    const app = await open()
    await write(app, 'So. ')
    unlockAll(app.service)
    await saveElsewhere(app, 'Dear Mei,')
    await save(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Lock again' }))
    return app
  },
  unlocked: async () => {
    const app = await open({ faults: withoutOurEditor })
    await app.user.type(await field(), 'So. ')
    await saveElsewhere(app, 'Dear Mei,')
    await save(app.user)
    return app
  },
}

describe('G12 Overwrite of what was compared', () => {
  it.each(['locked', 'unlocked'] as const)(
    'refuses when somebody has saved since, and shows that (%s)',
    async (how) => {
      const app = await openInConflict[how]()
      const dialog = await compare(app)
      expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
      unlockAll(app.service)
      await saveElsewhere(app, 'Dear all,')
      await app.user.click(dialog.getByRole('button', { name: 'Overwrite' }))
      const again = within(
        await screen.findByRole('dialog', {
          description: 'Somebody has changed this file again. Nothing was overwritten.',
        }),
      )
      expect(await again.findByRole('row', { name: /Dear all/ })).toBeVisible()
      expect(await app.stored()).toBe('Dear all,')
      await app.user.click(again.getByRole('button', { name: 'Overwrite' }))
      expect(await screen.findByText('Saved')).toBeVisible()
      expect(await app.stored()).toContain('So. ')
    },
  )

  it('says nothing of a refusal in a later conflict, in which nothing was overwritten yet', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await openInConflict.unlocked()
    const dialog = await compare(app)
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
    await saveElsewhere(app, 'Dear all,')
    await app.user.click(dialog.getByRole('button', { name: 'Overwrite' }))
    const again = within(
      await screen.findByRole('dialog', { description: /^Somebody has changed this file again/ }),
    )
    await app.user.click(again.getByRole('button', { name: 'Discard mine and reload' }))
    await waitFor(async () => expect(await field()).toHaveValue('Dear all,'))
    await app.user.type(await field(), 'So. ')
    await saveElsewhere(app, 'Dear Lin,')
    // It is looked for at most every half a minute.
    vi.setSystemTime(Date.now() + 60_000)
    await becomeVisible()
    await compare(app)
    expect(screen.queryByText(/^Somebody has changed this file again/)).toBeNull()
  })

  it('says that one would overwrite unseen what cannot be read, though it stays as a version', async () => {
    const app = await openInConflict.unlocked()
    app.faults.always('POST /file/url', { kind: 'drop' })
    await compareAnd(app.user, 'Overwrite')
    const asked = await screen.findByRole('alertdialog')
    expect(asked).toHaveAccessibleDescription(/could not be read.*you have not seen/)
    expect(await app.stored()).toBe('Dear Mei,')
    await app.user.click(within(asked).getByRole('button', { name: 'Overwrite' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
  })
  it('is offered beside no text that could not be read again', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    const dialog = await compare(app)
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
    app.faults.always(({ path }) => path.endsWith('/contents'), { kind: 'drop' })
    await app.saveElsewhere('Dear all,')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The stored text could not be read')
    expect(dialog.queryByRole('row', { name: /Dear Mei/ })).toBeNull()
  })
})
