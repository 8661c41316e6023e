import type { ComponentProps } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { countSkippedClashes } from '#src/lib/names/name-clash.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import type { NameClashAnswer } from './name-clash-question.ts'
import { NameClashTable } from './NameClashTable.tsx'

/** Asks about names that are taken where files are uploaded, moved or copied to. */
export function NameClashDialog({
  title,
  text,
  total,
  confirm,
  onAnswer,
  ...table
}: {
  title: string
  text: string
  /** Number of all items, also those whose names are free. */
  total: number
  /** The label of the button that does it with `includedCount` of them. */
  confirm: (includedCount: number) => string
  onAnswer: (answer: NameClashAnswer) => void
} & Pick<
  ComponentProps<typeof NameClashTable>,
  'clashes' | 'decisions' | 'decided' | 'labels' | 'hintOf' | 'onDecide'
>) {
  const { t } = useI18n()
  const includedCount = total - countSkippedClashes(table.decided)
  const cancel = () => onAnswer(undefined)
  return (
    <Dialog
      open
      width="table"
      title={title}
      description={text}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t.common.cancel}</Button>
          <Button
            variant="primary"
            data-autofocus=""
            onClick={() => onAnswer({ rule: table.decisions.rule, decided: table.decided })}
          >
            {includedCount > 0 ? confirm(includedCount) : t.nameClash.skipAll(total)}
          </Button>
        </>
      }
    >
      <NameClashTable {...table} />
    </Dialog>
  )
}
