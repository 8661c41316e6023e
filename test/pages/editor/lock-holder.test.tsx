import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../../dom/dom-timers.ts'
import { field, open, openFollowing, save, unlockAll, write } from './fixtures.tsx'

describe('G12 who holds a text that is open', () => {
  const lockElsewhere = ({ service, mei, lin }: Awaited<ReturnType<typeof openFollowing>>) =>
    service.seed.addLock({
      owner: mei,
      holder: lin,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere' },
    })

  it('is looked up again when files change, without coming back to the page', async () => {
    const app = await openFollowing()
    lockElsewhere(app)
    await app.createElsewhere('one.txt')
    expect(await screen.findByText(/Lin Okafor.* has this file open/)).toBeVisible()
    expect(screen.queryByText('Locks when you start typing')).toBeNull()
    unlockAll(app.service)
    await app.createElsewhere('two.txt')
    expect(await screen.findByText('Locks when you start typing')).toBeVisible()
    expect(screen.queryByText(/has this file open/)).toBeNull()
  })

  it('is looked up again while the page is in sight, where nothing tells of a lock that is released', async () => {
    controlTimers()
    const app = await open({
      seed: ({ service, mei, lin }) =>
        void service.seed.addLock({
          owner: mei,
          holder: lin,
          path: ['Letters', 'letter.txt'],
          application: { type: 'viewer', viewer_id: 'somewhere' },
        }),
    })
    expect(await screen.findByText(/Lin Okafor.* has this file open/)).toBeVisible()
    unlockAll(app.service)
    await passTime(21_000)
    expect(await screen.findByText('Locks when you start typing')).toBeVisible()
    expect(screen.queryByText(/has this file open/)).toBeNull()
  })

  it('is told by the other tabs of this browser, and told to them', async () => {
    const app = await open()
    await field()
    const told: unknown[] = []
    const otherTab = new BroadcastChannel(`latchkey.text-lock.${app.id}`)
    otherTab.addEventListener('message', ({ data }) => told.push(data))
    app.service.seed.addLock({
      owner: app.mei,
      holder: app.mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere' },
    })
    otherTab.postMessage('taken')
    expect(await screen.findByText(/open in another window/)).toBeVisible()
    unlockAll(app.service)
    otherTab.postMessage('released')
    expect(await screen.findByText('Locks when you start typing')).toBeVisible()
    expect(told).toEqual([])
    await write(app, 'So. ')
    await waitFor(() => expect(told).toEqual(['taken']))
    await save(app.user)
    await app.user.click(screen.getByRole('link', { name: 'Back to the folder' }))
    await waitFor(() => expect(told).toEqual(['taken', 'released']))
    otherTab.close()
  })
})
