import { tooBusyError } from '#src/server/http/responses/envelope.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'

/** Requests of one client that are worked on at a time, and those that wait for that; further ones are refused. */
type Limits = { readonly running: number; readonly waiting: number }
const usualLimits: Limits = { running: 32, waiting: 128 }
/** Bytes of answers that callers without an account have not read yet, of one address and of all. */
const maxUnread = { address: 4 * 1024 ** 2, total: 16 * 1024 ** 2 }
/** Bytes of an answer that is sent whatever others have not read. */
const smallAnswer = 16 * 1024

/**
 * Decides which requests are worked on. A client is an account, a sign-in or a network address; what it is called is
 * up to those who ask. The client '' is not known and not limited.
 */
export type Admission = {
  /**
   * Waits until the client has less requests in progress than `limits` say, 32 unless given. Resolves to a function that
   * ends this one. Throws HTTP 503 when too many wait already (128), or when `closed` resolves meanwhile: the client has
   * left.
   */
  enter(client: string, closed?: Promise<void>, limits?: Limits): Promise<() => void>
  /**
   * Counts an answer of `bytes` to a caller without an account until `closed` resolves. Throws HTTP 503 instead when too
   * much is unread; one answer of an address always fits into its share.
   */
  holdUntilRead(address: string, bytes: number, closed: Promise<void>): void
}

type Client = { running: number; readonly waiting: Set<() => void> }

/** Creates the admission of one server or service. */
export function createAdmission(): Admission {
  const clients = new Map<string, Client>()
  const unread = new Map<string, number>()
  let totalUnread = 0

  function leave(name: string, client: Client): void {
    const [next] = client.waiting
    if (next) {
      // The place goes to the one that has waited longest.
      client.waiting.delete(next)
      next()
      return
    }
    client.running -= 1
    if (client.running === 0) clients.delete(name)
  }

  function waitForPlace(
    client: Client,
    closed: Promise<void> | undefined,
    { waiting }: Limits,
  ): Promise<void> {
    if (client.waiting.size >= waiting) throw tooBusyError()
    return new Promise((resolve, reject) => {
      const start = () => resolve()
      client.waiting.add(start)
      void closed?.then(() => {
        if (client.waiting.delete(start)) reject(tooBusyError())
      })
    })
  }

  return {
    async enter(name, closed, limits = usualLimits) {
      if (name === '') return () => undefined
      const client = clients.get(name) ?? { running: 0, waiting: new Set() }
      clients.set(name, client)
      if (client.running < limits.running) client.running += 1
      else await waitForPlace(client, closed, limits)
      return () => leave(name, client)
    },
    holdUntilRead(address, bytes, closed) {
      const network = networkOf(address)
      const own = unread.get(network) ?? 0
      const isTooMuch =
        (own > 0 && own + bytes > maxUnread.address) || totalUnread + bytes > maxUnread.total
      if (isTooMuch && bytes > smallAnswer) throw tooBusyError()
      unread.set(network, own + bytes)
      totalUnread += bytes
      void closed.then(() => {
        totalUnread -= bytes
        const left = (unread.get(network) ?? 0) - bytes
        if (left > 0) unread.set(network, left)
        else unread.delete(network)
      })
    },
  }
}
