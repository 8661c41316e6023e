import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { setMeta } from '../../dom/meta-tags.ts'
import type { Elsewhere, Sent } from '../../dom/network.ts'
import { fetchAcrossOrigins } from '../../storage/cross-origin.ts'
import { serviceOnS3, type S3Settings } from '../../storage/s3-service.ts'
import { createS3Store } from '../../storage/s3-store.ts'
import { atWork, choose, file, listed, sent } from './fixtures.tsx'

export const storageOrigin = 'https://files.example.org'
/** Bytes of a part. */
export const part = 1000
/** Bytes of a file of four parts. */
export const size = 3 * part + 5

/** A storage on another origin, and what stands between the page and the service with it. */
export function createStorage(settings: Partial<S3Settings> = {}) {
  const store = createS3Store(storageOrigin)
  const between = (service: EmbeddedService) => ({
    fetch: serviceOnS3(async (request) => service.fetch(request, { address: '127.0.0.1' }), store, {
      partSize: part,
      ...settings,
    }),
    elsewhere: (...[url, init]: Parameters<Elsewhere>) =>
      fetchAcrossOrigins(store.fetch, url, init, window.location.origin),
  })
  return { store, between }
}

/** Work, on a service that keeps contents in a storage on another origin; `named`: the origins that the page may use. */
export async function atStorage({
  named = storageOrigin,
  storage,
  ...options
}: Parameters<typeof atWork>[0] & { named?: string; storage?: Partial<S3Settings> } = {}) {
  setMeta('origins', named)
  const { store, between } = createStorage(storage)
  return { ...(await atWork({ between, ...options })), store }
}

type Requests = Awaited<ReturnType<typeof atStorage>>['requests']

/** Numbers of the parts that were sent to the storage, in order. */
export const partsSent = (requests: Requests): number[] =>
  sent(requests, 'PUT', storageOrigin).map(({ query }) =>
    Number(new URLSearchParams(query).get('partNumber')),
  )

/** A request to the storage: a part by its number, or the completion. */
export const isStoragePart = (number: number) => (request: Sent) =>
  request.method === 'PUT' &&
  request.path.startsWith(storageOrigin) &&
  request.query.get('partNumber') === String(number)
export const isCompletion = (request: Sent) =>
  request.method === 'POST' && request.path.startsWith(storageOrigin)

/** Uploads film.bin of four parts, and pauses it while the third is on its way. */
export async function pauseAtThirdPart(options: Parameters<typeof atStorage>[0] = {}) {
  const app = await atStorage({
    ...options,
    faults: (faults) => faults.next(isStoragePart(3), { kind: 'stall' }),
  })
  choose([file('film.bin', size)])
  await waitFor(() => expect(partsSent(app.requests)).toEqual([1, 2, 3]))
  await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.bin/ }))
  await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('Paused'))
  return app
}
