import { useEffect, useState } from 'react'

/**
 * Which links are ticked: those that the user has ticked, and dead ones that have not been seen to work, so that none which
 * dies meanwhile is ticked unseen. A link that works is ticked only where it was ticked as one that works. `live` has the
 * ids of those that work now.
 */
export function useLinkTicks(live: readonly string[]) {
  // Nothing is drawn again for what is added: a link that dies changes the list.
  const [seenLive] = useState(() => new Set<string>())
  useEffect(() => {
    for (const id of live) seenLive.add(id)
  }, [live, seenLive])
  const [choices, setChoices] = useState<
    ReadonlyMap<string, { readonly isWanted: boolean; readonly wasLive: boolean }>
  >(new Map())
  const isTicked = (id: string, isLive: boolean): boolean => {
    const choice = choices.get(id)
    return choice && (choice.wasLive || !isLive) ? choice.isWanted : !isLive && !seenLive.has(id)
  }
  const tick = (rows: readonly { readonly id: string }[], isWanted: boolean, isLive: boolean) => {
    const next = new Map(choices)
    for (const { id } of rows) next.set(id, { isWanted, wasLive: isLive })
    setChoices(next)
  }
  return { isTicked, tick }
}
