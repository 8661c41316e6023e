import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import type { Backend } from '../../dom/harness.tsx'
import {
  atWork,
  choose,
  chunk,
  droppedFile,
  droppedFolder,
  dropHere,
  file,
  isContent,
  isPart,
  listed,
  panel,
  seedWork,
  sent,
} from './fixtures.tsx'

const text = (words: string) => new TextEncoder().encode(words)
const question = () => screen.findByRole('dialog', { name: /already here/ })

/** Two uploads to a locked folder, the first of which waits for the lock and the second for its turn. */
async function waitForLock() {
  const app = await atWork({
    seed: (backend: Backend) => {
      seedWork(backend)
      const { service, mei, lin } = backend
      const path = ['Work', 'Photos']
      service.seed.addLock({ owner: mei, path, application: { type: 'dav' }, holder: lin })
    },
  })
  dropHere(droppedFolder('Photos', [droppedFile(file('a.txt')), droppedFile(file('b.txt'))]))
  const dialog = within(await screen.findByRole('alertdialog'))
  // The first one has been tried again.
  await waitFor(() => expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(3))
  await app.user.click(dialog.getByRole('button', { name: 'Wait' }))
  return app
}

/** Two uploads that were chosen one after another, whose names turn out to be taken. The first one is asked about. */
async function askAboutTwo() {
  const app = await atWork()
  for (const name of ['one.txt', 'two.txt'])
    app.service.seed.addFile(app.mei, ['Work', name], { contents: text('old') })
  choose([file('one.txt', 'new')])
  await question()
  choose([file('two.txt', 'new')])
  const lookups = () =>
    sent(app.requests, 'GET', '/file/info').filter(
      ({ status, query }) => status > 0 && query.includes('two'),
    )
  await waitFor(() => expect(lookups()).not.toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 50))
  return app
}

describe('F5 an upload that is behind the lock of another one', () => {
  it.each(['Cancel', 'Pause'])(
    'gives its place to the next when the user says %s',
    async (word) => {
      const app = await waitForLock()
      choose([file('c.txt')])
      expect(await listed('c.txt')).toHaveTextContent('Waiting')
      const button = await screen.findByRole('button', { name: new RegExp(`^${word} .*b\\.txt`) })
      await app.user.click(button)
      await waitFor(async () => expect(await listed('c.txt')).toHaveTextContent('Uploaded'))
    },
  )
})

describe('F2 an upload whose name turns out to be taken', () => {
  it('is the only one that Cancel is about', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
    app.service.seed.addFile(app.mei, ['Work', 'one.txt'], { contents: text('old') })
    choose([file('one.txt', 'new'), file('film.bin', chunk + 1), file('two.txt')])
    const dialog = within(await question())
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(async () => expect(await listed('two.txt')).toHaveTextContent('Uploaded'))
    expect(await listed('film.bin')).toHaveTextContent('4 MB of 4 MB')
    expect(within(await panel()).queryByText('one.txt')).toBeNull()
    expect(await isContent(app, 'one.txt', text('old'))).toBe(true)
  })
})

describe('F2 an upload that is behind the question about another one', () => {
  it('asks nothing when the user has signed out meanwhile', async () => {
    await askAboutTwo()
    resetStores()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('is cancelled with the other one, and with its question, when another tab signs out', async () => {
    const app = await askAboutTwo()
    const channel = new BroadcastChannel('latchkey.before-sign-out')
    channel.postMessage('sign-out')
    channel.close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(2)
  })
})
