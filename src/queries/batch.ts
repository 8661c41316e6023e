import { mutationOptions } from '@tanstack/react-query'
import { type BatchItem, type BatchResult, notBusy } from '#src/stores/batches.ts'
import { type Definition, Ledger } from './ledger.ts'
import type { LedgerLog, Past } from './ledger-log.ts'
import { writeMeta } from './stale.ts'

/** Where variables come from that do not begin a batch of their own. */
type Before = { past?: { told: Past; log: LedgerLog }; follows?: number }
const befores = new WeakMap<object, Before>()

/** Says that a batch started with these variables deals with the leftovers of another one. */
export function following<V extends object>(variables: V, batchId: number): V {
  befores.set(variables, { follows: batchId })
  return variables
}

/** The variables to start a batch with that goes on where its log ends. */
export function variablesOf(told: Past, log: LedgerLog): { items: readonly BatchItem[] } {
  const variables = { ...told.rest, items: told.items }
  befores.set(variables, { past: { told, log } })
  return variables
}

/** The same item twice would be in its own way. */
function once(items: readonly BatchItem[]): BatchItem[] {
  const known = new Set<string>()
  return items.filter(({ id, uri }) => {
    const isNew = !known.has(id) && !known.has(uri)
    known.add(id).add(uri)
    return isNew
  })
}

/**
 * Every write of many things is made here. Resolves with what became of each item; rejects only when the session ends
 * for good. One message about it is shown by the ledger itself. Items that another batch is busy with are left to it.
 */
export const defineBatch = <V extends { readonly items: readonly BatchItem[] }>(
  definition: Definition<V>,
) => {
  const options = mutationOptions<BatchResult, Error, V>({
    mutationFn: async (variables, { client }) => {
      const { past, follows } = befores.get(variables) ?? {}
      const items = past?.told.items ?? notBusy(once(definition.items(variables)))
      if (items.length === 0) return { done: [], failed: [], locked: [], left: [] }
      const retry = (fewer: V) => {
        void client
          .getMutationCache()
          .build(client, options)
          .execute(following(fewer, ledger.id))
          .catch(() => undefined)
      }
      const ledger = new Ledger(definition, variables, items, { client, retry, follows, past })
      return ledger.run()
    },
    meta: writeMeta({ invalidates: definition.invalidates, isInline: true }),
  })
  return options
}
