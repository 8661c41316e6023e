import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import {
  type UnfinishedQueueSummary,
  useUnfinishedQueueSummaries,
} from '#src/features/uploads/journal/unfinished-queue-summaries.ts'
import { useUploadSpeed } from '#src/features/uploads/queue/upload-speed.ts'
import { useScannedFileCount } from '#src/features/uploads/scanned-files.ts'
import { type Upload, useUploads } from '#src/features/uploads/upload-rows.ts'
import { uploads as uploadActions } from '#src/features/uploads/uploads.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { useHeightAsCssVariable } from '#src/ui/sizes/use-height-as-css-variable.ts'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { useAutoClose } from '#src/ui/use-auto-close.ts'
import { UnfinishedQueueRow } from './UnfinishedQueueRow.tsx'
import {
  uploadTotalsSummary,
  uploadTotalsTitle,
  unfinishedUploadsTitle,
  type UploadTotals,
  uploadTotals,
} from './upload-totals.ts'
import { UploadRows } from './UploadRows.tsx'
import { useRowButtonFocus } from './use-row-button-focus.ts'
import css from './UploadPanel.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The uploads, in the corner of every page. */
export function UploadPanel() {
  const uploads = useUploads()
  const unfinished = useUnfinishedQueueSummaries()
  const scannedFiles = useScannedFileCount()
  const isShown = uploads.length + unfinished.length > 0 || scannedFiles !== undefined
  return isShown ? (
    <Panel uploads={uploads} unfinished={unfinished} scannedFiles={scannedFiles} />
  ) : null
}

function Panel({
  uploads,
  unfinished,
  scannedFiles,
}: {
  uploads: readonly Upload[]
  unfinished: readonly UnfinishedQueueSummary[]
  scannedFiles: number | undefined
}) {
  const { t, language } = useI18n()
  const messages = useUploadsMessages()
  const isPhone = useMediaQuery(phoneQuery)
  const rate = useUploadSpeed()
  const [isOpen, setOpen] = useState(!isPhone)
  const [asking, setAsking] = useState<'cancelAllUploads' | 'closeUploads'>()
  const section = useRef<HTMLElement>(null)
  const { focusProps, restoreFocus } = useRowButtonFocus(section)
  useHeightAsCssVariable(section, '--upload-panel')
  const totals = useMemo(() => uploadTotals(uploads), [uploads])
  const isOnline = useIsOnline()
  // Once all is uploaded it is a message that goes by itself; failures stay.
  const isAllUploaded =
    totals.done === uploads.length && unfinished.length === 0 && scannedFiles === undefined
  const isInSheet = isOpen && isPhone
  const autoClose = useAutoClose(!isAllUploaded || isInSheet, uploadActions.clearSettledUploads)
  const handlers = {
    ...autoClose,
    onFocus: (event: FocusEvent) => {
      focusProps.onFocus(event)
      autoClose.onFocus()
    },
    onBlur: () => {
      focusProps.onBlur()
      autoClose.onBlur()
    },
  }
  const title =
    uploads.length > 0
      ? uploadTotalsTitle(totals, isOnline, t, messages)
      : scannedFiles === undefined
        ? unfinishedUploadsTitle(unfinished, messages)
        : messages.reading(scannedFiles)
  useEffect(() => announceUntilCleanup(title), [title])
  const summary = uploadTotalsSummary(totals, rate, isOnline, messages, language)
  const close = () => {
    if (totals.cancellable > 0) setAsking('closeUploads')
    else uploadActions.closeUploads()
  }
  const body = (
    <>
      {unfinished.map((queue) => (
        <UnfinishedQueueRow key={queue.id} queue={queue} />
      ))}
      {uploads.length > 0 && (
        <>
          <UploadRows uploads={uploads} onDrawn={restoreFocus} />
          <PanelActions
            totals={totals}
            isOnline={isOnline}
            onCancelAll={() => setAsking('cancelAllUploads')}
          />
        </>
      )}
    </>
  )
  const Chevron = isOpen && !isPhone ? ChevronDown : ChevronUp
  return (
    <section
      ref={section}
      className={css['panel']}
      aria-label={messages.title}
      data-open={isOpen || undefined}
      {...handlers}
    >
      <header className={css['head']}>
        <button
          type="button"
          className={css['title']}
          aria-expanded={isOpen}
          data-tooltip={isOpen ? messages.collapse : messages.expand}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={css['text']}>
            <b>{title}</b>
            {summary && <small>{summary}</small>}
          </span>
          <Chevron {...icon} />
        </button>
        <IconButton small name={messages.close} icon={<X {...icon} />} onClick={close} />
      </header>
      <Progress title={title} totals={totals} />
      {isOpen && !isPhone && body}
      {isInSheet && (
        <Dialog
          open
          width="wide"
          title={title}
          description={summary}
          closeButton
          onClose={() => setOpen(false)}
        >
          {body}
        </Dialog>
      )}
      {asking && (
        <CancelAllQuestion
          count={totals.cancellable}
          onConfirm={uploadActions[asking]}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

/** How much of all files has been sent. */
function Progress({ title, totals }: { title: string; totals: UploadTotals }) {
  const { active, open, size, sent } = totals
  const percent = size > 0 ? (sent / size) * 100 : 0
  return (
    <div
      role="progressbar"
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={css['track']}
      data-idle={active === 0 || undefined}
      hidden={open === 0}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}

function CancelAllQuestion({
  count,
  onConfirm,
  onClose,
}: {
  count: number
  onConfirm: () => void
  onClose: () => void
}) {
  const messages = useUploadsMessages()
  return (
    <ConfirmDialog
      title={messages.cancelAllTitle(count)}
      text={messages.cancelAllText(count)}
      action={messages.cancelThem(count)}
      cancelLabel={messages.keepUploading}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    />
  )
}

function PanelActions({
  totals: { active, paused, open, failed, unfinished, done },
  isOnline,
  onCancelAll,
}: {
  totals: UploadTotals
  isOnline: boolean
  onCancelAll: () => void
}) {
  const messages = useUploadsMessages()
  const isClearable = done > 0 && failed + unfinished > 0
  return (
    <div className={css['actions']}>
      {isOnline && active > 0 && (
        <Button small variant="quiet" onClick={uploadActions.pauseAllUploads}>
          {messages.pauseAll}
        </Button>
      )}
      {isOnline && active === 0 && paused > 0 && (
        <Button small variant="quiet" onClick={uploadActions.resumeAllUploads}>
          {messages.resumeAll}
        </Button>
      )}
      {open > 0 && (
        <Button small variant="quiet" onClick={onCancelAll}>
          {messages.cancelAll}
        </Button>
      )}
      {open === 0 && isClearable && (
        <Button small variant="quiet" onClick={uploadActions.clearSettledUploads}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}
