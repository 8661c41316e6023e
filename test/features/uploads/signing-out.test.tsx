import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setSession } from '#src/api/current-session.ts'
import { readUnfinishedQueues } from '#src/features/uploads/journal/journaled-uploads.ts'
import { UploadJournal } from '#src/features/uploads/journal/upload-journal.ts'
import { createJournal, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { storedKeys } from '#src/platform/storage.ts'
import { password } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import {
  type App,
  atWork,
  carrying,
  choose,
  chunk,
  droppedFile,
  droppedFolder,
  dropHere,
  file,
  isPart,
  lockCount,
  sent,
  uploadCount,
} from './fixtures.tsx'

async function signOut({ user }: App): Promise<void> {
  await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByLabelText('Email')
}

async function signInAsLin({ user }: App): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'lin@example.org')
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  await screen.findByRole('button', { name: /Lin Okafor/ })
}

/** Nothing of what was chosen before a sign-out goes to the account of the next user, or is shown there. */
async function expectNothingUploaded(app: App): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
  expect(sent(app.requests, 'POST', '/file/create')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
}

describe('G2 a sign-out ends an upload', () => {
  it('whose space is looked up', async () => {
    const app = await atWork({ passwords: true })
    const { fault, free } = held()
    app.faults.next('GET /user/capacity', fault)
    const asked = sent(app.requests, 'GET', '/user/capacity').length
    choose([file('a.txt')])
    await waitFor(() => expect(sent(app.requests, 'GET', '/user/capacity')).toHaveLength(asked + 1))
    await signOut(app)
    await signInAsLin(app)
    free()
    await expectNothingUploaded(app)
  })

  it('whose list of files is being written down', async () => {
    setSession({ status: 'active', userId: 'mei' })
    const target = { folder: 'svc://my', folderId: '', policyId: undefined }
    const listed = { name: 'a.txt', path: [], size: 1, modified: 0 }
    const begun = UploadJournal.begin(target, [listed])
    setSession({ status: 'out', userId: undefined })
    await begun
    expect(await readUnfinishedJournals('mei')).toEqual([])
  })

  it('which gives its list of files back, also while that is being written down', async () => {
    const target = { folder: 'svc://my', folderId: '', policyId: undefined }
    const listed = { name: 'a.txt', path: [], size: 1, modified: 0 }
    const begin = () => UploadJournal.begin(target, [listed])
    setSession({ status: 'active', userId: 'mei' })
    await begin()
    const begun = begin()
    await waitFor(() => expect(storedKeys('local', 'latchkey.lease.')).toHaveLength(2))
    setSession({ status: 'out', userId: undefined })
    await begun
    expect(storedKeys('local', 'latchkey.lease.')).toEqual([])
  })

  it('whose folder is read from the disk', async () => {
    const app = await atWork({ passwords: true })
    let read = () => {}
    const folder = droppedFolder('Trip', [droppedFile(file('a.txt'))])
    const slow = {
      ...folder,
      createReader: () => {
        let isRead = false
        return {
          readEntries: (resolve: (entries: object[]) => void) => {
            if (isRead) resolve([])
            else read = () => resolve([droppedFile(file('a.txt'))])
            isRead = true
          },
        }
      },
    }
    dropHere(slow)
    await signOut(app)
    await signInAsLin(app)
    read()
    await expectNothingUploaded(app)
  })

  it('whose folders wait for the service', async () => {
    const app = await atWork({ passwords: true })
    app.faults.always('POST /file/create', { kind: 'drop' })
    fireEvent.drop(screen.getByRole('grid'), {
      dataTransfer: carrying(droppedFolder('One'), droppedFolder('Two')),
    })
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/create')).not.toEqual([]))
    await signOut(app)
    await signInAsLin(app)
    app.faults.clear()
    const before = sent(app.requests, 'POST', '/file/create').length
    dispatchEvent(new Event('online'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sent(app.requests, 'POST', '/file/create')).toHaveLength(before)
  })

  it('in another tab, with its lock and what was sent', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    const channel = new BroadcastChannel('latchkey.before-sign-out')
    channel.postMessage('sign-out')
    channel.close()
    await waitFor(() => expect(lockCount(app)).toBe(0))
    expect(uploadCount(app)).toBe(0)
  })
})

it('F2 a list whose journal could not be deleted at its end is deleted when it is found again', async () => {
  setSession({ status: 'active', userId: 'mei' })
  const target = { folder: 'svc://my', folderId: '', policyId: undefined }
  const listed = { name: 'a.txt', path: [], size: 1, modified: 0 }
  const journal = await UploadJournal.begin(target, [listed])
  const id = storedKeys('local', 'latchkey.lease.')[0]?.split('.').at(-1) ?? ''
  const [left] = await readUnfinishedJournals('mei')
  journal?.settle(0, 'done')
  await waitFor(() => expect(storedKeys('local', 'latchkey.lease.')).toEqual([]))
  await createJournal('mei', id, left?.header, [...(left?.steps ?? []), { done: [0], dropped: [] }])
  await readUnfinishedQueues()
  expect(await readUnfinishedJournals('mei')).toEqual([])
})

it('G2 a sign-out asks before it ends the uploads of another tab', async () => {
  const { user } = await atWork()
  const lease = { page: 'another', until: Date.now() + 60_000 }
  localStorage.setItem('latchkey.lease.uploads.1', JSON.stringify(lease))
  await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  const question = await screen.findByRole('dialog', { name: 'Sign out and cancel uploads?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  localStorage.removeItem('latchkey.lease.uploads.1')
  await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByLabelText('Email')
})
