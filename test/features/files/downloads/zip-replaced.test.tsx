import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import type { Serve } from '../../../dom/network.ts'
import { recordSavedArchives } from './saved-archives.ts'
import { atWork, contents, download } from './zip-fixtures.tsx'

const saved = recordSavedArchives()

/** Stands before the service; `answer` may answer the nth request with this path in its place. */
const before =
  (
    path: '/file/content/' | '/file/url',
    answer: (n: number, service: EmbeddedService) => Promise<Response | undefined>,
  ) =>
  (service: EmbeddedService) => {
    let n = 0
    const fetch: Serve = async (request, from) => {
      const own = request.url.includes(path) ? await answer(++n, service) : undefined
      return own ?? service.fetch(request, from)
    }
    return { fetch, elsewhere: () => Promise.reject(new Error('nothing else is asked')) }
  }

async function write(service: EmbeddedService, userId: string, path: string, text: string) {
  const { access_token: bearer } = await service.seed.mintToken(userId)
  const uri = encodeURIComponent(`svc://my/${path}`)
  const request = new Request(`http://localhost/api/v4/file/content?uri=${uri}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/octet-stream' },
    body: text,
  })
  expect(await (await service.fetch(request, { address: '127.0.0.1' })).json()).toMatchObject({
    code: ErrorCode.ok,
  })
}

/** More than is asked for at once. */
const long = (letter: string) => letter.repeat(5 * 1024 * 1024)
const expired = () => Response.json({ code: ErrorCode.signatureExpired, msg: 'expired' })

describe('F2 files that are written to while an archive is made', () => {
  it('a long file of which there is another version when its address has expired is not mixed of both', async () => {
    let mei = ''
    const app = await atWork({
      seed: ({ service: { seed }, mei: id }) => {
        mei = id
        seed.addFile(mei, ['Work', 'Trip', 'long.txt'], contents(long('a')))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      between: before('/file/content/', async (n, service) => {
        if (n !== 2) return undefined
        await write(service, mei, 'Work/Trip/long.txt', long('b'))
        return expired()
      }),
    })
    await download(app, 'Trip')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Someone else changed this in the meantime.',
    )
    expect(saved.count()).toBe(0)
  })

  it('a long file goes on at another address when it has expired', async () => {
    const app = await atWork({
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Work', 'Trip', 'long.txt'], contents(long('a')))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      between: before('/file/content/', (n) => Promise.resolve(n === 2 ? expired() : undefined)),
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect((await saved.last())['Trip/long.txt']).toBe(long('a'))
  })

  it('a file that was empty when it was listed has what was written to it since', async () => {
    let mei = ''
    const app = await atWork({
      seed: ({ service: { seed }, mei: id }) => {
        mei = id
        seed.addFile(mei, ['Work', 'Trip', 'a.txt'], contents('one'))
        seed.addFile(mei, ['Work', 'Trip', 'notes.txt'], contents(''))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      between: before('/file/url', async (n, service) => {
        if (n === 1) await write(service, mei, 'Work/Trip/notes.txt', 'written')
        return undefined
      }),
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(await saved.last()).toMatchObject({ 'Trip/notes.txt': 'written' })
  })

  it('a file that was empty when it was listed and is long now comes in parts', async () => {
    let mei = ''
    const app = await atWork({
      seed: ({ service: { seed }, mei: id }) => {
        mei = id
        seed.addFile(mei, ['Work', 'Trip', 'notes.txt'], contents(''))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      between: before('/file/url', async (n, service) => {
        if (n === 1) await write(service, mei, 'Work/Trip/notes.txt', long('b'))
        return undefined
      }),
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect((await saved.last())['Trip/notes.txt']).toBe(long('b'))
    const parts = app.requests.filter(({ path }) => path.startsWith('/file/content/'))
    expect(parts.map(({ status }) => status)).toEqual([206, 206])
  })
})
