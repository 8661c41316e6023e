import { Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  FileSelectionBar,
  narrowSelectionBarQuery,
} from '#src/features/list-page/selection/ListSelectionBar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { trashCommandEntries } from './commands/commands.tsx'
import type { TrashCommands } from './commands/use-trash-commands.ts'

/** The selected items and their commands, in place of the toolbar. */
export function TrashSelectionBar({
  isTogether,
  isPrimary,
  commands,
  ...bar
}: {
  /** Whether only items that were deleted together are shown. */
  isTogether: boolean
  /** Whether its first button is the primary one of the page. */
  isPrimary: boolean
  commands: TrashCommands
} & Omit<ComponentProps<typeof FileSelectionBar>, 'note' | 'children'>) {
  const { t } = useI18n()
  const isNarrow = useMediaQuery(narrowSelectionBarQuery)
  return (
    <FileSelectionBar {...bar} note={isTogether && !isNarrow ? t.trash.together : undefined}>
      <SelectionActions
        isNarrow={isNarrow}
        isPrimary={isPrimary}
        selectedCount={bar.selectedCount}
        commands={commands}
      />
    </FileSelectionBar>
  )
}

function SelectionActions({
  isNarrow,
  isPrimary,
  selectedCount,
  commands,
}: {
  isNarrow: boolean
  isPrimary: boolean
  selectedCount: number
  commands: TrashCommands
}) {
  const { t } = useI18n()
  const { runOnSelected } = commands
  const restore = (
    <Button
      variant={isPrimary ? 'primary' : 'default'}
      icon={<Undo2 aria-hidden="true" />}
      busy={commands.isPlanning}
      aria-keyshortcuts="u"
      onClick={() => runOnSelected('restore')}
    >
      {t.trash.restore}
    </Button>
  )
  if (isNarrow) {
    return (
      <>
        {restore}
        <MoreMenu
          name={t.common.selected(selectedCount)}
          buttonName={t.common.moreActions}
          entries={trashCommandEntries(
            ['restoreTo', 'deletePermanently'],
            t,
            commands,
            runOnSelected,
          )}
        />
      </>
    )
  }
  return (
    <>
      {restore}
      <Button
        aria-keyshortcuts="Shift+U"
        aria-disabled={commands.isPlanning}
        onClick={() => runOnSelected('restoreTo')}
      >
        {t.trash.restoreTo}
      </Button>
      <Button
        variant="danger"
        aria-keyshortcuts="Delete"
        aria-disabled={commands.isPlanning}
        onClick={() => runOnSelected('deletePermanently')}
      >
        {t.trash.deletePermanently}
      </Button>
    </>
  )
}
