import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callService } from '../../processes/service-api.ts'
import { field, open, save, withoutOurEditor } from './fixtures.tsx'

it('G12 a text follows what was saved before events began to arrive, and is looked at once for that', async () => {
  let begin = () => {}
  const until = new Promise<void>((resolve) => (begin = resolve))
  const { service, mei, uri, requests } = await open({
    isLive: true,
    isStrict: false,
    faults: (faults) => faults.next('GET /file/events', { kind: 'hold', until }),
  })
  await field()
  const path = `/file/content?uri=${encodeURIComponent(uri)}`
  expect((await callService(service, 'PUT', path, { as: mei, body: 'Dear Mei,' })).code).toBe(0)
  const looks = () => requests.filter((request) => request.path === '/file/info').length
  const before = looks()
  begin()
  await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
  // By its id, which says where it is, and by that address.
  expect(looks() - before).toBe(2)
})

it('G12 a text follows when the version that was opened is made current again after a save', async () => {
  const app = await open({ isLive: true, isStrict: false, faults: withoutOurEditor })
  const { service, mei: as, uri, user, requests } = app
  await field()
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/file/events')?.status).toBe(200),
  )
  const path = `/file/info?uri=${encodeURIComponent(uri)}`
  const { data } = await callService(service, 'GET', path, { as })
  await user.type(await field(), 'So. ')
  await save(user)
  await screen.findByText('Saved')
  const body = { uri, version: data.primary_entity }
  const answer = await callService(service, 'POST', '/file/version/current', { as, body })
  expect(answer.code).toBe(0)
  await waitFor(async () => expect(await field()).toHaveValue('Dear Lin,'))
})
