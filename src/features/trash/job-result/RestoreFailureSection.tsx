import { useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { fileRowsAmong } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { NameClashSection } from './NameClashSection.tsx'
import { type NonClashFailureReason, RestoreFailureLine } from './RestoreFailureLine.tsx'
import type { UnprocessedGroup, UnprocessedItem } from './unprocessed-items.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'
import css from './JobResultDialog.module.css'

/** Lines that are drawn at first, and with each press of the button below them. */
const firstLines = 20
const moreLines = 200

type OutcomeProps = {
  group: UnprocessedGroup
  actions: RecoveryActions
  isBusy: boolean
  /** Whether its first button is the one that the dialog suggests. */
  isSuggested: boolean
  /** Whether there is no other line in the result. */
  isOnlyLine: boolean
}

/** The items of one reason, with the recovery action for all of them. */
export function RestoreFailureSection(props: OutcomeProps) {
  const { reason, lines } = props.group
  return reason === 'nameTaken' || reason === 'skipped' ? (
    <NameClashSection {...props} />
  ) : (
    <OutcomeLines {...props} reason={reason} lines={lines} />
  )
}

function OutcomeLines({
  reason,
  lines,
  actions,
  isBusy,
  isSuggested,
  isOnlyLine,
}: Omit<OutcomeProps, 'group'> & {
  reason: NonClashFailureReason
  lines: readonly UnprocessedItem[]
}) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const [drawn, setDrawn] = useState(firstLines)
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed has moved or is gone, so the first new line gets the focus.
  useLayoutEffect(() => {
    const line = list.current?.children[drawn - moreLines]
    if (line) (line.querySelector('button') ?? list.current)?.focus()
  }, [drawn])
  const count = lines.length
  const folders = new Set(fileRowsAmong(lines.map(({ item }) => item)).map(originalFolderOf))
  const bulk =
    reason === 'folderMissing'
      ? { label: messages.recreateAll(folders.size), run: () => actions.recreateFolders(lines) }
      : reason === 'noPlace'
        ? { label: messages.chooseFolderAll(count), run: () => actions.chooseFolder(lines) }
        : reason === 'lockedAndSkipped'
          ? { label: t.operations.retryLeft(count), run: () => actions.retry(lines) }
          : undefined
  return (
    <section className={css['outcome']} aria-label={messages[reason]}>
      <header>
        <h3>
          {messages[reason]} · {t.common.number(count)}
        </h3>
        {bulk && count > 1 && (
          <Button
            small
            variant={isSuggested ? 'primary' : 'default'}
            {...(isSuggested && { 'data-autofocus': '' })}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && bulk.run()}
          >
            {bulk.label}
          </Button>
        )}
      </header>
      <ul ref={list} tabIndex={-1}>
        {lines.slice(0, drawn).map((line, at) => (
          <RestoreFailureLine
            key={line.item.id}
            reason={reason}
            line={line}
            actions={actions}
            isBusy={isBusy}
            isSuggested={isSuggested && count === 1 && at === 0}
            isOnlyLine={isOnlyLine}
          />
        ))}
      </ul>
      {count > drawn && (
        <Button small variant="quiet" onClick={() => setDrawn(drawn + moreLines)}>
          {messages.more(count - drawn)}
        </Button>
      )}
    </section>
  )
}
