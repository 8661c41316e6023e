import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { nameClashQuestion } from '#src/features/name-clash/name-clash-question.ts'
import { queueDialog } from '#src/jobs/questions/dialogs.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { decide } from '../../../dom/name-clashes.ts'
import type { Sent } from '../../../dom/network.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, row } from './fixtures.tsx'

/* Several moves and copies at the same time, and dialogs that want to open while another is open. */

const version = { isFolder: false, size: 1, updatedAt: 0 }

/** Asks what a move asks when the name of its item is taken in Archive. */
function askAbout(name: string): () => string | undefined {
  let answer: string | undefined
  const clashes = [{ id: name, name, item: version, existing: version }]
  act(() => {
    askQuestion(nameClashQuestion, { kind: 'move', to: 'Archive', clashes, total: 1 })
      .then((given) => {
        answer = given?.rule ?? 'cancel'
      })
      .catch(expect.unreachable)
  })
  return () => answer
}

const question = () => screen.findByRole('dialog', { name: /^1 name is taken in .?Archive/ })
const noQuestion = () =>
  expect(screen.queryByRole('dialog', { name: /^1 name is taken/ })).not.toBeInTheDocument()

describe('F2 a question about names', () => {
  it('is asked above the dialog that is open, and neither is lost', async () => {
    const { user } = await atWork()
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const answer = askAbout('scan.pdf')
    await decide(user, await question(), 'Keep both')
    await waitFor(() => expect(answer()).toBe('keepBoth'))
    await waitFor(noQuestion)
    expect(help).toBeVisible()
  })

  it('is asked after the answer to another one, which stands', async () => {
    const { user } = await atWork()
    const [first, second] = [askAbout('scan.pdf'), askAbout('letter.txt')]
    expect(within(await question()).getByRole('row', { name: 'scan.pdf' })).toBeVisible()
    await decide(user, await question(), 'Keep both')
    await waitFor(() => expect(first()).toBe('keepBoth'))
    expect(second()).toBeUndefined()
    await waitFor(async () =>
      expect(within(await question()).getByRole('row', { name: 'letter.txt' })).toBeVisible(),
    )
    await decide(user, await question(), 'Skip')
    await waitFor(() => expect(second()).toBe('skip'))
    await waitFor(noQuestion)
  })

  it('stays until it is answered, also when another dialog is to be shown', async () => {
    const { user } = await atWork()
    const answer = askAbout('scan.pdf')
    await question()
    act(() => queueDialog('keyboard-help'))
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(answer()).toBe('cancel'))
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

describe('F2 two copies that begin within one second', () => {
  it('do not get their names in the same folder', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await atWork()
    const folders: string[] = []
    app.faults.always(
      ({ path, body }: Sent) => {
        const { uri } =
          path === '/file/create' ? (JSON.parse(body) as { uri: string }) : { uri: '' }
        if (uri !== '') folders.push(uri)
        return false
      },
      { kind: 'drop' },
    )
    for (const name of ['letter.txt', 'scan.pdf']) {
      ;(await row(name)).focus()
      await app.user.keyboard('{Control>}c{/Control}{Control>}v{/Control}')
    }
    await row('letter (2).txt')
    await row('scan (2).pdf')
    expect(new Set(folders).size).toBe(2)
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Work')).toEqual([
        'Drafts',
        'letter (2).txt',
        'letter.txt',
        'plan.tar.gz',
        'scan (2).pdf',
        'scan.pdf',
      ]),
    )
  })
})
