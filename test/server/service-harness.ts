import { createService } from '#src/server/service.ts'
import type { Service, ServiceOptions } from '#src/server/service.ts'

/** The parts of an answer that tests look at; `data` is whatever the endpoint gives. */
type Answer = {
  status: number
  code: number
  msg: string
  error?: string
  correlation_id?: string
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export type Bench = Service & {
  clock: { time: number }
  owner: string
  colleague: string
  call(
    method: string,
    path: string,
    options?: { as?: string; token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
}

/** A service in memory with two accounts (`owner@example.org` and `colleague@example.org`, password `open sesame`) and a clock of its own. */
export async function openBench({
  users,
  ...options
}: Partial<ServiceOptions> & {
  /** Of a bench on the same folder, before a restart. */
  users?: Pick<Bench, 'owner' | 'colleague'>
} = {}): Promise<Bench> {
  const start = Date.parse('2026-03-01T12:00:00Z')
  const clock = { time: start }
  const service = await createService({
    dir: ':memory:',
    now: () => clock.time,
    // As if the service had run for an hour: before, the trash is not emptied.
    uptime: () => clock.time - start + 3600_000,
    passwordCost: 4,
    ...options,
  })
  const addUser = (name: string) =>
    service.seed.addUser({ email: `${name}@example.org`, nickname: name, password: 'open sesame' })
  const { owner, colleague } = users ?? { owner: addUser('owner'), colleague: addUser('colleague') }
  return {
    ...service,
    clock,
    owner,
    colleague,
    async call(method, path, { as, token, body, headers } = {}) {
      const bearer = token ?? (as ? (await service.seed.mintToken(as)).access_token : undefined)
      const response = await service.fetch(
        new Request(`http://localhost/api/v4${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            ...headers,
          },
          ...(body === undefined
            ? {}
            : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      )
      return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
    },
  }
}
