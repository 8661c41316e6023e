import { expect, test } from 'vitest'
import { endings, extensions, grants, moveShared, openTeam, useUp } from './link-grants.ts'

/** Begins everything that can be begun through a link, lets something happen, and tells what may still be used. */
async function stillUsed(
  happen: (team: Awaited<ReturnType<typeof openTeam>>) => unknown,
): Promise<Record<string, boolean>> {
  const team = await openTeam()
  const begun: [string, () => Promise<boolean>][] = []
  for (const [kind, begin] of Object.entries(grants)) begun.push([kind, await begin(team)])
  await happen(team)
  const used: Record<string, boolean> = {}
  for (const [kind, mayGoOn] of begun) used[kind] = await mayGoOn()
  return used
}
const each = (isUsed: (kind: string) => boolean) =>
  Object.fromEntries(Object.keys(grants).map((kind) => [kind, isUsed(kind)]))

test.each(Object.entries(endings))(
  'Security 5 when %s, nothing that a visitor began before is of use',
  async (_ending, end) => {
    expect(await stillUsed(end)).toEqual(each(() => false))
  },
)

test.each(Object.entries(extensions))(
  'when %s, all that a visitor began before goes on',
  async (_extension, extend) => {
    expect(await stillUsed(extend)).toEqual(each(() => true))
  },
)

test('F7 a link that is used up ends what no download was counted for, and nothing else', async () => {
  const isPaid = (kind: string) => /content|archive|viewer|lock/.test(kind)
  expect(await stillUsed(useUp)).toEqual(each(isPaid))
})

test('a shared folder that is renamed and moved takes with it what was begun in it, but for locks of its old path', async () => {
  const isOfPath = (kind: string) => /chunk|saves|lock/.test(kind)
  expect(await stillUsed(moveShared)).toEqual(each((kind) => !isOfPath(kind)))
})
