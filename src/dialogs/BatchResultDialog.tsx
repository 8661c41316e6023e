import { useEffect } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { visibleText } from '#src/lib/display.ts'
import { type Batch, type BatchItem, showSheet, useBatch } from '#src/stores/batches.ts'
import { closeDialog } from '#src/stores/dialogs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { later } from '#src/ui/later.ts'
import { errorWords } from '#src/views/error-words.ts'
import css from './BatchResultDialog.module.css'

const restoreResult = later(
  () => import('./RestoreResult.tsx'),
  ['operations', 'errors'],
  'at rest',
)

/** What became of each item of a batch that did not go through as a whole. */
export function BatchResultDialog({ batchId }: { batchId: number }) {
  const { t } = useI18n()
  const batch = useBatch(batchId)
  useEffect(() => showSheet(batchId), [batchId])
  const isRestore = batch?.operation.kind === 'restore'
  const RestoreResult = restoreResult.useCode(isRestore)?.RestoreResult
  if (!batch?.result) return null
  if (isRestore) return RestoreResult ? <RestoreResult batch={batch} /> : null
  const { failed, locked, left, done } = batch.result
  const again = [...failed.map(({ item }) => item), ...locked, ...left]
  const where = ofEqualNames.has(batch.operation.kind) ? placeOf : undefined
  const retry = () => {
    closeDialog()
    batch.retry?.(again)
  }
  return (
    <Dialog
      open
      title={t.operations.resultTitle({ ...batch.operation, count: batch.total })}
      description={t.operations.partly({ ...batch.operation, count: batch.total }, done.length)}
      onClose={closeDialog}
      closeButton
      actions={
        <>
          <Button onClick={closeDialog} data-autofocus="">
            {t.common.close}
          </Button>
          {batch.retry && again.length > 0 && (
            <Button kind="primary" onClick={retry}>
              {t.operations.retryLeft(again.length)}
            </Button>
          )}
        </>
      }
    >
      <Group
        title={t.operations.failedItems}
        where={where}
        lines={failed.map(({ item, error }) => ({ item, why: errorWords(error, t).title }))}
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

/** From all over a tree, where many are called the same: they are told apart by where they are. */
const ofEqualNames = new Set<Batch['operation']['kind']>(['copyView', 'resetView'])
const placeOf = ({ uri }: BatchItem): string =>
  parseUri(uri).segments.slice(0, -1).map(visibleText).join(' / ')

/** So many lines are drawn; the numbers above count all of them. */
const most = 500

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
        {lines.slice(0, most).map(({ item, why }) => (
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
