import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { Backend } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import { chip, names, page, row, seedShare } from './fixtures.tsx'

/** `count` links, and one into a folder that is then deleted, which the list calls live. */
const withLostLink = (count: number) => (backend: Backend) => {
  const { service, mei } = backend
  const folder = service.seed.addFolder(mei, ['Old'])
  seedShare(backend, 'lost.txt', {}, ['Old'])
  service.seed.trashFile(folder)
  service.seed.transaction(() => {
    for (let n = 1; n <= count; n++) seedShare(backend, `file ${n}.txt`)
  })
}
const asked = ({ requests }: Awaited<ReturnType<typeof page>>) =>
  requests.filter(({ path }) => path.startsWith('/share/info/')).length

it('S2 the filter for dead links finds one into a deleted folder that was never in view', async () => {
  await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(20) })
  expect(await screen.findByText(/^checking \d+ more…$/, { selector: 'span' })).toBeVisible()
  await waitFor(() => expect(names()).toEqual(['lost.txt']))
  await waitFor(() => expect(screen.queryByText(/^checking/)).toBeNull())
  expect(chip(/^Dead links/)).toHaveTextContent(/1$/)
})

it('S2 that links are being checked is announced once, and not for each of them', async () => {
  const app = await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(70) })
  const announced: string[] = []
  const observer = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('status'))
      if (textContent.startsWith('checking') && announced.at(-1) !== textContent)
        announced.push(textContent)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  await screen.findByRole('button', { name: 'Check the other 21' })
  observer.disconnect()
  expect(asked(app)).toBe(50)
  expect(announced.length).toBeLessThanOrEqual(1)
})

it('S2 how many are dead at least is put into a status that was there before, so that it is announced', async () => {
  await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(70) })
  await screen.findByText(/^checking \d+ more…$/, { selector: 'span' })
  const before = screen.getAllByRole('status')
  await screen.findByRole('button', { name: 'Check the other 21' })
  expect(before).toContain(screen.getByText('at least 0', { selector: '[role=status]' }))
  // The sign between it and the button is not read.
  expect(screen.getByText('·')).toHaveAttribute('aria-hidden', 'true')
})

it('S2 none is said to be expiring where at most none are', async () => {
  await page({ isStrict: false, seed: withLostLink(70) })
  await screen.findByRole('button', { name: /^Live at most/ })
  expect(chip(/^Expiring/)).toHaveTextContent(/^Expiring 0$/)
})

it('S2 nothing is said of dead links and no others are offered while links are still to come', async () => {
  const rest = held()
  await page({
    path: '/shares?state=dead',
    isStrict: false,
    seed: withLostLink(120),
    faults: (faults) =>
      faults.next(
        ({ path, query }) => path === '/share' && query.has('next_page_token'),
        rest.fault,
      ),
  })
  await screen.findByText('0 of 100 so far')
  expect(screen.queryByText(/^at least/, { selector: '[role=status]' })).toBeNull()
  rest.free()
  expect(await screen.findByText(/^checking \d+ more…$/, { selector: 'span' })).toBeVisible()
})

it('S2 of many links some are checked, and the others when asked', async () => {
  const app = await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(70) })
  const others = await screen.findByRole('button', { name: 'Check the other 21' })
  expect(screen.getByText('at least 0', { selector: '[role=status]' })).toBeVisible()
  expect(asked(app)).toBe(50)
  await app.user.click(others)
  await waitFor(() => expect(names()).toEqual(['lost.txt']))
  await waitFor(() => expect(screen.queryByText(/^checking|^at least/)).toBeNull())
  // The lost one twice: as its owner, and as a visitor, who is not told that its item is in a deleted folder.
  expect(asked(app)).toBe(72)
})

