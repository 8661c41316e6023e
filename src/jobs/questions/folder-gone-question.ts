import { defineQuestion } from './questions.ts'

/** A folder that was to be written to is not where it was. */
export type FolderGone = {
  /** It is the URI of the folder as it was known. */
  readonly folder: string
  /** It is the URI of the folder now; undefined when that was deleted, or is nowhere that the user can see. */
  readonly movedTo: string | undefined
}

/** It asks for the URI of the folder to write to instead; undefined to write nothing. */
export const folderGoneQuestion = defineQuestion<FolderGone, string | undefined>(
  'folder gone',
  undefined,
)
