import type { NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { defineQuestion } from './questions.ts'

/** It is one of two items of the same name. */
export type NameClashSide = {
  readonly isFolder: boolean
  /** It is in bytes. */
  readonly size: number
  /** It was changed then, in ms since 1970; null while that is not known. */
  readonly updatedAt: number | null
  /** It was deleted then, in ms since 1970, when it is in the trash. */
  readonly deletedAt?: number
  /** Its content is where the service has it, or a file of this computer. */
  readonly content?: { readonly id: string; readonly uri: string } | File | undefined
}

/**
 * `existing` has the item's name in the target folder: undefined for another of the items, null while it is not known.
 */
export type NameClash = {
  readonly id: string
  readonly name: string
  readonly item: NameClashSide
  readonly existing: NameClashSide | undefined | null
}

/** It makes a row of a list one side of a clash. */
export const clashSideOfRow = ({
  id,
  uri,
  isFolder,
  size,
  updatedAt,
}: Omit<NameClashSide, 'content' | 'deletedAt'> & {
  readonly id: string
  readonly uri: string
}): NameClashSide => ({ isFolder, size, updatedAt, content: { id, uri } })

export type NameClashes = {
  readonly kind: 'move' | 'copy'
  /** It is the name of the target folder; empty for the root of the user's files. */
  readonly to: string
  readonly clashes: readonly NameClash[]
  /** So many items are moved or copied. */
  readonly total: number
}

/** It is undefined for Cancel. */
export type NameClashAnswer = NameClashDecisions | undefined

/** It asks what to do about names that are taken where items are moved or copied to. */
export const nameClashQuestion = defineQuestion<NameClashes, NameClashAnswer>(
  'name clash',
  undefined,
)
