import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { cachedFolderLists } from '#src/features/file-lists/file-cache.ts'
import { refreshFileLists } from '#src/features/shell/live/refresh-lists.ts'
import { controlTimers, findInterruptedWork } from '../../dom/dom-timers.ts'
import type { Backend } from '../../dom/harness.tsx'
import { decide } from '../../dom/name-clashes.ts'
import { held } from '../../dom/network.ts'
import { callService, contentsAt } from '../../processes/service-api.ts'
import {
  type App,
  atWork,
  carrying,
  choose,
  droppedFile,
  ends,
  file,
  isContent,
  isPart,
  listed,
  row,
  seedWork,
  sent,
} from './fixtures.tsx'

const text = (words: string) => new TextEncoder().encode(words)
const question = () => screen.findByRole('dialog', { name: /already here/ })
const answer = async (app: App, rule: string) => decide(app.user, await question(), rule)
const sessionGone = { kind: 'json', body: { code: ErrorCode.uploadSessionGone } } as const

async function versionCount(app: App): Promise<number> {
  const uri = 'svc://my/Work/letter.txt'
  const path = `/file/info?${new URLSearchParams({ uri, extended: 'true' }).toString()}`
  const { data } = await callService(app.service, 'GET', path, { as: app.mei })
  return data.extended_info.entities.length
}

describe('F2 a file that takes the place of one of the same size', () => {
  it('is sent anew when its session is lost before it arrived', async () => {
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), { kind: 'drop' })
        faults.next(isPart(0), sessionGone)
      },
    })
    choose([file('letter.txt', 'new')])
    await answer(app, 'Replace')
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter.txt', text('new'))).toBe(true)
  })

  it('has arrived when only the answer was lost, and is not sent again', async () => {
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), { kind: 'lost' })
        faults.next(isPart(0), sessionGone)
      },
    })
    choose([file('letter.txt', 'new')])
    await answer(app, 'Replace')
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter.txt', text('new'))).toBe(true)
    expect(await versionCount(app)).toBe(2)
  })

  it('has arrived when only the answer was lost, also when it was paused before it was begun', async () => {
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), { kind: 'lost' })
        faults.next(isPart(0), sessionGone)
      },
    })
    const { fault, free } = held()
    let isAsked = false
    app.faults.next(({ path, query }) => {
      const isOfFile = path === '/file/info' && query.get('uri') === 'svc://my/Work/letter.txt'
      isAsked = isOfFile && sent(app.requests, 'PUT', '/file/upload').length > 0
      return isAsked
    }, fault)
    choose([file('letter.txt', 'new')])
    await answer(app, 'Replace')
    await waitFor(() => expect(isAsked).toBe(true))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*letter\.txt/ }))
    free()
    await app.user.click(await screen.findByRole('button', { name: /^Resume .*letter\.txt/ }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter.txt', text('new'))).toBe(true)
    expect(await versionCount(app)).toBe(2)
  })

  describe('and is interrupted by a reload', () => {
    beforeEach(controlTimers)
    it.each([
      ['is sent anew when it had not arrived', 'stall', 'new'],
      ['is complete when it had', 'lost', 'new'],
    ] as const)('%s', async (_, kind, content) => {
      const app = await atWork()
      app.faults.next(isPart(0), { kind })
      app.faults.always(isPart(0), { kind: 'stall' })
      choose([file('letter.txt', 'new')])
      await answer(app, 'Replace')
      const requests = kind === 'lost' ? 2 : 1
      await waitFor(() =>
        expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(requests),
      )
      await app.reload()
      await findInterruptedWork()
      app.faults.next(isPart(0), sessionGone)
      const field = await screen.findByLabelText(/^Resume .*letter\.txt/)
      fireEvent.change(field, { target: { files: [file('letter.txt', 'new')] } })
      await ends('1 file uploaded')
      expect(await isContent(app, 'letter.txt', text(content))).toBe(true)
      expect(await versionCount(app)).toBe(2)
    })
  })
})

describe('F2 a name that turns out to be taken', () => {
  const seedArchive = (backend: Backend) => {
    seedWork(backend)
    const { seed } = backend.service
    seed.addFile(backend.mei, ['Archive', 'letter.txt'], { contents: text('kept') })
  }

  it('in another folder than the one that was asked about is asked about', async () => {
    const app = await atWork({ seed: seedArchive })
    choose([file('letter.txt', 'new')])
    await question()
    await callService(app.service, 'DELETE', '/file', {
      as: app.mei,
      body: { uris: ['svc://my/Work'] },
    })
    await answer(app, 'Replace')
    const gone = await screen.findByRole('alertdialog', { name: /Work.* is no longer here/ })
    await app.user.click(within(gone).getByRole('button', { name: 'Choose a folder…' }))
    const picker = within(await screen.findByRole('dialog', { name: 'Choose another folder' }))
    await app.user.click(await picker.findByRole('option', { name: 'Archive' }))
    await app.user.click(await picker.findByRole('button', { name: 'Continue in Archive' }))
    await answer(app, 'Skip')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    expect(Buffer.from(await contentsAt(app, 'svc://my/Archive/letter.txt')).toString()).toBe(
      'kept',
    )
  })

  it('after the others is decided by itself', async () => {
    const app = await atWork()
    for (const name of ['one.txt', 'two.txt'])
      app.service.seed.addFile(app.mei, ['Work', name], { contents: text('old') })
    choose([file('one.txt', 'new'), file('two.txt', 'new')])
    for (const each of ['first', 'second']) {
      const asked = await question()
      const name = within(asked).queryByRole('row', { name: 'one.txt' }) ? 'one.txt' : 'two.txt'
      await decide(app.user, asked, name === 'one.txt' ? 'Replace' : 'Skip')
      if (each === 'first')
        await waitFor(() => expect(within(asked).queryByRole('row', { name })).toBeNull())
    }
    await ends('1 file uploaded')
    expect(await isContent(app, 'one.txt', text('new'))).toBe(true)
    expect(await isContent(app, 'two.txt', text('old'))).toBe(true)
  })

  it('after the others is left out by Cancel, and so are others only by their own answer', async () => {
    const app = await atWork()
    for (const name of ['one.txt', 'two.txt']) app.service.seed.addFile(app.mei, ['Work', name])
    choose([file('one.txt'), file('two.txt')])
    for (const each of ['first', 'second']) {
      const asked = await question()
      const name = within(asked).queryByRole('row', { name: 'one.txt' }) ? 'one.txt' : 'two.txt'
      await app.user.click(within(asked).getByRole('button', { name: 'Cancel' }))
      if (each === 'first')
        await waitFor(() => expect(within(asked).queryByRole('row', { name })).toBeNull())
    }
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app.requests, 'POST', '/file/upload/')).toEqual([])
  })

  it('is asked about before anything is sent, also where the list is known to be out of date', async () => {
    const app = await atWork()
    await app.user.dblClick(await row('Photos'))
    const photosList = () =>
      cachedFolderLists(app.client).find(({ uri }) => uri === 'svc://my/Work/Photos')?.list
    await waitFor(() => expect(photosList()?.loadState.at).toBe('complete'))
    await app.user.keyboard('{Backspace}')
    const photos = await row('Photos')
    app.service.seed.addFile(app.mei, ['Work', 'Photos', 'a.txt'], { contents: text('old') })
    refreshFileLists(app.client)
    const dataTransfer = carrying(droppedFile(file('a.txt', 'new')), droppedFile(file('b.txt')))
    fireEvent.drop(photos, { dataTransfer })
    await question()
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
    await answer(app, 'Skip')
    expect(await listed('b.txt')).toBeVisible()
  })
})
