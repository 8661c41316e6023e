import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, row, rowsShown, select, sendToArchive, sent, writeElsewhere } from './fixtures.tsx'

/* What is said of a move or a deletion that the user has stopped. */

type App = Awaited<ReturnType<typeof atWork>>

async function deleteRow({ user }: App, name: string) {
  ;(await row(name)).focus()
  await user.keyboard('{Delete}')
}
const stop = async ({ user }: App) =>
  user.click(await screen.findByRole('button', { name: 'Stop' }))

/** Deletions reach the service, and nobody answers them or what is asked afterwards. */
function loseAnswers({ faults }: App) {
  faults.next('DELETE /file', { kind: 'lost' })
  faults.always(({ path }) => path === '/file/info', { kind: 'drop' })
}

describe('F3 what is said of what was stopped', () => {
  it('one item that was not deleted: that it was stopped', async () => {
    const app = await atWork()
    app.faults.next('DELETE /file', { kind: 'stall' })
    await deleteRow(app, 'scan.pdf')
    await stop(app)
    expect(
      await screen.findByText(/^Stopped: “.?scan\.pdf.?” was not moved to the trash\.$/),
    ).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toContain('scan.pdf')
  })

  it('one item of which nobody can tell: that it may be done', async () => {
    const app = await atWork()
    loseAnswers(app)
    await deleteRow(app, 'scan.pdf')
    await stop(app)
    expect(
      await screen.findByText(
        /^“.?scan\.pdf.?” may or may not have been moved to the trash\. The service could not be reached\.$/,
      ),
    ).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).not.toContain('scan.pdf')
  })

  it('several of which nobody can tell: how many, apart from those that failed', async () => {
    const app = await atWork()
    loseAnswers(app)
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    await stop(app)
    await screen.findByText('0 of 4 items moved to the trash. 4 may or may not be done.')
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    expect(result.getByRole('heading', { name: 'May or may not be done · 4' })).toBeVisible()
    expect(result.queryByRole('heading', { name: /^Failed/ })).toBeNull()
    expect(result.getAllByText('The service could not be reached.')).toHaveLength(4)
    await waitFor(() => {
      for (const retry of result.getAllByRole('button', { name: /^Retry/ }))
        expect(retry).toBeEnabled()
    })
  })
})

it('F3 a move whose answer was lost is found, and undone, in a folder that got another name meanwhile', async () => {
  const app = await atWork()
  app.faults.next('POST /file/move', { kind: 'lost' })
  app.faults.always(({ path }) => path === '/file/info', { kind: 'drop' })
  await select(app, 'letter.txt')
  await sendToArchive(app, 'Move')
  await waitFor(() => expect(sent(app.requests, 'GET', '/file/info')).not.toHaveLength(0))
  await writeElsewhere(app, 'POST', '/file/rename', { uri: 'svc://my/Archive', new_name: 'Box' })
  app.faults.clear()
  await screen.findByText(/letter\.txt.*moved to/, {}, { timeout: 10_000 })
  expect(rowsShown()).not.toContain('letter.txt')
  await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
  expect(await screen.findByText('Move undone')).toBeVisible()
  await row('letter.txt')
  expect(await namesAt(app, 'svc://my/Box')).toEqual(['Old'])
})
