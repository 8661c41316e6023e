import { NameField } from '#src/features/folder/name/NameField.tsx'
import { NameClashChoices } from '#src/features/name-clash/NameClashChoices.tsx'
import { NameClashFacts } from '#src/features/name-clash/NameClashFacts.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import { nameClashChoices } from '#src/lib/names/name-clash.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import type { OutcomeLine } from './restore-groups.ts'
import { useItemOfSameName, useItemsByName } from './use-item-of-same-name.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'

const isFolderLine = ({ item }: OutcomeLine): boolean => isFileRow(item) && item.isFolder

/** The deleted item beside the one that has its name now. */
export function NameConflictRow({ line }: { line: OutcomeLine }) {
  const { t } = useI18n()
  const { item } = line
  const present = useItemOfSameName(line)
  if (!isFileRow(item)) return null
  const messages = t.nameClash
  return (
    <NameClashFacts
      coming={{ ...item, label: messages.deleted, event: messages.wasDeleted, at: item.updatedAt }}
      present={
        present && {
          ...present,
          label: messages.present,
          event: messages.wasChanged,
          at: present.updatedAt,
        }
      }
    />
  )
}

/** What can be done about an item whose name is taken. */
export function TakenNameActions({
  line,
  actions,
  isBusy,
  isSkipped,
  isSuggested,
  onRename,
}: {
  line: OutcomeLine
  actions: RecoveryActions
  isBusy: boolean
  isSkipped: boolean
  isSuggested: boolean
  onRename: () => void
}) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const choices = nameClashChoices({ isFolder: isFolderLine(line) }, useItemOfSameName(line))
  return (
    <>
      <NameClashChoices
        choices={choices.filter((choice) => !isSkipped || choice !== 'skip')}
        subject={line.item}
        isBusy={isBusy}
        isSuggested={isSuggested}
        onChoose={(choice) => actions.choose(choice, [line])}
      />
      <MoreMenu
        name={t.common.moreActions}
        buttonName={`${t.common.moreActions}: ${displayName(line.item.name)}`}
        small
        entries={[
          { key: 'rename', label: messages.rename, disabled: isBusy, onSelect: onRename },
          {
            key: 'folder',
            label: messages.chooseFolder,
            disabled: isBusy,
            onSelect: () => actions.chooseFolder([line]),
          },
        ]}
      />
    </>
  )
}

/** A field for the name under which the item is restored. */
export function NewName({
  line,
  onName,
  onEnd,
}: {
  line: OutcomeLine
  onName: (name: string) => void
  onEnd: () => void
}) {
  const { t } = useI18n()
  const { name } = line.item
  const items = useItemsByName(line)
  const isTaken = (each: string) => each === name || items?.has(each) === true
  return (
    <NameField
      label={t.operations.restoring.newName(displayName(name))}
      name={name}
      placeholder={freeNames(name, isFolderLine(line)).next().value as string}
      isFolder={isFolderLine(line)}
      isTaken={isTaken}
      save={(wanted) => Promise.resolve(onName(wanted))}
      onEnd={onEnd}
    />
  )
}
