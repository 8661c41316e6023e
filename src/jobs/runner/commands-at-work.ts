import { onSignOut } from '#src/api/resets.ts'
import type { JobDefinition } from '#src/jobs/job-definition.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { jobsProcessing } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'

/** What is to be done with each item, by its id, as far as jobs of one kind differ in that. */
type Wishes = ReadonlyMap<string, string | null>

/** What jobs of one kind are doing, or are being planned to do, so that no item is processed twice. */
export class CommandsAtWork<Item extends JobItem, V extends { readonly items: readonly Item[] }> {
  readonly #definition: Pick<JobDefinition<Item, V>, 'operation' | 'wishOf'>
  readonly #inputs = new Map<number, V>()
  /** What is being planned: no job has its items yet. */
  readonly planned = new Set<Wishes>()

  constructor(definition: Pick<JobDefinition<Item, V>, 'operation' | 'wishOf'>) {
    this.#definition = definition
    onSignOut(() => this.planned.clear())
  }

  async note<T>(id: number, input: V, ended: Promise<T>): Promise<T> {
    this.#inputs.set(id, input)
    return ended.finally(() => this.#inputs.delete(id))
  }

  /** The items that no job has. Says which are left out, unless the same is done with them: a command was given twice. */
  freeItems(input: V): Item[] {
    const others: readonly (readonly [ids: Pick<Wishes, 'has'>, Wishes])[] = [
      ...jobsProcessing(input.items).map(
        ({ id, activeIds }) => [activeIds, this.wishesOf(this.#inputs.get(id))] as const,
      ),
      ...[...this.planned].map((wishes) => [wishes, wishes] as const),
    ]
    const free = input.items.filter(({ id }) => !others.some(([ids]) => ids.has(id)))
    if (free.length === input.items.length) return free
    const wanted = this.wishesOf(input)
    const items = input.items.filter(({ id }) =>
      others.some(([ids, wishes]) => ids.has(id) && wishes.get(id) !== wanted.get(id)),
    )
    const values = { operation: this.#definition.operation({ ...input, items }), isInUse: true }
    if (items.length > 0) showToast({ kind: 'done', key: 'notDone', values })
    return free
  }

  wishesOf(input: V | undefined): Wishes {
    const { wishOf } = this.#definition
    const wishes = new Map<string, string | null>()
    if (!input) return wishes
    for (const item of input.items) wishes.set(item.id, wishOf?.(item, input) ?? null)
    return wishes
  }
}
