import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { day, page, row, seedShare } from '../fixtures.tsx'
import { near, withLink } from '../link-fixtures.tsx'
import { atForm, closed, limitOf, save, type } from './edit-fixtures.tsx'

/** Sets a limit of 20 downloads for both links, by the dialog for many. */
async function limitBoth(user: Awaited<ReturnType<typeof page>>['user']) {
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(await screen.findByRole('button', { name: 'Extend…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend 2 links' }))
  await user.click(dialog.getByRole('radio', { name: '+30 days' }))
  await user.click(dialog.getByRole('radio', { name: 'Set to' }))
  await user.type(dialog.getByRole('textbox', { name: 'Download limit' }), '20')
  await user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
  await screen.findByText(/^2 links work until .* · up to 20 downloads$/)
}

const twoLinks = async () => {
  let b = ''
  const link = { expires: Date.now() + 3 * day, remainDownloads: 3 }
  const app = await withLink(link, {
    seed: (backend) => {
      b = seedShare(backend, 'b.txt', link)
    },
  })
  await row('b.txt')
  return { ...app, b, expires: link.expires }
}

describe('S9 Undo of an edit of many links', () => {
  it('brings back what each link allowed before, not what the list had of it', async () => {
    const app = await twoLinks()
    const expire = Math.round((app.expires - Date.now()) / 1000)
    await app.call('POST', `/share/${app.id}`, { uri: 'svc://my/plan.pdf', expire, downloads: 7 })
    const { expires } = await app.record()
    await limitBoth(app.user)
    expect(await app.record()).toMatchObject({ remain_downloads: 20 })
    await app.user.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 7 }))
    near((await app.record()).expires, Date.parse(expires ?? ''))
    await waitFor(async () =>
      expect(await app.record(app.b)).toMatchObject({ remain_downloads: 3 }),
    )
    near((await app.record(app.b)).expires, app.expires)
  })

  it('leaves alone what was changed since, and names it', async () => {
    const app = await twoLinks()
    await limitBoth(app.user)
    await app.call('POST', `/share/${app.id}`, {
      uri: 'svc://my/plan.pdf',
      expire: (33 * day) / 1000,
      downloads: 50,
    })
    await app.user.keyboard('{Control>}z{/Control}')
    await waitFor(async () =>
      expect(await app.record(app.b)).toMatchObject({ remain_downloads: 3 }),
    )
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const result = await screen.findByRole('dialog')
    expect(result).toHaveTextContent('plan.pdf')
    expect(within(result).getByText('It was changed elsewhere.')).toBeVisible()
    expect(await app.record()).toMatchObject({ remain_downloads: 50 })
    expect(app.rowOf().remaining).toBe(50)
  })
})

describe('S6 Undo of an edit of one link', () => {
  it('leaves alone what was changed since, and says so', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '30')
    await save(app)
    await closed()
    await app.call('POST', `/share/${app.id}`, { uri: 'svc://my/plan.pdf', downloads: 50 })
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText(/It was changed elsewhere\./)).toBeVisible()
    expect(await app.record()).toMatchObject({ remain_downloads: 50 })
    expect(app.rowOf().remaining).toBe(50)
  })

  it('takes its part back, although another part was changed since', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '30')
    await save(app)
    await closed()
    await app.call('POST', `/share/${app.id}`, {
      uri: 'svc://my/plan.pdf',
      downloads: 30,
      expire: (9 * day) / 1000,
    })
    const { expires } = await app.record()
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 13 }))
    near((await app.record()).expires, Date.parse(expires ?? ''))
  })
})
