import { useState } from 'react'
import { NameField } from '#src/features/folder/name/NameField.tsx'
import { isFolderClash, type NameClash } from '#src/features/name-clash/name-clash-question.ts'
import { initialDrawnRowCount, NameClashTable } from '#src/features/name-clash/NameClashTable.tsx'
import { useClashesOfDeletedItems } from '#src/features/trash/deleted-clashes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { PlacementItem } from '#src/jobs/placement/placement-request.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import {
  countSkippedClashes,
  decideClashChoices,
  defaultNameClashDecisions,
} from '#src/lib/names/name-clash.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import type { UnprocessedGroup, UnprocessedItem } from './unprocessed-items.ts'
import { useItemsByName } from './use-items-by-name.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'
import css from './JobResultDialog.module.css'

/** Items whose names are taken, each beside the one that has its name now, also those that the user has skipped. */
export function NameClashSection({
  group: { reason, lines },
  actions,
  isBusy,
  isSuggested,
}: {
  group: UnprocessedGroup
  actions: RecoveryActions
  isBusy: boolean
  /** Whether its button is the one that the dialog suggests. */
  isSuggested: boolean
}) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const isSkipped = reason === 'skipped'
  const [decisions, setDecisions] = useState({
    ...defaultNameClashDecisions,
    rule: isSkipped ? ('skip' as const) : defaultNameClashDecisions.rule,
  } as typeof defaultNameClashDecisions)
  const [renamedId, setRenamedId] = useState<string>()
  const [drawn, setDrawn] = useState(initialDrawnRowCount)
  const namesFor = useItemsByName(lines.slice(0, drawn))
  const taken = lines.flatMap((line) => {
    const { item } = line
    return isFileRow(item) ? [{ line, item, existing: namesFor(line)?.get(item.name) ?? null }] : []
  })
  const isByDate = decisions.rule === 'newer'
  const { clashes, isReading } = useClashesOfDeletedItems(taken, isByDate ? undefined : drawn)
  const lineOf = ({ id }: NameClash) => taken.find(({ item }) => item.id === id)?.line
  const decided = decideClashChoices(decisions, clashes)
  const includedCount = clashes.length - countSkippedClashes(decided)
  return (
    <section className={css['outcome']} aria-label={messages[reason]}>
      <header>
        <h3>
          {messages[reason]} · {t.common.number(clashes.length)}
        </h3>
        {!(isSkipped && includedCount === 0) && (
          <Button
            small
            variant={isSuggested ? 'primary' : 'default'}
            {...(isSuggested && { 'data-autofocus': '' })}
            busy={isByDate && isReading}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && actions.decide(decisions, lines)}
          >
            {includedCount > 0
              ? messages.confirm(includedCount)
              : t.nameClash.skipAll(clashes.length)}
          </Button>
        )}
      </header>
      <NameClashTable
        clashes={clashes}
        decisions={decisions}
        decided={decided}
        labels={{ item: t.nameClash.deleted, existing: t.nameClash.present }}
        hintOf={(rule, some) =>
          messages.ruleHints[rule](
            some.length,
            some.filter(isFolderClash).map(({ name }) => name),
          )
        }
        isBusy={isBusy}
        onDecide={setDecisions}
        onDrawMore={setDrawn}
        renderName={(clash) => {
          const line = clash.id === renamedId ? lineOf(clash) : undefined
          return (
            line && (
              <NewName
                line={line}
                names={namesFor(line)}
                onName={(name) => actions.rename(line, name)}
                onEnd={() => setRenamedId(undefined)}
              />
            )
          )
        }}
        renderActions={(clash) => (
          <MoreMenu
            name={t.common.moreActions}
            buttonName={t.common.labelled(t.common.moreActions, displayName(clash.name))}
            small
            entries={[
              {
                key: 'rename',
                label: messages.rename,
                disabled: isBusy,
                onSelect: () => setRenamedId(clash.id),
              },
              {
                key: 'folder',
                label: messages.chooseFolder,
                disabled: isBusy,
                onSelect: () => {
                  const line = lineOf(clash)
                  if (line) actions.chooseFolder([line])
                },
              },
            ]}
          />
        )}
      />
    </section>
  )
}

/** A field for the name under which the item is restored. */
function NewName({
  line: { item },
  names,
  onName,
  onEnd,
}: {
  line: UnprocessedItem
  names: ReadonlyMap<string, FileRow> | undefined
  onName: (name: string) => void
  onEnd: () => void
}) {
  const { t } = useI18n()
  const { name } = item
  const row: PlacementItem | undefined = isFileRow(item) ? item : undefined
  const { wish, isFolder = false } = row ?? {}
  const isTaken = (each: string) => each === name || names?.has(each) === true
  return (
    <NameField
      label={t.operations.restoring.newName(displayName(name))}
      name={name}
      typed={wish?.onClash === 'keepBoth' ? wish.name : undefined}
      placeholder={numberedNames(name, isFolder).next().value}
      isFolder={isFolder}
      isTaken={isTaken}
      save={(wanted) => Promise.resolve(onName(wanted))}
      onEnd={onEnd}
    />
  )
}
