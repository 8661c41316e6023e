import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../dom/dom-timers.ts'
import { renderApp } from '../dom/harness.tsx'
import type { Fault, Sent } from '../dom/network.ts'
import { seedTrashedFile, seedTrashedFiles, trashNames } from '../dom/trash-fixtures.ts'

/*
 * A write whose answer does not come: it is said once, looked up patiently, and what was said goes when it has succeeded.
 */

const badGateway: Fault = { kind: 'status', status: 502, body: '<h1>502</h1>' }

const isInfo = ({ method, path }: Sent) => method === 'GET' && path === '/file/info'

async function empty({ user }: Pick<Awaited<ReturnType<typeof renderApp>>, 'user'>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Empty trash…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Empty the trash?' })
  await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }))
}

describe('G5 a write that fails for lack of the service', () => {
  it('is said once, beside its field, although the open details cannot be read again either', async () => {
    controlTimers()
    let id = ''
    const app = await renderApp({
      path: () => `/files?uri=svc%3A%2F%2Fmy%2FWork&open=${id}`,
      seed: ({ service, mei }) => {
        id = service.seed.addFile(mei, ['Work', 'letter.txt'])
      },
    })
    const details = await screen.findByRole('complementary', { name: 'letter.txt' })
    await within(details).findByText('Owner')
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    ;(await screen.findByRole('row', { name: 'letter.txt' })).focus()
    let failedReads = 0
    app.faults.always((request) => isInfo(request) && ++failedReads > 0, badGateway)
    app.faults.always('POST /file/rename', badGateway)
    await app.user.keyboard('{F2}post{Enter}')
    // In ms: longer than it takes until both are given up.
    await passTime(10_000)
    await screen.findByRole('alert')
    // The lookup of the result is retried until it is given up, and then that of the details.
    const lookups = 4
    const readings = 3
    await waitFor(() => expect(failedReads).toBe(lookups + readings))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    app.faults.clear()
    await app.user.click(await screen.findByRole('textbox', { name: /^New name of/ }))
    await app.user.keyboard('{Enter}')
    expect(await screen.findByRole('row', { name: 'post.txt' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('is said no more once emptying the trash has succeeded', async () => {
    const app = await renderApp({
      path: '/trash',
      seed: (backend) => seedTrashedFiles(backend, 3),
    })
    await screen.findByText('3 items')
    app.faults.next('DELETE /file/trash', badGateway)
    await empty(app)
    expect(await screen.findByRole('alert')).toHaveTextContent('The trash was not emptied')
    await empty(app)
    await waitFor(async () => expect(await trashNames(app)).toEqual([]))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('is not said of a trash that was emptied although the answer got lost', async () => {
    const app = await renderApp({
      path: '/trash',
      seed: (backend) => seedTrashedFiles(backend, 3),
    })
    await screen.findByText('3 items')
    app.faults.next('DELETE /file/trash', { kind: 'lost' })
    await empty(app)
    await screen.findByText('The trash is empty.')
    await waitFor(() => expect(app.client.isMutating()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await trashNames(app)).toEqual([])
  })

  it('is not said of one that was emptied before somebody else deleted something', async () => {
    const app = await renderApp({
      path: '/trash',
      seed: (backend) => seedTrashedFiles(backend, 3),
    })
    await screen.findByText('3 items')
    let isEmptied = false
    app.faults.always(({ method, path }) => {
      if (isEmptied && path === '/file') {
        isEmptied = false
        seedTrashedFile(app, ['Docs', 'late.txt'])
      }
      isEmptied ||= method === 'DELETE' && path === '/file/trash'
      return false
    }, badGateway)
    app.faults.next('DELETE /file/trash', { kind: 'lost' })
    await empty(app)
    await waitFor(() => expect(screen.queryByRole('row', { name: /^item/ })).toBeNull())
    await waitFor(() => expect(app.client.isMutating()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await trashNames(app)).toEqual(['late.txt'])
  })
})

describe('F2 the lookup that follows a lost answer', () => {
  it('is taken again when a gateway answers it, and finds the new name', async () => {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
      seed: ({ service, mei }) => void service.seed.addFile(mei, ['Work', 'letter.txt']),
    })
    ;(await screen.findByRole('row', { name: 'letter.txt' })).focus()
    await app.user.keyboard('{F2}')
    const field = await screen.findByRole('textbox', { name: /name/i })
    await app.user.clear(field)
    app.faults.next('POST /file/rename', { kind: 'lost' })
    app.faults.next(isInfo, badGateway)
    await app.user.type(field, 'post.txt{Enter}')
    expect(await screen.findByRole('row', { name: 'post.txt' })).toBeVisible()
    expect(app.requests.filter(({ path }) => path === '/file/rename')).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
