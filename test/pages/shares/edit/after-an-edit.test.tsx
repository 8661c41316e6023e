import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { loadLanguage } from '#src/i18n/catalogues.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'
import { setPreferences } from '#src/platform/preferences.ts'
import { held } from '../../../dom/network.ts'
import { linksOfMei } from '../../../processes/service-api.ts'
import { chip, copied, day, enter, names, page, row, seedShare, states } from '../fixtures.tsx'
import { near, withLink } from '../link-fixtures.tsx'
import { atForm, closed, formIn, limitOf, save, type } from './edit-fixtures.tsx'

const linkTo = async (app: Parameters<typeof linksOfMei>[0], name: string) =>
  (await linksOfMei(app)).find((one) => one.name === name)

describe('S6 after an edit', () => {
  it('that was refused after its form was closed, a message says why', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '20')
    const reading = held()
    app.faults.next(
      ({ method, path }) => method === 'GET' && path.startsWith('/share/'),
      reading.fault,
    )
    const body = { code: ErrorCode.groupNotAllowed, msg: 'x' }
    app.faults.next(`POST /share/${app.id}`, { kind: 'json', body })
    await save(app)
    await app.user.click(await app.form.findByRole('button', { name: 'Close' }))
    reading.free()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /plan\.pdf.* was not changed\..*Your account does not include this\./,
    )
  })

  it('the message says what is true now and copies the link; the row stays until the filter changes', async () => {
    const app = await page({ path: '/shares?state=expired', seed: states })
    ;(await row('expired.txt')).focus()
    await app.user.keyboard('{Enter}')
    const panel = within(await screen.findByRole('complementary'))
    await app.user.click(panel.getByRole('button', { name: 'Extend…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
    await closed()
    const until = formatWeekdayDate(Date.now() + 30 * day, Date.now(), 'en-US')
    const message = await screen.findByText(
      (_, element) =>
        element?.tagName === 'P' &&
        /^The link to .*expired\.txt.* works until /.test(element.textContent) &&
        element.textContent.endsWith(until),
    )
    const toast = within(message.parentElement as HTMLElement)
    // Dead as it was, it cannot be made again.
    expect(toast.queryByRole('button', { name: /^Undo: / })).toBeNull()
    await app.user.click(toast.getByRole('button', { name: 'Copy link' }))
    expect(await copied()).toBe((await linkTo(app, 'expired.txt'))?.url)
    expect(within(await row('expired.txt')).getByText('Live')).toBeInTheDocument()
    await app.user.click(chip(/^Expiring/))
    await waitFor(() => expect(names()).toEqual(['expiring.txt']))
    await app.user.click(chip(/^Dead links/))
    await waitFor(() => expect(names()).toEqual(['gone.txt', 'used up.txt']))
  })

  it('that ends under another filter, the link is shown there only if that matches it', async () => {
    const app = await page({ path: '/shares?state=expiring', seed: states })
    ;(await row('expiring.txt')).focus()
    await app.user.keyboard('e')
    const form = await formIn()
    await app.user.click(form.getByRole('radio', { name: 'Never' }))
    const answer = held()
    app.faults.next(({ method }) => method === 'POST', answer.fault)
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    await app.user.click(await form.findByRole('button', { name: 'Close' }))
    await app.user.click(chip(/^Dead links/))
    const dead = new Set(['gone.txt', 'used up.txt', 'expired.txt'])
    await waitFor(() => expect(new Set(names())).toEqual(dead))
    answer.free()
    await screen.findByText(/^The link to .*expiring\.txt.* works and never expires$/)
    expect(new Set(names())).toEqual(dead)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText(/^The link to .*expiring\.txt.* works until /)
    expect(new Set(names())).toEqual(dead)
  })

  it('Undo takes it back', async () => {
    const expires = Date.now() + 40 * day
    const app = await atForm({ expires, remainDownloads: 13, downloaded: 7 })
    await type(app, limitOf(app), '30')
    await app.user.click(app.form.getByRole('radio', { name: 'Never' }))
    await save(app)
    await closed()
    expect(
      await screen.findByText(
        /^The link to .*plan\.pdf.* works and never expires · up to 30 downloads$/,
      ),
    ).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 13 }))
    near((await app.record()).expires, expires)
  })

  it('the message says what the access is now, and a later one about the link takes its place', async () => {
    const app = await atForm({})
    await app.user.click(app.form.getByRole('checkbox', { name: 'Public: change' }))
    await save(app)
    await closed()
    const first = await screen.findByText(
      /^The link to .*plan\.pdf.* works and never expires · Public · can change$/,
    )
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('e')
    const form = await formIn()
    await app.user.click(form.getByRole('radio', { name: '7 days' }))
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText(/^The link to .*plan\.pdf.* works until /)
    expect(first).not.toBeInTheDocument()
  })

  it('the message says that there is no limit any more', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '')
    await save(app)
    expect(await screen.findByText(/never expires · no download limit$/)).toBeVisible()
  })

  it('the message is in the language of the page, also when that changes while it is shown', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '30')
    await app.user.click(app.form.getByRole('checkbox', { name: 'Public: change' }))
    await save(app)
    await closed()
    await screen.findByText(/never expires · Public · can change · up to 30 downloads$/)
    await act(async () => {
      await loadLanguage('zh-CN')
      setPreferences({ language: 'zh-CN' })
    })
    expect(await screen.findByText(/公开 · 可更改 · .*30/)).toBeVisible()
    expect(screen.queryByText(/up to 30 downloads/)).toBeNull()
  })

  it('Ctrl+Z takes it back, also once something was looked up', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '30')
    await save(app)
    await closed()
    await app.user.click(screen.getByRole('button', { name: 'Show' }))
    await screen.findByRole('heading', { name: 'Files' })
    await app.user.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 13 }))
  })
})

