import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { callService, contentsAt } from '../../processes/service-api.ts'

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
  /** The file's text at the service, wherever the file is by now. */
  const stored = async () => {
    const { data } = await callService(app.service, 'GET', `/file/info?id=${id}`, { as: app.mei })
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await contentsAt(app, data.path))
  }
  return { ...app, id, uri, stored }
}

export const field = (name = 'letter.txt') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`Text of .*${name}`) })

/** Types at the beginning and waits until the file is locked for it. */
export async function write({ user, service }: Awaited<ReturnType<typeof open>>, text: string) {
  await user.type(await field(), text)
  await waitFor(() => expect(service.seed.lockTokens()).toHaveLength(1))
  await screen.findByText('Only you can edit while this is open')
}

/** With the stream of events, and with what other clients of Mei do to the file. */
export async function openFollowing() {
  const app = await open({ isLive: true, isStrict: false })
  await field()
  await waitFor(() =>
    expect(app.requests.find(({ path }) => path === '/file/events')?.status).toBe(200),
  )
  const { service, mei, uri } = app
  const send = async (method: string, path: string, body: unknown) =>
    expect((await callService(service, method, path, { as: mei, body })).code).toBe(0)
  return {
    ...app,
    saveElsewhere: (text: string) =>
      send('PUT', `/file/content?uri=${encodeURIComponent(uri)}`, text),
    renameElsewhere: (name: string) => send('POST', '/file/rename', { uri, new_name: name }),
    createElsewhere: (name: string) =>
      send('POST', '/file/create', { uri: `svc://my/Letters/${name}`, type: 'file' }),
    removeElsewhere: () => send('DELETE', '/file', { uris: [uri] }),
    restoreElsewhere: async () => {
      const { data } = await callService(service, 'GET', `/file/info?id=${app.id}`, { as: mei })
      await send('POST', '/file/restore', { uris: [data.path] })
    },
  }
}

export const withoutOurEditor: NonNullable<RenderOptions['faults']> = (faults) =>
  faults.always('GET /site/config/explorer', {
    kind: 'json',
    body: { code: 0, msg: '', data: { max_batch_size: 3000, file_viewers: [{ viewers: [] }] } },
  })

export const unlockAll = ({ seed }: EmbeddedService) => seed.removeLocks(seed.lockTokens())

/** What comes back when this tab is looked at again: the lock is looked for at once. */
export const becomeVisible = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange')))

/** In a conflict: looks at both texts, then chooses. */
export async function compareAnd(
  user: Awaited<ReturnType<typeof open>>['user'],
  choice: string,
): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Compare…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
  const button = dialog.getByRole('button', { name: choice })
  // Nothing is overwritten before it is known what that is.
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
}

export async function save(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
}