it('S2 a check of many links can be stopped, and goes on when asked', async () => {
  const rest = held()
  const app = await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(120) })
  const others = await screen.findByRole('button', { name: 'Check the other 71' })
  app.faults.always(({ path }) => path.startsWith('/share/info/'), rest.fault)
  await app.user.click(others)
  expect(screen.getByText('checking 71 more…', { selector: 'span' })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Stop' }))
  rest.free()
  const rest69 = await screen.findByRole('button', { name: 'Check the other 69' })
  expect(asked(app)).toBe(52)
  await app.user.click(rest69)
  await waitFor(() => expect(names()).toEqual(['lost.txt']))
})

it('S2 a check that was stopped does not start again by itself when the network is back', async () => {
  const rest = held()
  const app = await page({
    path: '/shares?state=dead',
    isStrict: false,
    seed: withLostLink(120),
    faults: (faults) =>
      faults.always(({ path }) => path.startsWith('/share/info/'), { kind: 'drop' }),
  })
  setOnline(false)
  await screen.findByRole('alert')
  app.faults.clear()
  app.faults.always(({ path }) => path.startsWith('/share/info/'), rest.fault)
  await app.user.click(screen.getByRole('button', { name: /^Check the other/ }))
  await app.user.click(screen.getByRole('button', { name: 'Stop' }))
  const before = asked(app)
  expect(await screen.findByRole('button', { name: /^Check the other/ })).toBeVisible()
  expect(screen.queryByText(/^checking/, { selector: 'span' })).toBeNull()
  expect(asked(app)).toBe(before)
  rest.free()
})

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

it('S2 a check without network stops, says so, and goes on when the network is back', async () => {
  const app = await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(70) })
  const others = await screen.findByRole('button', { name: 'Check the other 21' })
  app.faults.always(({ path }) => path.startsWith('/share/info/'), { kind: 'drop' })
  setOnline(false)
  await app.user.click(others)
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline.')
  expect(screen.getByRole('button', { name: 'Check the other 21' })).toBeVisible()
  expect(asked(app)).toBeLessThanOrEqual(52)
  app.faults.clear()
  setOnline(true)
  await waitFor(() => expect(names()).toEqual(['lost.txt']))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('S2 links that could not be asked about are still checked unasked once the network is back', async () => {
  const listed = held()
  const app = await page({
    path: '/shares?state=dead',
    isStrict: false,
    seed: withLostLink(10),
    faults: (faults) => faults.next('GET /share', listed.fault),
  })
  app.faults.always(({ path }) => path.startsWith('/share/info/'), { kind: 'drop' })
  setOnline(false)
  listed.free()
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline.')
  app.faults.clear()
  setOnline(true)
  await waitFor(() => expect(names()).toEqual(['lost.txt']))
})

it('S2 a link that was used up or deleted after it was listed is not said to have lost its source', async () => {
  const listed = held()
  let [used, deleted] = ['', '']
  const app = await page({
    path: '/shares?state=dead',
    isStrict: false,
    seed: (backend) => {
      used = seedShare(backend, 'used.txt', { remainDownloads: 1 }, ['Offer'])
      deleted = seedShare(backend, 'deleted.txt', {}, ['Offer'])
      withLostLink(0)(backend)
    },
    faults: (faults) => faults.always(({ path }) => path.startsWith('/share/info/'), listed.fault),
  })
  await waitFor(() => expect(asked(app)).toBe(2))
  const body = { uris: [`svc://${used}@share/used.txt`], download: true }
  const taken = await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
  expect(taken.code).toBe(0)
  await callService(app.service, 'DELETE', `/share/${deleted}`, { as: app.mei })
  listed.free()
  await waitFor(() => expect(names()).toEqual(['lost.txt', 'used.txt']))
  await waitFor(() => expect(screen.queryByText(/^checking/)).toBeNull())
  expect(await row('lost.txt')).toHaveTextContent('Source gone')
  expect(await row('used.txt')).toHaveTextContent('Used up')
})

