import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { type Fault, held } from '../../dom/network.ts'
import { share } from './fixtures.tsx'

const line = async () => within(await screen.findByRole('region', { name: 'Your link' }))

/** Mei has extended her dead link on its page. What visitors see of it is asked for again, and not answered yet. */
async function extend(fault: Fault) {
  let id = ''
  const app = await renderApp({
    seed: (backend) => {
      id = share(backend, { expires: Date.now() - 86_400_000 })
    },
    path: () => `/s/${id}`,
  })
  expect(await (await line()).findByText('Expired')).toBeVisible()
  await waitFor(() => expect(app.client.isFetching()).toBe(0))
  await app.user.click((await line()).getByRole('button', { name: 'Extend…' }))
  const button = await screen.findByRole('button', { name: 'Extend' })
  app.faults.always(
    ({ path, query }) => path === `/share/info/${id}` && query.has('count_views'),
    fault,
  )
  await app.user.click(button)
  return app
}

it('F7 a link that is extended on its page is not called dead while that is read again', async () => {
  const answer = held()
  await extend(answer.fault)
  expect(await (await line()).findByText('Live')).toBeVisible()
  expect(screen.queryByText('Source gone')).toBeNull()
  expect(screen.queryByText(/no longer works/)).toBeNull()
  expect(screen.getByRole('progressbar')).toBeVisible()
  answer.free()
  expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
})

it('F7 a link that is extended on its page offers Retry where it cannot be read again', async () => {
  const app = await extend({ kind: 'status', status: 500 })
  expect(await (await line()).findByText('Live')).toBeVisible()
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 30_000 })
  expect(screen.queryByText(/no longer works|Source gone/)).toBeNull()
  app.faults.clear()
  await app.user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
})
