import { textEditorViewerId } from '#src/server/http/site.ts'
import { send } from '../raw-http.ts'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

export const session = (bench: Bench, name: string, more: object = {}, as = bench.owner) =>
  bench.call('PUT', '/file/viewerSession', {
    as,
    body: {
      uri: `svc://my/${name}`,
      viewer_id: textEditorViewerId,
      preferred_action: 'edit',
      ...more,
    },
  })

/** An application that opened `letter.txt` (or another file) in the owner's name. */
export async function editor(
  bench: Bench,
  name = 'letter.txt',
  more: object = {},
  as = bench.owner,
) {
  const { data } = await session(bench, name, more, as)
  const id = (await bench.call('GET', `/file/info?uri=svc://my/${name}`, { as: bench.owner })).data
    .id as string
  const token = encodeURIComponent(data.session.access_token)
  const at = (path: string) => `/file/wopi/${id}${path}?access_token=${token}`
  const override = (operation: string, lock?: string, headers: Record<string, string> = {}) =>
    send(bench, 'POST', at(''), {
      headers: {
        'x-wopi-override': operation,
        ...(lock === undefined ? {} : { 'x-wopi-lock': lock }),
        ...headers,
      },
    })
  return {
    id,
    data,
    override,
    check: () => send(bench, 'GET', at('')),
    get: (headers: Record<string, string> = {}) => send(bench, 'GET', at('/contents'), { headers }),
    put: (body: string | Uint8Array, lock?: string) =>
      send(bench, 'POST', at('/contents'), {
        body,
        headers: {
          'x-wopi-override': 'PUT',
          ...(lock === undefined ? {} : { 'x-wopi-lock': lock }),
        },
      }),
  }
}

export async function withLetter(options: Parameters<typeof openBench>[0] = {}) {
  const bench = await openBench(options)
  bench.seed.addFile(bench.owner, ['letter.txt'], { contents: Buffer.from('Dear Lin,') })
  return bench
}
