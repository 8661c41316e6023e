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

type Dialog = Awaited<ReturnType<typeof compare>>
async function overwriteIn({ user }: App, dialog: Dialog): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Overwrite' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
}

async function openLost() {
  const app = await open()
  await write(app, 'So. ')
  unlockAll(app.service)
  await becomeVisible()
  await screen.findByRole('button', { name: 'Lock again' })
  return app
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
      await overwriteIn(app, dialog)
      const again = within(
        await screen.findByRole('dialog', {
          description: 'Somebody has changed this file again. Nothing was overwritten.',
        }),
      )
      expect(await again.findByRole('row', { name: /Dear all/ })).toBeVisible()
      expect(await app.stored()).toBe('Dear all,')
      await overwriteIn(app, again)
      expect(await screen.findByText('Saved')).toBeVisible()
      expect(await app.stored()).toContain('So. ')
    },
  )

  it('waits until it is known whether what is stored stays as a version, and asks only where it does not', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    const app = await openInConflict.locked()
    app.faults.next('GET /user/setting', { kind: 'hold', until })
    const dialog = await compare(app)
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Overwrite' })).toHaveAttribute('aria-disabled')
    answer()
    await overwriteIn(app, dialog)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
  })

  it('says nothing of a refusal in a later conflict, in which nothing was overwritten yet', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await openInConflict.unlocked()
    const dialog = await compare(app)
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
    await saveElsewhere(app, 'Dear all,')
    await overwriteIn(app, dialog)
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

describe('G12 a conflict after a save that failed', () => {
  async function conflictAfterFailure() {
    const app = await openFollowing()
    await write(app, 'So. ')
    app.faults.next(({ method, path }) => method === 'POST' && path.endsWith('/contents'), {
      kind: 'drop',
    })
    await save(app.user)
    expect(await screen.findByText('The service could not be reached.')).toBeVisible()
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    await screen.findByText('This file was changed elsewhere. What you typed is kept.')
    return app
  }

  it('says nothing of that failure, and Ctrl+S goes to what is to be decided', async () => {
    const { user } = await conflictAfterFailure()
    expect(screen.queryByText('The service could not be reached.')).toBeNull()
    await user.keyboard('{Control>}s{/Control}')
    expect(screen.getByRole('button', { name: 'Compare…' })).toHaveFocus()
  })

  it('leaves nothing that could not be saved once one’s own text is discarded', async () => {
    const { user } = await conflictAfterFailure()
    await compareAnd(user, 'Discard mine and reload')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('G12 says of two texts with the same lines that only the line break at the end differs', async () => {
  const app = await openInConflict.locked()
  unlockAll(app.service)
  await saveElsewhere(app, `${(await field()).value}\n`)
  const dialog = await compare(app)
  expect(await dialog.findByText('Only the line break at the end differs.')).toBeVisible()
  expect(dialog.queryByRole('row')).toBeNull()
})

it('F8 Ctrl+S goes past the details of a failure to what can be done', async () => {
  const { user, faults, service } = await openLost()
  faults.next(({ path }) => path.startsWith('/file/wopi/'), { kind: 'drop' })
  await user.click(screen.getByRole('button', { name: 'Lock again' }))
  expect(await screen.findByText('Details')).toBeVisible()
  await user.click(await field())
  await user.keyboard('{Control>}s{/Control}')
  expect(screen.getByRole('button', { name: 'Lock again' })).toHaveFocus()
  expect(service.seed.lockTokens()).toHaveLength(0)
})

it('F8 a save that failed for another reason is not said of a text that was typed back', async () => {
  const { user, faults } = await open()
  await user.type(await field(), 'S')
  faults.next(({ method, path }) => method === 'POST' && path.endsWith('/contents'), {
    kind: 'drop',
  })
  await save(user)
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved.')
  await user.type(await field(), '{Backspace}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
