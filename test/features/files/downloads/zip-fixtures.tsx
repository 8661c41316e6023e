import { screen, within } from '@testing-library/react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { renderApp, type Backend } from '../../../dom/harness.tsx'
import type { Sent } from '../../../dom/network.ts'

/* A folder of Mei, at a service that packs no archives. */

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'
const row = (name: string | RegExp) => screen.findByRole('row', { name })
export const contents = (text: string) => ({ contents: new TextEncoder().encode(text) })

export const isArchive = ({ path, body }: Sent) =>
  path === '/file/url' && body.includes('"archive":true')
const refusal = {
  kind: 'json',
  body: { code: ErrorCode.groupNotAllowed, msg: 'no' },
} as const

export function seedTrip({ service: { seed }, mei }: Backend): void {
  seed.addFile(mei, ['Work', 'Trip', 'a.txt'], contents('one'))
  seed.addFile(mei, ['Work', 'Trip', 'Day 2', 'a.txt'], contents('two'))
  seed.addFile(mei, ['Work', 'Trip', 'Day 2', 'Evening', 'b.txt'], contents('three'))
  seed.addFile(mei, ['Work', 'Trip', 'nothing'], contents(''))
  seed.addFolder(mei, ['Work', 'Trip', 'empty'])
  seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
}
export const trip = {
  'Trip/': '',
  'Trip/Day 2/': '',
  'Trip/Day 2/Evening/': '',
  'Trip/Day 2/Evening/b.txt': 'three',
  'Trip/Day 2/a.txt': 'two',
  'Trip/a.txt': 'one',
  'Trip/empty/': '',
  'Trip/nothing': '',
}

type Options = NonNullable<Parameters<typeof renderApp>[0]>

export async function atWork({ faults, seed = seedTrip, ...options }: Options = {}) {
  const sent: Sent[] = []
  const app = await renderApp({
    path: work,
    seed,
    faults: (all) => {
      all.always((request) => sent.push(request) < 0, { kind: 'drop' })
      all.always(isArchive, refusal)
      faults?.(all)
    },
    ...options,
  })
  await row('plan.txt')
  return { ...app, sent }
}
export async function download(app: Awaited<ReturnType<typeof atWork>>, ...names: string[]) {
  for (const name of names) await app.user.click(within(await row(name)).getByRole('checkbox'))
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
}
