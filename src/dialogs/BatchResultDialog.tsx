import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { showSheet, useBatch, type BatchItem } from '#src/stores/batches.ts'
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
        lines={failed.map(({ item, error }) => ({ item, why: errorWords(error, t).title }))}
      />
      <Group title={t.operations.lockedItems} lines={locked.map((item) => ({ item }))} />
      <Group title={t.operations.leftItems} lines={left.map((item) => ({ item }))} />
    </Dialog>
  )
}

/** So many lines are drawn; the numbers above count all of them. */
const most = 500

function Group({ title, lines }: { title: string; lines: { item: BatchItem; why?: string }[] }) {
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
            <span>{displayName(item.name)}</span>
            {why && <small>{why}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
