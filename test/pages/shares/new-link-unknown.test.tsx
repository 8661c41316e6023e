import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Fault, held, type LoggedRequest } from '../../dom/network.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { copied, day } from './fixtures.tsx'
import { near } from './link-fixtures.tsx'
import { form, openItemPicker, two, withBody } from './new-link-fixtures.tsx'

const creations = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ method, path }) => method === 'PUT' && path === '/share')

const isNotKnown = /^It is not known whether the link was created\./

/** A link to one item, whose first request has no answer, and of which nothing tells whether it was created. */
async function unanswered(request: Fault = { kind: 'lost' }, lookup: Fault = { kind: 'html' }) {
  const app = await openItemPicker()
  await app.user.click(app.picker.getByRole('option', { name: 'letter.txt' }))
  await app.user.click(app.picker.getByRole('button', { name: 'Share 1 item' }))
  const share = await form(/^Share .*letter\.txt/)
  app.faults.next('PUT /share', request)
  app.faults.always('GET /file/info', lookup)
  const create = () => app.user.click(share.getByRole('button', { name: 'Create link' }))
  const saysSo = async () => expect(await share.findByRole('alert')).toHaveTextContent(isNotKnown)
  const linksToLetter = async () =>
    (await linksOfMei(app)).filter(({ name }) => name === 'letter.txt')
  await create()
  return { ...app, share, create, saysSo, linksToLetter }
}

describe('S13 a new link whose request had no answer, and which could not be looked up', () => {
  it('is found by the next try, with what is asked for then, and no other is created', async () => {
    const app = await unanswered()
    await app.saysSo()
    await app.create()
    await app.saysSo()
    expect(creations(app.requests)).toHaveLength(1)
    app.faults.clear()
    await app.user.click(app.share.getByRole('radio', { name: '7 days' }))
    await app.create()
    await form(/^Link to .*letter\.txt/)
    const [link, ...others] = await app.linksToLetter()
    expect(others).toEqual([])
    near(link?.expires, Date.now() + 7 * day)
    expect(await copied()).toContain(`/s/${link?.id}`)
    expect(creations(app.requests)).toHaveLength(1)
  })

  it('is found by a try with another limit, and gets that', async () => {
    const app = await unanswered()
    await app.saysSo()
    app.faults.clear()
    await app.user.type(app.share.getByRole('textbox', { name: /limit/i }), '5')
    await app.create()
    await form(/^Link to .*letter\.txt/)
    expect((await app.linksToLetter()).map((link) => link.remain_downloads)).toEqual([5])
    expect(creations(app.requests)).toHaveLength(1)
  })

  it('is asked for again where the service refuses to say whether it is there', async () => {
    const app = await unanswered({ kind: 'lost' }, { kind: 'json', body: { code: 403, msg: 'x' } })
    await app.saysSo()
    await app.create()
    await form(/^Link to .*letter\.txt/)
    expect(creations(app.requests)).toHaveLength(2)
  })

  it('is said not to be there where a gateway has let nothing pass', async () => {
    const app = await unanswered({ kind: 'status', status: 429 }, { kind: 'status', status: 429 })
    expect(await app.share.findByRole('alert')).toHaveTextContent(/^Too many requests/)
    expect(await app.linksToLetter()).toEqual([])
  })

  it('is created by the next try where the first never arrived', async () => {
    const app = await unanswered({ kind: 'drop' })
    await app.saysSo()
    app.faults.clear()
    await app.create()
    await form(/^Link to .*letter\.txt/)
    expect(await app.linksToLetter()).toHaveLength(1)
    expect(creations(app.requests)).toHaveLength(2)
  })

  it('is one of several, and is found by Retry', async () => {
    const app = await two()
    app.faults.next(withBody('letter'), { kind: 'lost' })
    app.faults.always('GET /file/info', { kind: 'html' })
    await app.user.click(app.share.getByRole('button', { name: 'Create 2 links' }))
    const result = await form(/^1 of 2 links created/)
    expect(result.getByText(isNotKnown)).toBeVisible()
    app.faults.clear()
    await app.user.click(result.getByRole('button', { name: 'Retry' }))
    await form(/^2 links created/)
    expect(creations(app.requests)).toHaveLength(2)
  })

  it('is told of as that where its form was closed', async () => {
    const app = await unanswered({ kind: 'lost' }, { kind: 'drop' })
    await app.user.click(await app.share.findByRole('button', { name: 'Close' }))
    const message = await screen.findByText(
      /letter\.txt.* may or may not have been shared\./,
      undefined,
      {
        timeout: 20_000,
      },
    )
    expect(message).toBeVisible()
    expect(screen.getByRole('alert')).not.toHaveTextContent(/Another try/)
  }, 30_000)

  it('is told apart from those that were not created where the form of several was closed', async () => {
    const app = await two()
    app.faults.next('PUT /share', { kind: 'lost' })
    app.faults.always('GET /file/info', { kind: 'html' })
    const second = held()
    app.faults.next('PUT /share', second.fault)
    await app.user.click(app.share.getByRole('button', { name: 'Create 2 links' }))
    await waitFor(() => expect(creations(app.requests)).toHaveLength(2))
    await act(() => app.router.navigate('/trash'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = { uris: ['svc://my/letter.txt', 'svc://my/plan.pdf'] }
    await callService(app.service, 'DELETE', '/file', { as: app.mei, body })
    second.free()
    expect(await screen.findByText(/^“\S+” may or may not have been shared\.$/)).toBeVisible()
    expect(await screen.findByText(/^“\S+” was not shared\.$/)).toBeVisible()
  })
})
