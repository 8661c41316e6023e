import type { ViewSetting } from '#src/contract/views/view.ts'
import type { ItemPlacement } from '#src/jobs/placement/placement-request.ts'

/** An item of a write, as the page knows it. */
export type NamedItem = {
  readonly id: string
  readonly name: string
  readonly uri: string
  readonly isFolder?: boolean
  readonly origin?: string | null
  readonly wish?: ItemPlacement | undefined
  /** Of a folder that is given another view than the others. */
  readonly view?: ViewSetting | null | undefined
}

/** A write of the page. */
export type Write = {
  readonly mutationId: number
  /** What it was started with. */
  readonly items: readonly NamedItem[]
  readonly folder: string | undefined
  /** The new name, for a rename. */
  readonly name: string | undefined
  /** Whether it is about all that the trash has. */
  readonly isEmptying: boolean
  /** Files that it moves to the trash, since they are in the way of its items. */
  readonly inTheWay: readonly Pick<NamedItem, 'id'>[]
  /** The view, where one is saved or copied. */
  readonly view: ViewSetting | null | undefined
  readonly since: number
  /** The ids of others that did the same before and after a reload. */
  readonly siblings?: ReadonlySet<number>
}