it('S7 Ctrl+Z takes a deletion back while it waits, also when the source of another link is looked up', async () => {
  const app = await withLink(
    {},
    {
      seed: (backend) => {
        seedShare(backend, 'dead.txt', { expires: Date.now() - day })
      },
    },
  )
  ;(await row('plan.pdf')).focus()
  await app.user.keyboard('{Delete}')
  await waitFor(() => expect(names()).toEqual(['dead.txt']))
  ;(await row('dead.txt')).focus()
  await enter(app.user)
  await waitFor(() =>
    expect(app.requests.filter(({ path }) => path.startsWith('/file')).length).toBeGreaterThan(0),
  )
  await app.user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(names()).toEqual(['dead.txt', 'plan.pdf']))
})

it('S9 an edit of many is taken back in one step', async () => {
  const app = await page({
    seed: (backend) => {
      seedShare(backend, 'a.txt', { remainDownloads: 3 })
      seedShare(backend, 'b.txt', { remainDownloads: 5, downloaded: 2 })
    },
  })
  await row('a.txt')
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend 2 links' }))
  await app.user.click(dialog.getByRole('radio', { name: 'Set to' }))
  await app.user.type(dialog.getByRole('textbox', { name: 'Download limit' }), '20')
  await app.user.click(dialog.getByRole('button', { name: 'Extend 2 links' }))
  expect(await screen.findByText('2 links · up to 20 downloads')).toBeVisible()
  const left = async () =>
    (await linksOfMei(app))
      .map(({ name, remain_downloads: rest }) => `${name} ${rest}`)
      .toSorted((a, b) => a.localeCompare(b))
  expect(await left()).toEqual(['a.txt 20', 'b.txt 18'])
  await app.user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await left()).toEqual(['a.txt 3', 'b.txt 5']))
})

it('S6 the row does not come back under its filter with the page that was left before the edit was done', async () => {
  const app = await page({ path: '/shares?state=expired', isStrict: false, seed: states })
  ;(await row('expired.txt')).focus()
  await app.user.keyboard('{Enter}')
  const panel = within(await screen.findByRole('complementary'))
  await app.user.click(panel.getByRole('button', { name: 'Extend…' }))
  const answer = held()
  app.faults.next(({ method, path }) => method === 'POST' && /^\/share\/./.test(path), answer.fault)
  await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
  await act(() => app.router.navigate('/trash'))
  answer.free()
  await screen.findByRole('button', { name: 'Copy link' })
  await act(() => app.router.navigate('/shares?state=expired'))
  await screen.findByRole('group', { name: 'Filters' })
  await waitFor(() => expect(screen.queryByRole('row', { name: 'expired.txt' })).toBeNull())
})
