import { act, screen } from '@testing-library/react'
import * as v from 'valibot'
import { fileById } from '#src/server/files/files.ts'
import type { Service } from '#src/server/service.ts'
import { renderApp, type RenderOptions } from '../../harness.tsx'

type Options = Omit<RenderOptions, 'path'> & { name?: string; contents?: string | Uint8Array }

export const bytesOf = (contents: string | Uint8Array) =>
  typeof contents === 'string' ? new TextEncoder().encode(contents) : contents

/** Mei's `Letters/letter.txt`, open in the editor. */
export async function open({
  name = 'letter.txt',
  contents = 'Dear Lin,',
  ...options
}: Options = {}) {
  let id = ''
  const uri = `svc://my/Letters/${encodeURIComponent(name)}`
  const app = await renderApp({
    ...options,
    seed: async (backend) => {
      id = backend.service.seed.addFile(backend.mei, ['Letters', name], {
        contents: bytesOf(contents),
      })
      await options.seed?.(backend)
    },
    path: `/edit?uri=${encodeURIComponent(uri)}`,
  })
  const stored = async (fileId = id) => {
    const bytes = await app.service.store.get(fileById(app.service.db, fileId)?.entity_id ?? '')
    return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
  return { ...app, id, uri, stored }
}

export const field = (name = 'letter.txt') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`Text of .*${name}`) })

export const locks = ({ db }: Service) =>
  db.query(
    'SELECT token, application FROM locks',
    [],
    v.object({ token: v.string(), application: v.string() }),
  )

export const unlockAll = ({ db }: Service) => db.run('DELETE FROM locks', [])

/** What comes back when this tab is looked at again: the lock is looked for at once. */
export const lookAgain = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange')))

export async function save(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

export async function call(
  service: Service,
  as: string,
  method: string,
  path: string,
  body?: string,
): Promise<{ code: number; data?: unknown }> {
  const answer = await service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      method,
      headers: {
        authorization: `Bearer ${(await service.seed.mintToken(as)).access_token}`,
        // The service takes an object only as JSON, which a page of another origin cannot send.
        ...(body?.startsWith('{') && { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    }),
  )
  return (await answer.json()) as { code: number }
}
