/** A folder that was to be written to is not where it was. */
export type FolderGoneQuestion = {
  readonly id: number
  /** URI of the folder as it was known. */
  readonly folder: string
  /** Its URI now; undefined when it was deleted, or is nowhere that the user can see. */
  readonly movedTo: string | undefined
  /** `folder`: the URI of the folder to write to instead; undefined to write nothing. */
  readonly answer: (folder: string | undefined) => void
}
