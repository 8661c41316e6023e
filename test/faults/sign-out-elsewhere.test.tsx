import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { isSigningOut } from '#src/jobs/before-sign-out.ts'
import type { Backend } from '../dom/harness.tsx'
import { decide } from '../dom/name-clashes.ts'
import { held } from '../dom/network.ts'
import { seedTrashedFile, trashNames } from '../dom/trash-fixtures.ts'
import { namesAt } from '../processes/service-api.ts'
import { button, isRestore, open, selectAll } from './restore/fixtures.tsx'

const channel = new BroadcastChannel('latchkey.before-sign-out')
/** Another tab of this browser is about to sign out. */
const signOutElsewhere = () => channel.postMessage('sign-out')

describe('G2 T3 a sign-out in another tab', () => {
  const seedTaken = (backend: Backend) => {
    for (const name of ['a.txt', 'b.txt']) seedTrashedFile(backend, [name])
    for (const name of ['a.txt', 'b.txt']) backend.service.seed.addFile(backend.mei, [name])
  }

  it('lets a job put right what is between two folders', async () => {
    const app = await open(seedTaken)
    await selectAll(app)
    const { fault, free } = held()
    app.faults.always('POST /file/rename', fault)
    await app.user.click(await button('Restore'))
    const plan = await screen.findByRole('dialog')
    await decide(app.user, plan, 'Keep both')
    const isRename = ({ path }: { path: string }) => path === '/file/rename'
    await waitFor(() => expect(app.requests.filter(isRename)).not.toEqual([]))
    // They are in the folder in which they get other names.
    expect(await namesAt(app, 'svc://my')).toHaveLength(3)
    expect(await trashNames(app)).toEqual([])
    signOutElsewhere()
    await screen.findByText('Stopping')
    free()
    await screen.findByText('2 items restored')
    const names = ['a (2).txt', 'a.txt', 'b (2).txt', 'b.txt']
    await waitFor(async () => expect((await namesAt(app, 'svc://my')).toSorted()).toEqual(names))
  })

  it('that does not happen leaves nothing for the next session', async () => {
    const app = await open((backend) => void seedTrashedFile(backend, ['a.txt']))
    await selectAll(app)
    app.faults.next(isRestore, { kind: 'stall' })
    await app.user.click(await button('Restore'))
    await waitFor(() => expect(app.requests.some(isRestore)).toBe(true))
    signOutElsewhere()
    await waitFor(() => expect(isSigningOut()).toBe(true))
    await waitFor(() => expect(isSigningOut()).toBe(false), { timeout: 10_000 })
  })
})
