import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import type { Backend } from '../../../dom/harness.tsx'
import { decide } from '../../../dom/name-clashes.ts'
import type { Serve } from '../../../dom/network.ts'
import { seedTrashedFile } from '../../../dom/trash-fixtures.ts'
import { day, dialog, open, restoreUnseen, sizesAt, taken } from './fixtures.tsx'

/** After a deletion: carries a restore of several out for the first of them only, and names something that was not in the request. */
function answerWithForeignKey(service: EmbeddedService): { fetch: Serve; elsewhere: never } {
  let isMeant = false
  const fetch: Serve = async (request, from) => {
    if (request.method === 'DELETE') isMeant = true
    if (!isMeant || !request.url.endsWith('/file/restore')) return service.fetch(request, from)
    isMeant = false
    const { uris } = (await request.clone().json()) as { uris: string[] }
    const body = JSON.stringify({ uris: uris.slice(0, 1) })
    await service.fetch(new Request(request, { method: 'POST', body }), from)
    const error = { code: 403, msg: 'Not supported action' }
    return Response.json({
      code: 40081,
      msg: '',
      aggregated_error: { 'cloudreve://my/elsewhere.txt': error },
    })
  }
  return { fetch, elsewhere: undefined as never }
}

const seedClashes = (backend: Backend, count: number) => {
  for (let at = 0; at < count; at++) {
    const path = ['Docs', `${at}.pdf`]
    seedTrashedFile(backend, path, day + at, 3_000)
    backend.service.seed.addFile(backend.mei, path, { size: 7_000 })
  }
}

describe('T3 restoring in the place of others', () => {
  it('looks up what became of items when the service names one that was not sent', async () => {
    const app = await open((backend) => seedClashes(backend, 2), { between: answerWithForeignKey })
    await restoreUnseen(app, 2)
    await decide(app.user, await taken(await dialog('0 of 2 restored')), 'Replace')
    await dialog('1 of 2 restored')
    const sizes = Object.values(await sizesAt(app, 'svc://my/Docs'))
    expect(sizes.toSorted((one, other) => one - other)).toEqual([3_000, 7_000])
  })

  it('L1 meets the lock of their folder in one request', async () => {
    const app = await open((backend) => seedClashes(backend, 8))
    await restoreUnseen(app, 8)
    const clashes = await taken(await dialog('0 of 8 restored'))
    const { mei, lin, service } = app
    const application = { type: 'dav' as const }
    service.seed.addLock({ owner: mei, holder: lin, path: ['Docs'], application, type: 1 })
    await decide(app.user, clashes, 'Replace')
    await screen.findByRole('alertdialog')
    expect(app.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})
