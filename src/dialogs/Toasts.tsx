import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleSlash, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { useBatch, useInterruptedElsewhere } from '#src/stores/batches.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { openBatchResult } from '#src/stores/dialogs.ts'
import { dismissToast, useToasts, type Toast } from '#src/stores/toasts.ts'
import { useFocusToList } from '#src/ui/focus.ts'
import { later } from '#src/ui/later.ts'
import { CorrelationId } from '#src/ui/ErrorFace.tsx'
import { errorWords } from '#src/views/error-words.ts'
import { byFolder, useShowInFolder } from '#src/views/show-in-folder.ts'
import styles from './Toasts.module.css'

const interrupted = later(() => import('#src/queries/interrupted.ts'), [], 'at rest')

/** How long a success stays, in ms. */
const stay = 7000

type Of<Kind extends Toast['message']['kind']> = Extract<Toast['message'], { kind: Kind }>

/** One stack: failures above, which stay until they are dismissed, and successes below, which leave by themselves. */
export function Toasts() {
  const { t } = useI18n()
  const toasts = useToasts()
  return (
    <section className={styles['stack']} aria-label={t.frame.notifications}>
      {toasts.map(
        ({ id, message }) =>
          message.kind === 'failed' && <Failed key={id} id={id} message={message} />,
      )}
      {/* There before what it says: a region that arrives with its words is not read out. */}
      <div role="status" aria-atomic="false" className={styles['done']}>
        {toasts.map(
          ({ id, message }) =>
            (message.kind === 'done' && <Done key={id} id={id} message={message} />) ||
            (message.kind === 'batch' && <Ended key={id} id={id} batchId={message.batchId} />),
        )}
        <Interrupted />
      </div>
    </section>
  )
}

/** What a reload or a crash cut off. It stays until it is decided about. */
function Interrupted() {
  const { t } = useI18n()
  const client = useQueryClient()
  const status = useSessionStatus()
  const code = interrupted.useCode(status === 'active', 'quietly')
  useEffect(() => {
    if (status === 'active') void code?.findInterrupted()
  }, [status, code])
  return useInterruptedElsewhere().map(({ id, operation, total, done }) => (
    <Staying key={id}>
      <RotateCcw aria-hidden="true" />
      <div className={styles['words']}>
        <p>{t.operations.interrupted({ ...operation, count: total }, done)}</p>
        <p className={styles['choices']}>
          <button
            type="button"
            className={styles['action']}
            onClick={() => void code?.goOnWith(client, id)}
          >
            {t.operations.goOn}
          </button>
          <button
            type="button"
            className={styles['action']}
            onClick={() => void code?.forgetInterrupted(id)}
          >
            {t.operations.forget}
          </button>
        </p>
      </div>
    </Staying>
  ))
}

function Dismiss({ id }: { id: number }) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      className={styles['dismiss']}
      aria-label={t.frame.dismiss}
      title={t.frame.dismiss}
      onClick={() => dismissToast(id)}
    >
      <X aria-hidden="true" />
    </button>
  )
}

function doneWords(message: Of<'done'>, t: Messages): string {
  switch (message.key) {
    case 'copied':
      return t.toasts.copied(message.values)
    case 'clipped':
      return t.toasts.clipped(message.values)
    case 'pasteRefused':
      return t.toasts.pasteRefused(message.values)
    case 'presetDeleted':
      return t.toasts.presetDeleted(message.values)
    case 'viewSaved':
      return t.toasts.viewSaved(message.values)
    case 'freed':
      return t.operations.freed(message.values.operation)
    case 'notDone':
      return t.operations.notDone(message.values.operation)
  }
}

function Done({ id, message }: { id: number; message: Of<'done'> }) {
  const { t } = useI18n()
  const isNotDone = message.key === 'notDone' || message.key === 'pasteRefused'
  const Icon = isNotDone ? CircleSlash : CircleCheck
  return (
    <Leaving id={id}>
      <Icon className={isNotDone ? undefined : styles['good']} aria-hidden="true" />
      <p>{doneWords(message, t)}</p>
      {'undo' in message && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            dismissToast(id)
            message.undo()
          }}
        >
          {t.common.undo}
        </button>
      )}
      <Dismiss id={id} />
    </Leaving>
  )
}

/** What became of a batch. One that is not whole stays until it is dismissed. */
function Ended({ id, batchId }: { id: number; batchId: number }) {
  const { t } = useI18n()
  const batch = useBatch(batchId)
  const show = useShowInFolder()
  if (!batch?.result) return null
  const { operation, result, undo, landed } = batch
  const about = { ...operation, count: batch.total }
  const counts = [
    result.failed.length > 0 && t.operations.failedCount(result.failed.length),
    result.locked.length > 0 && t.operations.lockedCount(result.locked.length),
    result.left.length > 0 && t.operations.leftCount(result.left.length),
  ].filter((words) => words !== false)
  const isWhole = counts.length === 0
  const showPlace = () => {
    dismissToast(id)
    const [place, ...others] = byFolder(landed)
    if (place && others.length === 0) show(place.folder, place.items)
    else openBatchResult(batchId)
  }
  const undoIt = () => {
    dismissToast(id)
    undo?.()
  }
  const actions = (
    <>
      {!isWhole && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            dismissToast(id)
            openBatchResult(batchId)
          }}
        >
          {t.operations.showResult}
        </button>
      )}
      {isWhole && landed.length > 0 && (
        <button type="button" className={styles['action']} onClick={showPlace}>
          {t.operations.showInFolder}
        </button>
      )}
      {undo && (
        <button type="button" className={styles['action']} onClick={undoIt}>
          {t.common.undo}
        </button>
      )}
      <Dismiss id={id} />
    </>
  )
  if (isWhole) {
    return (
      <Leaving id={id}>
        <CircleCheck className={styles['good']} aria-hidden="true" />
        <p>{t.operations.done(about)}</p>
        {actions}
      </Leaving>
    )
  }
  return (
    <Staying>
      <CircleAlert className={styles['bad']} aria-hidden="true" />
      <p>{[t.operations.partly(about, result.done.length), ...counts].join(' ')}</p>
      {actions}
    </Staying>
  )
}

/** Is there until somebody has done with it. */
function Staying({ role, children }: { role?: 'alert'; children: ReactNode }) {
  const toast = useRef<HTMLDivElement>(null)
  useFocusToList(toast)
  return (
    <div ref={toast} role={role} className={styles['toast']}>
      {children}
    </div>
  )
}

/** Goes by itself, unless somebody is with it. */
function Leaving({ id, children }: { id: number; children: ReactNode }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const toast = useRef<HTMLDivElement>(null)
  useFocusToList(toast)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), stay)
    return () => clearTimeout(timer)
  }, [id, isHeld])

  return (
    <div
      ref={toast}
      className={styles['toast']}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {children}
    </div>
  )
}

function Failed({ id, message }: { id: number; message: Of<'failed'> }) {
  const { t } = useI18n()
  const words = errorWords(message.error, t)
  return (
    <Staying role="alert">
      <CircleAlert className={styles['bad']} aria-hidden="true" />
      <div className={styles['words']}>
        <p>{words.title}</p>
        {(words.hint || words.correlationId) && (
          <details>
            <summary>{t.common.details}</summary>
            {words.hint && <p>{words.hint}</p>}
            {words.correlationId && <CorrelationId id={words.correlationId} />}
          </details>
        )}
      </div>
      <Dismiss id={id} />
    </Staying>
  )
}
