import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../dom/harness.tsx'
import { row, rowsShown } from '../../../dom/trash-fixtures.ts'
import { dialog, inside, selectAll, press, seedItemsWithoutFolder } from './fixtures.tsx'

/** Restores everything in the trash, and is back in Files before the service has done it. */
const restoreAllFrom = async (app: Awaited<ReturnType<typeof renderApp>>, hasPlan: boolean) => {
  await app.user.click(screen.getByRole('link', { name: /Trash/ }))
  await screen.findByRole('grid', { name: 'Deleted items' })
  await selectAll(app)
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.faults.next('POST /file/restore', { kind: 'hold', until })
  await press(app, 'Restore')
  if (hasPlan) await app.user.click(await inside(await dialog(/^Restore/), /^Restore/))
  await app.user.click(screen.getByRole('link', { name: 'Files' }))
  answer()
}

describe('T3 a restore into a folder that is open in Files', () => {
  it('shows there without a reload', async () => {
    const app = await renderApp({
      path: '/files',
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['here.txt'])
        backend.service.seed.trashFile(backend.service.seed.addFile(backend.mei, ['back.txt']))
      },
    })
    await row('here.txt')
    await restoreAllFrom(app, false)
    await waitFor(() => expect(rowsShown()).toEqual(['back.txt', 'here.txt']))
  })

  it.each([
    ['a day behind', 86_400_000],
    ['a day ahead', -86_400_000],
  ])(
    'shows as modified when the service did it, with a clock that is %s',
    async (_, clockOffsetMs) => {
      const app = await renderApp({
        path: '/files',
        clockOffsetMs,
        seed: (backend) => {
          backend.service.seed.addFile(backend.mei, ['here.txt'])
          backend.service.seed.trashFile(backend.service.seed.addFile(backend.mei, ['back.txt']))
        },
      })
      await row('here.txt')
      await restoreAllFrom(app, false)
      const time = (await row('back.txt')).querySelector('time')
      const shown = Date.parse(time?.dateTime ?? '')
      expect(Math.abs(shown - app.clock.now())).toBeLessThan(60_000)
    },
  )

  it('shows what is shared, which the list of the trash does not say', async () => {
    const app = await renderApp({
      path: '/files',
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['here.txt'])
        const back = seed.addFile(mei, ['back.txt'])
        seed.addShare(back)
        seed.trashFile(back)
      },
      between: (service) => ({
        fetch: async (request, info) => {
          const response = await service.fetch(request, info)
          if (!request.url.includes('file?uri=svc%3A%2F%2Ftrash')) return response
          const text = await response.text()
          return new Response(text.replaceAll('"shared":true', '"shared":false'), response)
        },
        elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
      }),
    })
    await row('here.txt')
    await restoreAllFrom(app, false)
    const back = await row('back.txt')
    expect(await within(back).findByRole('img', { name: 'Shared' })).toBeVisible()
  })

  it('shows a folder that was recreated', async () => {
    const app = await renderApp({
      path: '/files',
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['here.txt'])
        seedItemsWithoutFolder(backend)
      },
    })
    await row('here.txt')
    await restoreAllFrom(app, true)
    await waitFor(() => expect(rowsShown()).toEqual(['Old', 'here.txt']))
  })

  it('shows what was restored under another name', async () => {
    const app = await renderApp({
      path: '/files',
      seed: (backend) => {
        const { seed } = backend.service
        for (const name of ['a.txt', 'b.txt']) {
          seed.trashFile(seed.addFile(backend.mei, [name]))
          seed.addFile(backend.mei, [name])
        }
      },
    })
    await row('a.txt')
    await restoreAllFrom(app, true)
    await waitFor(() => expect(rowsShown()).toEqual(['a (2).txt', 'a.txt', 'b (2).txt', 'b.txt']))
  })
})
