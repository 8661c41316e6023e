import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'

it('rule 9.7 a thumbnail that is answered with −1 is none: no message, and not asked for again', async () => {
  const { requests } = await renderApp({
    path: '/files?layout=grid',
    seed: ({ service, mei }) => {
      service.seed.addFile(mei, ['damaged.jpg'], { size: 10 })
    },
    faults: (faults) =>
      faults.always('GET /file/thumb', { kind: 'json', body: { code: -1, msg: '' } }),
  })
  const asked = () => requests.filter(({ path }) => path === '/file/thumb')
  await screen.findByRole('row', { name: 'damaged.jpg' })
  await waitFor(() => expect(asked().at(-1)?.status).toBe(200))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked()).toHaveLength(1)
})
