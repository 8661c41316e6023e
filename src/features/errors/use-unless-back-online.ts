import { useState } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'

/** The error, but for one that came of being offline once the network is back. */
export function useUnlessBackOnline<E extends Error>(error: E | null): E | null {
  const isOnline = useIsOnline()
  const [offline, setOffline] = useState<Error>()
  const isNetwork = error instanceof TransportError && error.reason === 'network'
  if (isNetwork && !isOnline && offline !== error) setOffline(error)
  return isOnline && error !== null && offline === error ? null : error
}
