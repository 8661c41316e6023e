import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { rememberLocks } from '#src/jobs/locks/locked-items.ts'
import { renderApp, requestTo } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import { bytesOf, compareAnd, field, open, save, unlockAll, withoutOurEditor } from './fixtures.tsx'

/** Nobody is asked whether somebody else has locked it. */
const notLocked = 'Not locked by you: others may change it meanwhile'

describe('a server that does not know this editor', () => {
  it('saves over the version that was read, and says that it holds no lock', async () => {
    const { user, service, stored, requests } = await open({ faults: withoutOurEditor })
    expect(await field()).toHaveValue('Dear Lin,')
    expect(screen.getByText(notLocked)).toBeVisible()
    expect(service.seed.lockTokens()).toEqual([])
    await user.type(await field(), 'So. ')
    await save(user)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
    const put = await requestTo(requests, 'PUT', '/file/content')
    expect(new URLSearchParams(put.query).get('previous')).not.toBeNull()
    expect(requests.some(({ path }) => path.startsWith('/file/wopi'))).toBe(false)
  })

  it('does not write over a change from elsewhere unless told to', async () => {
    const { user, service, mei, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('changed elsewhere')
    expect(await stored()).toBe('Their text')
    await compareAnd(user, 'Discard mine and reload')
    await waitFor(async () => expect(await field()).toHaveValue('Their text'))
    await user.type(await field(), 'And. ')
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('And. ')
  })

  it('does not take its own lost answer for a change from elsewhere', async () => {
    const { user, faults, requests, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    faults.next('PUT /file/content', { kind: 'lost' })
    faults.next('POST /file/url', { kind: 'drop' })
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
    expect(requests.filter(({ path }) => path === '/file/content')).toHaveLength(2)
  })

  it('does not make a second file where the file has been', async () => {
    const { user, service, mei, requests } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    const body = { uri: 'svc://my/Letters/letter.txt', new_name: 'card.txt' }
    expect((await callService(service, 'POST', '/file/rename', { as: mei, body })).code).toBe(0)
    await save(user)
    expect(await screen.findByText(/This file is now at .*card\.txt/)).toBeVisible()
    // Other servers would take it and make the file.
    expect(requests.filter(({ path }) => path === '/file/content')).toEqual([])
    const there = await callService(service, 'GET', '/file/info?uri=svc://my/Letters/letter.txt', {
      as: mei,
    })
    expect(there.code).toBe(40016)
  })

  it('spends no download of a link on what others change while one compares', async () => {
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
      isLive: true,
      faults: withoutOurEditor,
      seed: ({ service, mei }) => {
        service.seed.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.seed.addShare(service.seed.addFolder(mei, ['Team']), { permissionSetting })
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    const { user, service, mei, requests } = app
    await user.type(await field('plan.txt'), 'So. ')
    const uri = encodeURIComponent('svc://my/Team/plan.txt')
    await callService(service, 'PUT', `/file/content?uri=${uri}`, { as: mei, body: 'Another' })
    await save(user)
    await user.click(await screen.findByRole('button', { name: 'Compare…' }))
    await within(screen.getByRole('dialog')).findByRole('row', { name: /Another/ })
    const reads = () => requests.filter(({ path }) => path === '/file/url').length
    const before = reads()
    const otherTab = new BroadcastChannel(`latchkey.events.${app.lin}`)
    otherTab.postMessage({ type: 'changed' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    otherTab.close()
    expect(reads()).toBe(before)
  })

  it('says who holds the file once a lock has stopped a save', async () => {
    const { user, service, mei, lin, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    service.seed.addLock({
      owner: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere' },
      holder: lin,
    })
    await save(user)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText(/Lin Okafor.* has this file open. What you typed is kept/),
    ).toBeVisible()
    expect(screen.queryByText(notLocked)).toBeNull()
    unlockAll(service)
    // The owner sees the way to unlock, not only that one may try again.
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.getByText(notLocked)).toBeVisible()
    expect(await stored()).toContain('So. ')
  })

  it('L12 says before the first save who holds the file, where another write has met the lock', async () => {
    await open({ faults: withoutOurEditor })
    await field()
    const of = { path: 'svc://my/Letters/letter.txt', type: 0 }
    expect(screen.getByText(notLocked)).toBeVisible()
    act(
      () =>
        void rememberLocks([{ conflict: { ...of, owner: { application: { type: 'dav' } } } }], []),
    )
    expect(await screen.findByText('This file is in use. You can read it.')).toBeVisible()
    expect(screen.queryByText(notLocked)).toBeNull()
  })

  it('L12 leads past a lock that another write has met: its owner unlocks, others try again', async () => {
    const { user, stored } = await open({ faults: withoutOurEditor })
    await field()
    const of = { path: 'svc://my/Letters/letter.txt', type: 0, owner: undefined }
    act(() => void rememberLocks([{ conflict: { ...of, token: 'a' } }], []))
    await screen.findByText('This file is in use. You can read it.')
    await user.type(await field(), 'So. ')
    expect(await screen.findByRole('button', { name: 'Unlock…' })).toBeVisible()
    act(() => void rememberLocks([{ conflict: of }], []))
    // The lock has gone meanwhile.
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.queryByText(/This file is in use/)).toBeNull()
    expect(screen.getByText(notLocked)).toBeVisible()
    expect(await stored()).toContain('So. ')
  })

  it('meets locks in the dialog of all writes', async () => {
    const { user, service, mei, lin, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    service.seed.addLock({
      owner: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'dav', viewer_id: undefined, inner_xml: undefined },
      holder: lin,
    })
    await save(user)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock and retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
  })
})
