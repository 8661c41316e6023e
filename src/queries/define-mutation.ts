import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { TransportError } from '#src/contract/errors.ts'
import type { Operation } from '#src/lib/operation.ts'
import { throughLockGate } from './lock-gate.ts'
import { writeMeta } from './stale.ts'

type Definition<V, D> = {
  send: (variables: V) => Promise<D>
  /** For the words about it when it is stopped. */
  operation: (variables: V) => Operation
  invalidates: (variables: V) => readonly QueryKey[]
  /** Changes the lists that are on screen, after the service has confirmed it. */
  patch?: (client: QueryClient, data: D, variables: V) => void
  /** When no answer came: looks whether it was done all the same. undefined when it was not. */
  check?: (variables: V) => Promise<D | undefined>
  inline?: boolean
}

/** Whether the request may have been carried out although its answer did not come. */
const isUncertain = (error: unknown): boolean => error instanceof TransportError

/** Every write of one thing is made here, so every write passes the lock gate and says what it makes stale. */
export const defineMutation = <V, D>(definition: Definition<V, D>) => {
  const { send, operation, invalidates, patch, check, inline } = definition
  const sendOnce = async (variables: V): Promise<D> => {
    try {
      return await send(variables)
    } catch (error) {
      if (!check || !isUncertain(error)) throw error
      const found = await check(variables).catch(() => undefined)
      if (found === undefined) throw error
      return found
    }
  }
  return mutationOptions<D, Error, V>({
    mutationFn: async (variables, { client }) => {
      const data = await throughLockGate(operation(variables), () => sendOnce(variables))
      patch?.(client, data, variables)
      return data
    },
    meta: writeMeta({ invalidates, isInline: inline ?? false }),
  })
}
