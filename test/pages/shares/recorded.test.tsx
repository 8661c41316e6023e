import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { exchanges } from '../../contract/exchanges.ts'
import { copied, names, page, row } from './fixtures.tsx'

/* Links are edited, deleted and created on what the public server answered, one recorded exchange for each request. */

const recorded = (name: string) => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`There is no exchange ${name}.`)
  return found
}

/** The embedded service, except that requests named in `script` get the recorded answers in turn. */
function publicServer(script: Readonly<Record<string, readonly string[]>>) {
  const turns = new Map(Object.entries(script).map(([asked, answers]) => [asked, [...answers]]))
  const bodies = new Map<string, unknown>()
  const fetch =
    (service: EmbeddedService): EmbeddedService['fetch'] =>
    async (request, info) => {
      const { pathname } = new URL(request.url)
      const asked = `${request.method} ${pathname.replace('/api/v4', '')}`
      const answers = turns.get(asked)
      const name = answers && answers.length > 1 ? answers.shift() : answers?.[0]
      if (name === undefined) return service.fetch(request, info)
      if (request.body) bodies.set(name, await request.json())
      const { answer: said, status } = recorded(name)
      if (typeof said === 'string') return new Response(said, { status })
      const text = JSON.stringify(said).replaceAll('cloudreve://', 'svc://')
      return new Response(text, { status, headers: { 'content-type': 'application/json' } })
    }
  return {
    bodies,
    between: (service: EmbeddedService) => ({
      fetch: fetch(service),
      elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
    }),
  }
}
/** The body that was recorded as sent, in canonical form. */
const sent = (name: string) =>
  JSON.parse(JSON.stringify(recorded(name).body).replaceAll('cloudreve://', 'svc://')) as object

const list = ['shares page 1', 'shares page 2']

it('S6 edits a link as the public server takes it, and says why it refuses', async () => {
  const server = publicServer({
    'GET /share': list,
    'GET /share/info/lqhl': ['share info extended'],
    // First the item was moved, then the link is another user's, then the edit is accepted.
    'POST /share/lqhl': ['share edit other uri', 'share edit by other', 'share edit'],
  })
  const { user } = await page({ between: server.between, isStrict: false })
  ;(await row('y.txt')).focus()
  await user.keyboard('e')
  const limit = await screen.findByRole('textbox', { name: 'Download limit' })
  const form = within(limit.closest('dialog') as HTMLElement)
  await user.click(form.getByRole('radio', { name: '1 day' }))
  await user.type(limit, '3')
  const save = () => user.click(form.getByRole('button', { name: 'Save' }))
  await save()
  expect(await form.findByRole('alert')).toHaveTextContent('This no longer exists.')
  await save()
  await waitFor(() =>
    expect(form.getByRole('alert')).not.toHaveTextContent('This no longer exists.'),
  )
  expect(limit).toHaveValue('3')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies.get('share edit')).toMatchObject(sent('share edit'))
})

it('S6 extends a link with the request that the public server takes for an edit', async () => {
  const server = publicServer({
    'GET /share': list,
    'GET /share/info/lqhl': ['share info extended'],
    'POST /share/lqhl': ['share edit'],
  })
  const { user } = await page({ between: server.between, isStrict: false })
  ;(await row('y.txt')).focus()
  const formIn = async () => {
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    return within(limit.closest('dialog') as HTMLElement)
  }
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('e')
  const edit = await formIn()
  await user.click(edit.getByRole('radio', { name: '1 day' }))
  await user.type(edit.getByRole('textbox', { name: 'Download limit' }), '3')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await closed()
  // The public server takes flags that the recording did not send as false.
  const flags = { share_view: false, show_readme: false }
  expect(server.bodies.get('share edit')).toEqual({ ...sent('share edit'), ...flags })

  await user.pointer({ keys: '[MouseRight]', target: await row('y.txt') })
  await user.click(await screen.findByRole('menuitem', { name: 'Extend…' }))
  const extend = await formIn()
  await user.click(extend.getByRole('radio', { name: 'On a date' }))
  await user.type(extend.getByRole('textbox', { name: 'Download limit' }), '3')
  await user.click(extend.getByRole('button', { name: 'Extend' }))
  await closed()
  expect(server.bodies.get('share edit')).toEqual({
    ...sent('share edit'),
    ...flags,
    // The end of the day a week from now, which the form suggests: this link has no end to count from.
    expire: expect.closeTo(7.5 * 86_400, -5),
  })
})