it('S2 a link that ended after it was listed takes no search for its item among those of the same name', async () => {
  const listed = held()
  let used = ''
  const app = await page({
    isStrict: false,
    seed: (backend) => {
      used = seedShare(backend, 'index.html', { remainDownloads: 1 }, ['Offer'])
      for (let n = 0; n < 20; n++)
        backend.service.seed.addFile(backend.mei, [`Site ${n}`, 'index.html'])
    },
    faults: (faults) => faults.always(({ path }) => path.startsWith('/share/info/'), listed.fault),
  })
  await waitFor(() => expect(asked(app)).toBe(1))
  const body = { uris: [`svc://${used}@share/index.html`], download: true }
  const taken = await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
  expect(taken.code).toBe(0)
  const before = app.requests.length
  listed.free()
  await waitFor(async () => expect(await row('index.html')).toHaveTextContent('Used up'))
  const sent = app.requests.slice(before).map(({ path }) => path)
  expect(sent.filter((path) => path.startsWith('/file'))).toEqual([])
  expect(sent.filter((path) => path === '/share')).toHaveLength(1)
})

it('S2 a link in view that was deleted after it was listed leaves the list, which is read once for all of them', async () => {
  const listed = held()
  const ids: string[] = []
  const app = await page({
    isStrict: false,
    seed: (backend) => {
      seedShare(backend, 'kept.txt')
      for (let n = 1; n <= 2; n++) ids.push(seedShare(backend, `deleted ${n}.txt`))
    },
    faults: (faults) => faults.always(({ path }) => path.startsWith('/share/info/'), listed.fault),
  })
  await waitFor(() => expect(asked(app)).toBe(2))
  for (const id of ids) await callService(app.service, 'DELETE', `/share/${id}`, { as: app.mei })
  const lists = () => app.requests.filter(({ path }) => path === '/share').length
  const before = lists()
  listed.free()
  await waitFor(() => expect(names()).toEqual(['kept.txt']))
  expect(lists()).toBe(before + 1)
})

it('S2 a link that answers 404 while the list read after it still has it as live is not called live', async () => {
  const app = await page({
    isStrict: false,
    seed: (backend) => void seedShare(backend, 'lost.txt'),
    faults: (faults) =>
      faults.always(({ path }) => path.startsWith('/share/info/'), {
        kind: 'json',
        body: { code: ErrorCode.notFound, msg: 'x' },
      }),
  })
  await waitFor(async () => expect(await row('lost.txt')).toHaveTextContent('Source gone'))
  expect(asked(app)).toBe(2)
})

it('S2 the button that starts a check stops it, and keeps the focus', async () => {
  const rest = held()
  const app = await page({ path: '/shares?state=dead', isStrict: false, seed: withLostLink(70) })
  const others = await screen.findByRole('button', { name: 'Check the other 21' })
  app.faults.always(({ path }) => path.startsWith('/share/info/'), rest.fault)
  await app.user.click(others)
  expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus()
  await app.user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: /^Check the other/ })).toHaveFocus()
  rest.free()
})

it('S2 a link whose 404 comes while the list is read is not called live once that has been read', async () => {
  const reading = held()
  let lists = 0
  const app = await page({
    isStrict: false,
    seed: (backend) => {
      for (const name of ['first.txt', 'second.txt']) seedShare(backend, name)
    },
    faults: (faults) => {
      faults.always(({ path }) => path.startsWith('/share/info/'), {
        kind: 'json',
        body: { code: ErrorCode.notFound, msg: 'x' },
      })
      faults.always(({ path }) => path === '/share' && ++lists === 2, reading.fault)
    },
  })
  // Each is asked for twice before the list is.
  await waitFor(() => expect(asked(app)).toBe(4))
  await waitFor(() => expect(lists).toBe(2))
  reading.free()
  for (const name of ['first.txt', 'second.txt'])
    await waitFor(async () => expect(await row(name)).toHaveTextContent('Source gone'))
  // The list was read once more, for all that came meanwhile.
  expect(lists).toBe(3)
})
