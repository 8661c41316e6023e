import * as v from 'valibot'
import { currentSession } from '#src/api/current-session.ts'
import { readStored, writeStored } from '#src/platform/storage.ts'

/** How the links were that the user made last in this browser. */
const LastLinkSettings = v.object({
  isProtected: v.fallback(v.boolean(), false),
  expiry: v.fallback(v.picklist(['never', 'day', 'week', 'month']), 'never'),
})
type LastLinkSettings = v.InferOutput<typeof LastLinkSettings>

const keyOf = (): string => `latchkey.new-link.${currentSession().userId ?? ''}`

export function lastLinkSettings(): LastLinkSettings {
  const stored = v.safeParse(LastLinkSettings, readStored('local', keyOf()))
  return stored.success ? stored.output : v.parse(LastLinkSettings, {})
}

export const rememberLinkSettings = (settings: LastLinkSettings): boolean =>
  writeStored('local', keyOf(), settings)
