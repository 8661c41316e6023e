import { useMemo, useSyncExternalStore } from 'react'
import { getThumb } from '#src/api/content.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { forgetsOnSignOut } from '#src/stores/resets.ts'

/*
 * Thumbnails of what is on screen or near it. Those who want one say so while they do; what nobody wants any more is not
 * fetched to its end, and only so many are kept. Apart from react-query: it knows neither an order of wishes nor how many
 * may be under way at once.
 */

const mostAtOnce = 6
/** Kept beyond what is wanted; each is some 15 kB. */
const mostKept = 300
const mostRefused = 5_000
/** Ms that a wish must last before anything is asked: rows that fly by want nothing. */
const patience = 60

type Wish = {
  uri: string
  /** Wishes of the same moment are met in their order, later moments first. */
  moment: number
  wanters: number
  under?: AbortController
}

const wishes = new Map<string, Wish>()
/** Object URLs by key, least recently wanted first. */
const kept = new Map<string, string>()
/** Keys of what has none. */
const refused = new Set<string>()
const listeners = new Map<string, Set<() => void>>()
let underWay = 0
let moment = 0
let timer: ReturnType<typeof setTimeout> | undefined

function next(): [string, Wish] | undefined {
  let found: [string, Wish] | undefined
  for (const entry of wishes) {
    if (!entry[1].under && (!found || entry[1].moment > found[1].moment)) found = entry
  }
  return found
}

function pump(): void {
  timer = undefined
  moment++
  while (underWay < mostAtOnce) {
    const found = next()
    if (!found) return
    void fetchOne(...found)
  }
}

async function fetchOne(key: string, wish: Wish): Promise<void> {
  const stop = new AbortController()
  wish.under = stop
  underWay++
  try {
    const blob = await getThumb(wish.uri, stop.signal)
    if (!stop.signal.aborted) keep(key, URL.createObjectURL(blob))
  } catch (error) {
    const isNone =
      error instanceof ApiError &&
      (error.code === Code.nothingThere || error.code === Code.unclassified)
    if (isNone && refused.size < mostRefused) refused.add(key)
  } finally {
    underWay--
    // Whatever came of it, it is not asked for again while it is wanted.
    if (wishes.get(key) === wish) wishes.delete(key)
    timer ??= setTimeout(pump, 0)
  }
}

function keep(key: string, address: string): void {
  kept.set(key, address)
  for (const [old, itsAddress] of kept) {
    if (kept.size <= mostKept) break
    if (listeners.has(old)) continue
    kept.delete(old)
    URL.revokeObjectURL(itsAddress)
  }
  for (const notify of listeners.get(key) ?? []) notify()
}

function want(key: string, uri: string): void {
  const address = kept.get(key)
  if (address !== undefined) {
    kept.delete(key)
    kept.set(key, address)
    return
  }
  if (refused.has(key)) return
  const wish = wishes.get(key)
  if (wish) wish.wanters++
  else wishes.set(key, { uri, moment, wanters: 1 })
  timer ??= setTimeout(pump, patience)
}

function unwant(key: string): void {
  const wish = wishes.get(key)
  if (!wish || --wish.wanters > 0) return
  wishes.delete(key)
  wish.under?.abort()
}

function forgetAll(): void {
  for (const { under } of wishes.values()) under?.abort()
  wishes.clear()
  for (const address of kept.values()) URL.revokeObjectURL(address)
  kept.clear()
  refused.clear()
}
forgetsOnSignOut(forgetAll)

/** What a thumbnail is of; it changes with the content. */
type Pictured = { readonly id: string; readonly uri: string; readonly updatedAt: number }

const nobody = () => () => {}
const nothing = () => undefined

/** The address of an item's thumbnail once it is here, fetched while this is drawn; undefined without one. */
export function useThumb(of: Pictured | null): string | undefined {
  const key = of ? `${of.id} ${of.updatedAt}` : ''
  const uri = of?.uri ?? ''
  const [subscribe, read] = useMemo(() => {
    if (key === '') return [nobody, nothing] as const
    const follow = (listener: () => void) => {
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(listener))
      want(key, uri)
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(key)
        unwant(key)
      }
    }
    return [follow, () => kept.get(key)] as const
  }, [key, uri])
  return useSyncExternalStore(subscribe, read)
}
