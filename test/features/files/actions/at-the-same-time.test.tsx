import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cachedFolderLists } from '#src/features/file-lists/file-cache.ts'
import { transferItems } from '#src/features/files/transfers.ts'
import { nameClashQuestion } from '#src/features/name-clash/name-clash-question.ts'
import { queueDialog } from '#src/jobs/questions/dialogs.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { jobsProcessing } from '#src/jobs/store/job-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { decide } from '../../../dom/name-clashes.ts'
import { held, type Sent } from '../../../dom/network.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, row } from './fixtures.tsx'

/* Several moves and copies at the same time, and dialogs that want to open while another is open. */

type App = Awaited<ReturnType<typeof atWork>>

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

describe('F2 an item that another move or copy has', () => {
  const letterIn = ({ client }: App): FileRow => {
    const { list } = cachedFolderLists(client).find(({ uri }) => uri === 'svc://my/Work') ?? {}
    const rows = Array.from(list?.order ?? [], (rowIndex) => list?.at(rowIndex))
    const letter = rows.find((each) => each?.name === 'letter.txt')
    if (!letter) throw new Error('letter.txt is not listed')
    return { ...letter, uri: 'svc://my/Work/letter.txt' }
  }

  it('does not go elsewhere, which is said also when both folders have the same name', async () => {
    const app = await atWork()
    for (const year of ['2024', '2025']) app.service.seed.addFolder(app.mei, [year, 'Photos'])
    const { fault, free } = held()
    app.faults.next('POST /file/move', fault)
    const items = [letterIn(app)]
    const copyTo = (year: string) =>
      transferItems(app.client, 'copy', { items, folder: `svc://my/${year}/Photos` })
    const first = copyTo('2024')
    await waitFor(() => expect(jobsProcessing(items)).toHaveLength(1))
    await act(() => copyTo('2024'))
    expect(screen.queryByText(/not copied/)).toBeNull()
    await act(() => copyTo('2025'))
    await screen.findByText(
      /^“.?letter\.txt.?” was not copied to .*Photos.*\. Another operation has not ended yet\.$/,
    )
    free()
    await act(() => first)
  })

  it('does not go elsewhere while its move is being planned', async () => {
    const app = await atWork()
    const items = [letterIn(app)]
    const moveTo = (folder: string) =>
      transferItems(app.client, 'move', { items, folder: `svc://my/${folder}` })
    const lookups = ['Archive', 'Work/Drafts'].map((folder) => {
      const { fault, free } = held()
      app.faults.always(
        ({ method, query }) =>
          method === 'GET' && query.get('uri')?.includes(`svc://my/${folder}`) === true,
        fault,
      )
      return free
    })
    const moves = ['Archive', 'Work/Drafts'].map(moveTo)
    lookups[0]?.()
    await act(() => moves[0])
    lookups[1]?.()
    await act(() => moves[1])
    expect(await namesAt(app, 'svc://my/Archive')).toContain('letter.txt')
    await screen.findByText(
      /^“.?letter\.txt.?” was not moved to .*Drafts.*\. Another operation has not ended yet\.$/,
    )
  })
})
