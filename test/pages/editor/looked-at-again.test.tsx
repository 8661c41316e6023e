import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { renderApp, type Backend } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import {
  becomeVisible,
  bytesOf,
  field,
  open,
  unlockAll,
  withoutOurEditor,
  write,
} from './fixtures.tsx'

/* G12: where no events tell of changes, one sees them on coming back to the page. */

const minute = 60_000
const answered = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)))
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type App = { service: Backend['service']; mei: string }
const saveElsewhere = async ({ service, mei }: App, body: string, path = 'Letters/letter.txt') =>
  expect(
    (await callService(service, 'PUT', `/file/content?uri=svc://my/${path}`, { as: mei, body }))
      .code,
  ).toBe(0)
const come = async () => {
  await becomeVisible()
  await answered()
}

describe('G12 a text without events', () => {
  it('follows a change when one comes back, at most every half a minute', async () => {
    const app = await open()
    await field()
    await saveElsewhere(app, 'Dear Mei,')
    await come()
    expect(await field()).toHaveValue('Dear Lin,')
    pass(minute)
    await come()
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
    await saveElsewhere(app, 'Dear all,')
    await come()
    expect(await field()).toHaveValue('Dear Mei,')
  })

  it('says before Save that it was changed elsewhere', async () => {
    const app = await open({ faults: withoutOurEditor })
    await app.user.type(await field(), 'So. ')
    await saveElsewhere(app, 'Dear Mei,')
    pass(minute)
    await come()
    expect(await screen.findByText(/was changed elsewhere. What you typed is kept/)).toBeVisible()
  })

  it('is looked at again when the network is back', async () => {
    const app = await open()
    await field()
    await saveElsewhere(app, 'Dear Mei,')
    pass(minute)
    app.faults.always('GET /file/info', { kind: 'drop' })
    await come()
    expect(await field()).toHaveValue('Dear Lin,')
    app.faults.clear()
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
  })

  it('follows a change behind a link, and is gone with it', async () => {
    let share = ''
    const app = await renderApp({
      as: 'lin',
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']))
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    expect(await field('plan.txt')).toHaveValue('The plan')
    await saveElsewhere(app, 'The new plan', 'Team/plan.txt')
    pass(minute)
    await come()
    await waitFor(async () => expect(await field('plan.txt')).toHaveValue('The new plan'))
    await callService(app.service, 'DELETE', '/file', {
      as: app.mei,
      body: { uris: ['svc://my/Team/plan.txt'] },
    })
    pass(minute)
    await come()
    expect(await screen.findByRole('alert')).toHaveTextContent('renamed, moved or deleted')
  })

  it('follows its file to another name through a link that may change it, until it is gone', async () => {
    const { read, update } = SharePermission
    const permissionSetting = {
      everyone: encodeBoolset([read, update]),
      same_group: null,
      other: null,
      anonymous: null,
      user_explicit: {},
      group_explicit: {},
    }
    let share = ''
    const app = await renderApp({
      as: 'lin',
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']), { permissionSetting })
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    const byOwner = async (method: string, path: string, body: object) =>
      expect((await callService(app.service, method, path, { as: app.mei, body })).code).toBe(0)
    const look = async () => {
      pass(minute)
      await come()
    }
    await field('plan.txt')
    await byOwner('POST', '/file/rename', { uri: 'svc://my/Team/plan.txt', new_name: 'b.txt' })
    await look()
    expect(screen.queryByRole('alert')).toBeNull()
    await saveElsewhere(app, 'The new plan', 'Team/b.txt')
    await look()
    await waitFor(async () => expect(await field('plan.txt')).toHaveValue('The new plan'))
    await app.user.type(await field('plan.txt'), ' B')
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
    await look()
    expect(screen.queryByRole('alert')).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    unlockAll(app.service)
    await byOwner('DELETE', '/file', { uris: ['svc://my/Team/b.txt'] })
    await look()
    expect(await screen.findByRole('alert')).toHaveTextContent('renamed, moved or deleted')
    await look()
    expect(screen.getByRole('alert')).toHaveTextContent('renamed, moved or deleted')
  })

  it('spends no download of a link on a look', async () => {
    let share = ''
    const app = await renderApp({
      as: 'lin',
      faults: withoutOurEditor,
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']))
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    await field('plan.txt')
    const urls = () => app.requests.filter(({ path }) => path === '/file/url').length
    const before = urls()
    await saveElsewhere(app, 'The new plan', 'Team/plan.txt')
    pass(minute)
    await come()
    expect(urls()).toBe(before)
  })
})

describe('F7 a text behind a link with a limit of downloads', () => {
  it('spends none when what was typed is taken back after a conflict', async () => {
    const { read, update } = SharePermission
    let share = ''
    const app = await renderApp({
      as: 'lin',
      faults: withoutOurEditor,
      seed: ({ service, mei }: Backend) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']), {
          remainDownloads: 3,
          permissionSetting: {
            everyone: encodeBoolset([read, update]),
            same_group: null,
            other: null,
            anonymous: null,
            user_explicit: {},
            group_explicit: {},
          },
        })
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    await app.user.click(await screen.findByRole('button', { name: /^Open/ }))
    const text = await field('plan.txt')
    const left = async () =>
      (await callService(app.service, 'GET', `/share/info/${share}`, { as: app.mei })).data
        .remain_downloads
    expect(await left()).toBe(2)
    await app.user.type(text, 'X')
    await saveElsewhere(app, 'The new plan', 'Team/plan.txt')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('changed elsewhere')
    await app.user.clear(text)
    await app.user.type(text, 'The plan')
    await answered()
    expect(await left()).toBe(2)
    expect(text).toHaveValue('The plan')
    // It is not called what is stored.
    expect(screen.getByRole('alert')).toHaveTextContent('changed elsewhere')
  })
})

describe('a lock that nobody confirms', () => {
  const setOnline = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }

  it.each(['offline', 'unreachable'])('is not called ours after half an hour (%s)', async (how) => {
    const app = await open()
    await write(app, 'So. ')
    if (how === 'offline') setOnline(false)
    else app.faults.always(() => true, { kind: 'drop' })
    pass(20 * minute)
    await come()
    expect(screen.getByText('Only you can edit while this is open')).toBeVisible()
    pass(11 * minute)
    await come()
    expect(await screen.findByText('Not locked for you')).toBeVisible()
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    // Nobody has taken it meanwhile.
    app.faults.clear()
    setOnline(true)
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
    expect(app.service.seed.lockTokens()).toHaveLength(1)
  })

  it('is taken when the network is back, for what was typed without it', async () => {
    const app = await open()
    const text = await field()
    app.faults.always(() => true, { kind: 'drop' })
    await app.user.type(text, 'So. ')
    expect(await screen.findByText('Not locked for you')).toBeVisible()
    app.faults.clear()
    setOnline(true)
    expect(await screen.findByText('Only you can edit while this is open')).toBeVisible()
  })

  it('is a conflict when somebody has saved meanwhile', async () => {
    const app = await open()
    await write(app, 'So. ')
    setOnline(false)
    pass(31 * minute)
    await come()
    await screen.findByText('Not locked for you')
    await saveElsewhere(app, 'Dear Mei,')
    setOnline(true)
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    expect(await app.stored()).toBe('Dear Mei,')
  })
})
