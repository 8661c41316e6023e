/** What a write does, for the words about it. A kind is a verb of the catalogue's `operations`. */
export type Operation = {
  readonly kind:
    | 'create'
    | 'rename'
    | 'move'
    | 'copy'
    | 'trash'
    | 'deletePermanently'
    | 'emptyTrash'
    | 'restore'
    | 'save'
    | 'edit'
    | 'saveView'
    | 'copyView'
    | 'resetView'
    | 'upload'
    | 'download'
    | 'share'
  /** Name of the item, or of the first of them. */
  readonly name: string
  /** How many items it is about. */
  readonly count: number
  /** Name of the folder that they go to; empty for the root of one's own files. */
  readonly to?: string | undefined
}
