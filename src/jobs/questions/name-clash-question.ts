import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { defineQuestion } from './questions.ts'

export type NameClashAnswer = NameClashChoice | 'cancel'

type Version = { readonly isFolder: boolean; readonly size: number; readonly updatedAt: number }

/** An item, and what has its name in the target folder: undefined for another of the items. */
export type NameClash = {
  readonly name: string
  readonly item: Version
  readonly existing: Version | undefined
}

export type NameClashes = {
  readonly kind: 'move' | 'copy'
  /** Name of the target folder; empty for the root of the user's files. */
  readonly to: string
  readonly clashes: readonly NameClash[]
  /** Number of items that are moved or copied. */
  readonly total: number
}

/** What to do about names that are taken where items are moved or copied to. */
export const nameClashQuestion = defineQuestion<NameClashes, NameClashAnswer>(
  'name clash',
  'cancel',
)