it('S9 changes links as the public server takes it, and names the one whose item it does not tell', async () => {
  const server = publicServer({
    'GET /share': list,
    'GET /share/info/lqhl': ['share info extended'],
    'GET /share/info/5OT3': ['share info owner'],
    'POST /share/lqhl': ['share edit'],
  })
  const { user } = await page({ between: server.between, isStrict: false })
  await row('y.txt')
  for (const name of ['y.txt', 'Work'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'Extend…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Extend 2 links' }))
  await user.click(form.getByRole('radio', { name: 'Set to' }))
  await user.type(form.getByRole('textbox', { name: 'Download limit' }), '3')
  await user.click(form.getByRole('button', { name: 'Extend 2 links' }))
  expect(await screen.findByText(/^1 of 2 links changed\. 1 failed\./)).toBeVisible()
  const { expire: _, ...wanted } = sent('share edit') as { expire: number }
  expect(server.bodies.get('share edit')).toMatchObject(wanted)
})

it('S7 deletes a link as the public server does, and takes one that is gone for deleted', async () => {
  const server = publicServer({
    'GET /share': list,
    'DELETE /share': ['shares delete many'],
    'DELETE /share/jYUE': ['share delete', 'share delete again'],
  })
  const { user, requests } = await page({ between: server.between, isStrict: false })
  await row('y.txt')
  const links = names().length
  ;(await row('b.txt')).focus()
  await user.keyboard('{Delete}')
  await user.click(await screen.findByRole('button', { name: 'Delete now' }))
  expect(await screen.findByText(/^The link to “.*b\.txt.*” deleted$/)).toBeVisible()
  expect(names()).toHaveLength(links - 1)
  expect(server.bodies.get('shares delete many')).toEqual({ ids: ['02HR'] })
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

it('S7 deletes links one by one where the public server has no call for several, and takes one that is gone for deleted', async () => {
  const server = publicServer({
    'GET /share': list,
    'DELETE /share': ['unknown route'],
    'DELETE /share/lqhl': ['share delete'],
    // The answer for another user's link is the same.
    'DELETE /share/02HR': ['share delete other'],
  })
  const { user, requests } = await page({ between: server.between, isStrict: false })
  await row('y.txt')
  const links = names().length
  for (const name of ['y.txt', 'b.txt'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await user.keyboard('{Delete}')
  await user.click(await screen.findByRole('button', { name: 'Delete now' }))
  expect(await screen.findByText('2 links deleted')).toBeVisible()
  expect(names()).toHaveLength(links - 2)
  const paths = requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(paths.sort()).toEqual(['/share', '/share/02HR', '/share/lqhl'])
})

it('S13 creates a link as the public server does, and says why it refuses', async () => {
  const server = publicServer({
    'GET /share/info/lqhl': ['share info extended'],
    'PUT /share': ['share missing', 'share file'],
  })
  const { user } = await page({
    between: server.between,
    isStrict: false,
    seed: ({ service, mei }) => void service.seed.addFile(mei, ['T', 'Home', 'y.txt']),
    path: '/files?uri=svc%3A%2F%2Fmy%2FT%2FHome',
  })
  ;(await screen.findByRole('row', { name: 'y.txt' })).focus()
  await user.click(screen.getByRole('row', { name: 'y.txt' }))
  await user.click(await screen.findByRole('button', { name: /^Share/ }))
  const form = within(await screen.findByRole('dialog', { name: /^Share .*y\.txt/ }))
  const create = () => user.click(form.getByRole('button', { name: 'Create link' }))
  await create()
  expect(await form.findByRole('alert')).toBeVisible()
  await create()
  const result = within(await screen.findByRole('dialog', { name: /^Link to .*y\.txt/ }))
  const { data: url } = recorded('share file').answer as { data: string }
  expect(result.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  expect(await copied()).toBe(url)
  expect(server.bodies.get('share file')).toMatchObject(sent('share file'))
})
