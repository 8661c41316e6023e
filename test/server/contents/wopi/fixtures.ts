import { textEditorViewerId } from '#src/server/http/site.ts'
import { send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import type { TestService } from '../../service-harness.ts'

export const session = (
  service: TestService,
  name: string,
  more: object = {},
  as = service.owner,
) =>
  service.call('PUT', '/file/viewerSession', {
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
  service: TestService,
  name = 'letter.txt',
  more: object = {},
  as = service.owner,
) {
  const { data } = await session(service, name, more, as)
  const id = (await service.call('GET', `/file/info?uri=svc://my/${name}`, { as: service.owner }))
    .data.id as string
  const token = encodeURIComponent(data.session.access_token)
  const at = (path: string) => `/file/wopi/${id}${path}?access_token=${token}`
  const override = (operation: string, lock?: string, headers: Record<string, string> = {}) =>
    send(service, 'POST', at(''), {
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
    check: () => send(service, 'GET', at('')),
    get: (headers: Record<string, string> = {}) =>
      send(service, 'GET', at('/contents'), { headers }),
    put: (body: string | Uint8Array, lock?: string) =>
      send(service, 'POST', at('/contents'), {
        body,
        headers: {
          'x-wopi-override': 'PUT',
          ...(lock === undefined ? {} : { 'x-wopi-lock': lock }),
        },
      }),
  }
}

export async function withLetter(options: Parameters<typeof openTestService>[0] = {}) {
  const service = await openTestService(options)
  service.seed.addFile(service.owner, ['letter.txt'], { contents: Buffer.from('Dear Lin,') })
  return service
}
