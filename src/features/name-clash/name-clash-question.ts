import { defineQuestionKind } from '#src/jobs/questions/questions.ts'
import type { DecidedNameClashes } from '#src/lib/names/name-clash.ts'

export type NameClashSide = {
  readonly isFolder: boolean
  /** Bytes. */
  readonly size: number
  /** ms since 1970: when it was changed; null while that is not known. */
  readonly updatedAt: number | null
  /** Where the service has it. */
  readonly id?: string | undefined
  /** ms since 1970, of what is in the trash. */
  readonly deletedAt?: number
  /** Its content: where the service has it, or a file of this computer. */
  readonly content?: { readonly id: string; readonly uri: string } | File | undefined
}

/** An item, and what has its name in the target folder: undefined for another of the items, null while it is not known. */
export type NameClash = {
  readonly id: string
  readonly name: string
  readonly item: NameClashSide
  readonly existing: NameClashSide | undefined | null
}

/** Folders are not replaced. */
export const isFolderClash = ({ item, existing }: NameClash): boolean =>
  item.isFolder || existing?.isFolder === true

/** A row of a list as one side of a clash. */
export const clashSideOfRow = ({
  id,
  uri,
  isFolder,
  size,
  updatedAt,
}: Omit<NameClashSide, 'content' | 'deletedAt'> & {
  readonly id: string
  readonly uri: string
}): NameClashSide => ({ id, isFolder, size, updatedAt, content: { id, uri } })

export type NameClashQuestionContent = {
  readonly kind: 'move' | 'copy'
  /** Name of the target folder; empty for the root of the user's files. */
  readonly to: string
  readonly clashes: readonly NameClash[]
  readonly total: number
}

/** Undefined for Cancel. */
export type NameClashAnswer = DecidedNameClashes | undefined

/** What to do about names that are taken where items are moved or copied to. */
export const nameClashQuestion = defineQuestionKind<NameClashQuestionContent, NameClashAnswer>(
  'name clash',
  undefined,
)
