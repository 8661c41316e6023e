import { createEmbeddedService } from '#src/server/service.ts'
import type { EmbeddedService, EmbeddedServiceOptions } from '#src/server/service.ts'
import { type Answer, callService, type CallOptions } from '../processes/service-api.ts'

export type TestService = EmbeddedService & {
  clock: { time: number }
  owner: string
  colleague: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

/** A service in memory with two accounts (`owner@example.org` and `colleague@example.org`, password `open sesame`) and a clock of its own. */
export async function openTestService({
  users,
  ...options
}: Partial<EmbeddedServiceOptions> & {
  /** Of a service on the same folder, before a restart. */
  users?: Pick<TestService, 'owner' | 'colleague'>
} = {}): Promise<TestService> {
  const start = Date.parse('2026-03-01T12:00:00Z')
  const clock = { time: start }
  const service = await createEmbeddedService({
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
    call: (method, path, options) => callService(service, method, path, options),
  }
}
