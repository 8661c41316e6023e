import { getRules } from 'axe-core'

/**
 * Left out: the contrast of 7:1 (AAA), for which the colours are not made, and an experimental rule that takes the
 * focused row of a grid for plain text. Rules that axe has deprecated are left out below.
 */
const unwantedRules = new Set(['color-contrast-enhanced', 'focus-order-semantics'])

/** All other rules of axe, best practice, experimental ones and those that are off by default included. */
export const accessibilityRules: Record<string, { enabled: true }> = Object.fromEntries(
  getRules()
    .filter(({ ruleId, tags }) => !unwantedRules.has(ruleId) && !tags.includes('deprecated'))
    .map(({ ruleId }) => [ruleId, { enabled: true }]),
)
