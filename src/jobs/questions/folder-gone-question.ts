import { defineQuestion } from './questions.ts'

/** A folder that was to be written to is not where it was. */
export type FolderGoneContent = {
  /** URI of the folder as it was known. */
  readonly folder: string
  /** Its URI now; undefined when it was deleted, or is nowhere that the user can see. */
  readonly movedTo: string | undefined
}

/** Asks for the URI of the folder to write to instead; undefined to write nothing. */
export const folderGoneQuestion = defineQuestion<FolderGoneContent, string | undefined>(
  'folder gone',
  undefined,
)
