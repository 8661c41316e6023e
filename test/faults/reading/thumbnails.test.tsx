import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { endRetryWaits } from '#src/api/retry-requests.ts'
import { renderApp } from '../../dom/harness.tsx'
import type { Fault } from '../../dom/network.ts'

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

it.each<[string, Fault]>([
  ['cannot be reached', { kind: 'drop' }],
  ['is being restarted', { kind: 'status', status: 502 }],
])('thumbnails on the screen are there once a service that %s answers again', async (_, fault) => {
  const { requests, faults } = await renderApp({
    path: '/files?layout=grid',
    seed: ({ service, mei }) => {
      service.seed.addFile(mei, ['photo.jpg'], { size: 10 })
    },
    faults: (switched) => switched.always('GET /file/thumb', fault),
  })
  const asked = () => requests.filter(({ path }) => path === '/file/thumb').length
  await waitFor(() => expect(asked()).toBeGreaterThan(0))
  const before = asked()
  faults.clear()
  await waitFor(() => {
    endRetryWaits()
    expect(asked()).toBe(before + 1)
  })
})
