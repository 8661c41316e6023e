import { vi } from 'vitest'

/** From now on the browser takes no journal, or deletes none; what else it stores is not concerned. */
export function refuseJournals(method: 'put' | 'delete') {
  const original: unknown = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, method)?.value
  const spy = vi.spyOn(IDBObjectStore.prototype, method)
  spy.mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
    if (this.name !== 'heads') return Reflect.apply(original as () => never, this, args)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  return spy
}
