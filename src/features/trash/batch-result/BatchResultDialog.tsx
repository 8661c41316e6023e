import { parseUri } from '#src/contract/uri.ts'
import { errorText } from '#src/features/errors/error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Batch, BatchItem, FailedItem } from '#src/jobs/batches/batch.ts'
import { useBatch } from '#src/jobs/batches/batches.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { outcomesText, useOutcomeCounts } from './outcome-texts.ts'
import { RestoreResult } from './RestoreResult.tsx'
import css from './BatchResultDialog.module.css'

/** What became of each item of a batch of which not all items were processed. */
export function BatchResultDialog({ batchId }: { batchId: number }) {
  const { t } = useI18n()
  const batch = useBatch(batchId)
  const counts = useOutcomeCounts(batchId, batch?.result)
  if (!batch?.result || !counts) return null
  if (batch.operation.kind === 'restore') return <RestoreResult batch={batch} />
  const { failed, locked, left, done } = batch.result
  const notDone = [...failed.map(({ item }) => item), ...locked, ...left]
  const where = kindsWithPlace.has(batch.operation.kind) ? placeOf : undefined
  const linesOf = (some: readonly FailedItem[]) =>
    some.map(({ item, error }) => ({ item, why: errorText(error, t).title }))
  const retry = () => {
    closeDialog()
    batch.retry?.(notDone)
  }
  return (
    <Dialog
      open
      title={t.operations.resultTitle({ ...batch.operation, count: batch.total })}
      description={[
        t.operations.partly({ ...batch.operation, count: batch.total }, done.length),
        outcomesText(counts, t),
      ].join(' ')}
      onClose={closeDialog}
      closeButton
      actions={
        <>
          <Button onClick={closeDialog} data-autofocus="">
            {t.common.close}
          </Button>
          {batch.retry && notDone.length > 0 && (
            <Button variant="primary" onClick={retry}>
              {t.operations.retryLeft(notDone.length)}
            </Button>
          )}
        </>
      }
    >
      <Group
        title={t.operations.failedItems}
        where={where}
        lines={linesOf(failed.filter(({ isUnknown }) => !isUnknown))}
      />
      <Group
        title={t.operations.unknownItems}
        where={where}
        lines={linesOf(failed.filter(({ isUnknown }) => isUnknown))}
      />
      <Group
        title={t.operations.lockedItems}
        where={where}
        lines={locked.map((item) => ({ item }))}
      />
      <Group title={t.operations.leftItems} where={where} lines={left.map((item) => ({ item }))} />
    </Dialog>
  )
}

/** Kinds of batches over folders of a whole tree, where many have the same name: their place is shown as well. */
const kindsWithPlace = new Set<Batch['operation']['kind']>(['copyView', 'resetView'])
const placeOf = ({ uri }: BatchItem): string =>
  parseUri(uri).segments.slice(0, -1).map(escapeControlChars).join(' / ')

/** Lines that are drawn of a group; its number counts all of them. */
const maxLines = 500

function Group({
  title,
  lines,
  where,
}: {
  title: string
  lines: { item: BatchItem; why?: string }[]
  where: ((item: BatchItem) => string) | undefined
}) {
  const { t } = useI18n()
  if (lines.length === 0) return null
  return (
    <section className={css['group']}>
      <h3>
        {title} <span>{t.common.number(lines.length)}</span>
      </h3>
      <ul>
        {lines.slice(0, maxLines).map(({ item, why }) => (
          <li key={item.uri}>
            <span>
              {displayName(item.name)}
              {where && <small>{where(item)}</small>}
            </span>
            {why && <small>{why}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
