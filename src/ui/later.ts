import { useEffect, useState } from 'react'

/**
 * Code that is fetched when it is first wanted, and drawn at once ever after. Call it outside components. `useCode` gives
 * undefined while the code is on its way, and throws to the nearest boundary when it cannot be had.
 */
export function later<T>(fetchCode: () => Promise<T>): {
  load: () => Promise<T>
  useCode: (isWanted: boolean) => T | undefined
} {
  let loaded: { code: T } | undefined
  const load = async () => {
    loaded ??= { code: await fetchCode() }
    return loaded.code
  }
  const useCode = (isWanted: boolean): T | undefined => {
    const [arrived, setArrived] = useState(loaded)
    useEffect(() => {
      if (!isWanted || arrived) return undefined
      let isHere = true
      load().then(
        () => isHere && setArrived(loaded),
        (cause: unknown) =>
          isHere &&
          setArrived(() => {
            throw cause
          }),
      )
      return () => {
        isHere = false
      }
    }, [isWanted, arrived])
    return (arrived ?? loaded)?.code
  }
  return { load, useCode }
}
