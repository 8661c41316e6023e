import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { linksOfMei } from '../../processes/service-api.ts'

/** The form of a link for signed-in people. */
async function atForm(faults: RenderOptions['faults']) {
  const app = await renderApp({
    path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
    seed: ({ service, mei }) =>
      void service.seed.addFile(mei, ['Work', 'letter.txt'], { size: 12 }),
    ...(faults && { faults }),
  })
  const { user } = app
  const row = within(await screen.findByRole('row', { name: 'letter.txt' }))
  await user.click(row.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Share…' }))
  const form = within(await screen.findByRole('dialog', { name: /^Share/ }))
  await user.click(await form.findByRole('button', { name: 'Change who may open it' }))
  await user.click(form.getByRole('checkbox', { name: 'Signed-in people: read' }))
  const create = () => user.click(form.getByRole('button', { name: 'Create link' }))
  return { app, form, create }
}

/** Creates a link at which the network goes before it is known whether the service limits it. */
async function createInOutage() {
  let isDown = false
  const { app, form, create } = await atForm((faults) =>
    faults.always(
      ({ path }) => {
        isDown ||= path.startsWith('/share/info/')
        return isDown
      },
      { kind: 'drop' },
    ),
  )
  await create()
  expect(await form.findByRole('alert', {}, { timeout: 30_000 })).toBeVisible()
  expect(await linksOfMei(app)).toHaveLength(1)
  return { app, form }
}

it('S14 a link that may be open to anyone when the network goes is deleted once it is back', async () => {
  const { app } = await createInOutage()
  const messages = within(screen.getByRole('region', { name: 'Notifications', hidden: true }))
  expect(await messages.findByText(/^Deleting the link to .*letter\.txt/)).toBeVisible()
  app.faults.clear()
  await waitFor(async () => expect(await linksOfMei(app)).toEqual([]), { timeout: 30_000 })
}, 90_000)

it('S14 a link that may be open to anyone is deleted when its page is closed before that is known', async () => {
  const lookup = held()
  const { app, create } = await atForm((faults) =>
    faults.always(({ path }) => path.startsWith('/share/info/'), lookup.fault),
  )
  await create()
  const isLookup = ({ path }: { path: string }) => path.startsWith('/share/info/')
  await waitFor(() => expect(app.requests.some(isLookup)).toBe(true))
  expect(await linksOfMei(app)).toHaveLength(1)
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect(await linksOfMei(app)).toEqual([]))
  lookup.free()
})

it('S14 a page that the browser brings back makes another link in place of the one that was deleted', async () => {
  const lookup = held()
  const { app, form, create } = await atForm((faults) =>
    faults.always(({ path }) => path.startsWith('/share/info/'), lookup.fault),
  )
  await create()
  const isLookup = ({ path }: { path: string }) => path.startsWith('/share/info/')
  await waitFor(() => expect(app.requests.some(isLookup)).toBe(true))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect(await linksOfMei(app)).toEqual([]))
  window.dispatchEvent(new Event('pageshow'))
  lookup.free()
  await waitFor(async () => expect(await linksOfMei(app)).toHaveLength(1))
  const [link] = await linksOfMei(app)
  const copied = await waitFor(async () => {
    const text = await navigator.clipboard.readText()
    expect(text).toContain(link?.id)
    return text
  })
  expect(copied).toContain('/s/')
  expect(form.queryByRole('alert')).toBeNull()
})

it('S14 it is not taken for the one that is created next', async () => {
  const { app, form } = await createInOutage()
  const copied = await navigator.clipboard.readText()
  const deletion = held()
  app.faults.clear()
  app.faults.always('DELETE /share*', deletion.fault)
  app.faults.always('PUT /share', { kind: 'drop' })
  const before = app.requests.length
  await app.user.click(form.getByRole('button', { name: 'Create link' }))
  const isLookup = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path === '/file/info'
  await waitFor(() => expect(app.requests.slice(before).some(isLookup)).toBe(true))
  expect(await form.findByRole('alert')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(copied)
  deletion.free()
  await waitFor(async () => expect(await linksOfMei(app)).toEqual([]), { timeout: 30_000 })
}, 90_000)
