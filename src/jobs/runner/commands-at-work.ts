import { onSignOut } from '#src/api/resets.ts'
import type { JobDefinition } from '#src/jobs/job-definition.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { jobsProcessing } from '#src/jobs/store/job-list.ts'
import type { CommandKeys, JobItem } from '#src/jobs/store/job.ts'

export const commandKeysOf = <Item extends JobItem, V>(
  { commandKeyOf }: Pick<JobDefinition<Item, V>, 'commandKeyOf'>,
  items: readonly Item[],
  input: V,
): CommandKeys => new Map(items.map((item) => [item.id, commandKeyOf?.(item, input) ?? null]))

/** What jobs of one kind are doing, or are being planned to do, so that no item is processed twice. */
export class CommandsAtWork<Item extends JobItem, V extends { readonly items: readonly Item[] }> {
  readonly #definition: Pick<JobDefinition<Item, V>, 'operation' | 'commandKeyOf'>
  /** What is being planned: no job has its items yet. */
  readonly planned = new Set<CommandKeys>()

  constructor(definition: Pick<JobDefinition<Item, V>, 'operation' | 'commandKeyOf'>) {
    this.#definition = definition
    onSignOut(() => this.planned.clear())
  }

  /** The items that no job has. Says which are left out, unless the same is done with them: a command was given twice. */
  freeItems(input: V): Item[] {
    const { kind } = this.#definition.operation(input)
    const others: readonly (readonly [ids: Pick<CommandKeys, 'has'>, CommandKeys])[] = [
      ...jobsProcessing(input.items).map(
        ({ activeIds, operation, commandKeys }) =>
          [activeIds, operation.kind === kind ? commandKeys() : new Map()] as const,
      ),
      ...[...this.planned].map((keys) => [keys, keys] as const),
    ]
    const free = input.items.filter(({ id }) => !others.some(([ids]) => ids.has(id)))
    if (free.length === input.items.length) return free
    const wanted = commandKeysOf(this.#definition, input.items, input)
    const items = input.items.filter(({ id }) =>
      others.some(([ids, keys]) => ids.has(id) && keys.get(id) !== wanted.get(id)),
    )
    const values = { operation: this.#definition.operation({ ...input, items }), isInUse: true }
    if (items.length > 0) showToast({ kind: 'done', key: 'notDone', values })
    return free
  }
}
