import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { renderApp, type Backend } from '../../../dom/harness.tsx'
import { recordSavedAddresses } from './saved-addresses.ts'

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'
const row = (name: string | RegExp) => screen.findByRole('row', { name })

function seedWork({ service, mei }: Backend): void {
  const contents = (text: string) => ({ contents: new TextEncoder().encode(text) })
  service.seed.addFile(mei, ['Work', 'letter.txt'], contents('dear'))
  service.seed.addFile(mei, ['Work', 'plan.txt'], contents('first'))
  service.seed.addFile(mei, ['Work', 'Drafts', 'Deep', 'note.txt'], contents('deep'))
}

const saved = recordSavedAddresses()

async function atWork(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, seed: seedWork, ...options })
  await row('letter.txt')
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  return app
}
type App = Awaited<ReturnType<typeof atWork>>
const select = async (app: App, ...names: string[]) => {
  for (const name of names) {
    await app.user.click(within(await row(name)).getByRole('checkbox'))
  }
}
const press = (app: App) => app.user.click(screen.getByRole('button', { name: 'Download' }))
const textAt = async (address = '') => (await fetch(address)).text()

describe('F2 downloading', () => {
  it('one file comes as it is, from an address under this origin', async () => {
    const app = await atWork()
    await select(app, 'letter.txt')
    await press(app)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/^\/api\/v4\//)
    expect(await textAt(saved[0])).toBe('dear')
  })

  it('asked for again while it is prepared, it is still one', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    const app = await atWork()
    app.faults.next('POST /file/url', { kind: 'hold', until })
    await select(app, 'letter.txt')
    fireEvent.click(screen.getByRole('button', { name: 'Download' }))
    fireEvent.click(screen.getByRole('button', { name: 'Download' }))
    // Other items are another download.
    await select(app, 'letter.txt', 'plan.txt')
    await press(app)
    await waitFor(() => expect(saved).toHaveLength(1))
    answer()
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(app.requests.filter(({ path }) => path === '/file/url')).toHaveLength(2)
  })

  it('starts once on a double click', async () => {
    const app = await atWork()
    await select(app, 'letter.txt')
    await app.user.dblClick(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await select(app, 'letter.txt', 'plan.txt')
    await press(app)
    await waitFor(async () => expect(await textAt(saved.at(-1))).toBe('first'))
    expect(saved).toHaveLength(2)
  })

  it('several come as one archive, and so does a folder', async () => {
    const app = await atWork()
    await select(app, 'letter.txt', 'plan.txt')
    await press(app)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await textAt(saved[0])).toMatch(/^PK[^]*letter\.txt[^]*plan\.txt/)
    await app.user.click(screen.getByRole('button', { name: /Clear/ }))
    await select(app, 'Drafts')
    await press(app)
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(await textAt(saved[1])).toMatch(/^PK[^]*Deep\/note\.txt/)
  })

  it('a refusal is said, and nothing is saved', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.next('POST /file/url', {
          kind: 'json',
          body: { code: ErrorCode.contentNotFound, msg: 'gone', correlation_id: 'abc' },
        }),
    })
    await select(app, 'letter.txt')
    await press(app)
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(saved).toEqual([])
  })
})
