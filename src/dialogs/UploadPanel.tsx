import { ChevronDown, ChevronUp, X } from 'lucide-react'
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { formatBytes } from '#src/lib/size.ts'
import { cancelUploads, clearUploads, pauseUploads, resumeUploads } from '#src/queries/uploads.ts'
import {
  type Upload,
  useUploadQuestion,
  useUploadRate,
  useUploadReading,
  useUploads,
} from '#src/stores/uploads.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useFocusToList } from '#src/ui/focus.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { useWindow } from '#src/ui/use-window.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import css from './UploadPanel.module.css'
import { UploadQuestionDialog } from './UploadQuestionDialog.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useHeightTold } from './use-height-told.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
/** Of a row, in px; `UploadPanel.module.css` has the same. */
const rowHeight = 60

type Sum = Record<Upload['state'], number> & { size: number; sent: number; running: number }

/** How many there are of each, and bytes of all that is to be sent or has been. */
function sumOf(uploads: readonly Upload[]): Sum {
  const sum: Sum = {
    waiting: 0,
    sending: 0,
    stalled: 0,
    paused: 0,
    failed: 0,
    done: 0,
    unfinished: 0,
    size: 0,
    sent: 0,
    running: 0,
  }
  for (const { state, size, sent } of uploads) {
    sum[state]++
    if (state === 'failed' || state === 'unfinished') continue
    sum.size += size
    sum.sent += sent
  }
  sum.running = sum.waiting + sum.sending + sum.stalled
  return sum
}

/** There is no network: some wait for it, and none gets through. */
const isStalled = ({ stalled, sending }: Sum): boolean => stalled > 0 && sending === 0

function titleOf(sum: Sum, t: Messages): string {
  if (isStalled(sum)) return t.uploads.states.stalled
  if (sum.running > 0) return t.uploads.uploading(sum.running)
  if (sum.paused > 0) return t.uploads.pausedTitle(sum.paused)
  if (sum.done > 0) return t.uploads.uploaded(sum.done)
  if (sum.failed > 0) return t.uploads.failedTitle(sum.failed)
  return t.uploads.unfinishedTitle(sum.unfinished)
}

/** Files on their way, in the corner of every page, and what has to be asked about them. */
export function UploadPanel() {
  const question = useUploadQuestion()
  const uploads = useUploads()
  const reading = useUploadReading()
  return (
    <>
      {(uploads.length > 0 || reading !== undefined) && (
        <Panel uploads={uploads} reading={reading} />
      )}
      {question && <UploadQuestionDialog question={question} />}
    </>
  )
}

function Panel({ uploads, reading }: { uploads: readonly Upload[]; reading: number | undefined }) {
  const { t, language } = useI18n()
  const isPhone = useMediaQuery(phone)
  const rate = useUploadRate()
  const [isOpen, setOpen] = useState(!isPhone)
  const [isAsking, setAsking] = useState(false)
  const section = useRef<HTMLElement>(null)
  const { hands, keep } = useKeptFocus(section)
  useFocusToList(section)
  useHeightTold(section, '--upload-panel')
  const sum = useMemo(() => sumOf(uploads), [uploads])
  const isRunning = sum.running > 0
  const title = uploads.length === 0 ? t.uploads.reading(reading ?? 0) : titleOf(sum, t)
  useEffect(() => announce(title), [title])

  const facts = [
    sum.size > 0 &&
      (isRunning || sum.paused > 0) &&
      t.uploads.ofBytes(formatBytes(sum.sent, language), formatBytes(sum.size, language)),
    isRunning &&
      !isStalled(sum) &&
      rate !== undefined &&
      rate > 0 &&
      t.uploads.timeLeft((sum.size - sum.sent) / rate),
    sum.failed > 0 && (isRunning || sum.done > 0) && t.uploads.failedToo(sum.failed),
  ].filter((fact) => fact !== false)
  const aside = facts.join(' · ')
  const open = sum.running + sum.paused
  const undone = open + sum.failed + sum.unfinished
  const close = () => {
    if (open > 0) setAsking(true)
    else {
      cancelUploads()
      clearUploads()
    }
  }
  const body = (
    <>
      <UploadRows uploads={uploads} onDrawn={keep} />
      <div className={css['actions']}>
        {isRunning ? (
          <Button small kind="quiet" onClick={pauseUploads}>
            {t.uploads.pauseAll}
          </Button>
        ) : (
          sum.paused > 0 && (
            <Button small kind="quiet" onClick={resumeUploads}>
              {t.uploads.resumeAll}
            </Button>
          )
        )}
        {open > 0 ? (
          <Button small kind="quiet" onClick={() => setAsking(true)}>
            {t.uploads.cancelAll}
          </Button>
        ) : (
          sum.done > 0 &&
          undone > 0 && (
            <Button small kind="quiet" onClick={clearUploads}>
              {t.uploads.clear}
            </Button>
          )
        )}
      </div>
    </>
  )
  const Turn = isOpen && !isPhone ? ChevronDown : ChevronUp
  return (
    <section
      ref={section}
      className={css['panel']}
      aria-label={t.uploads.title}
      data-open={isOpen || undefined}
      {...hands}
    >
      <header className={css['head']}>
        <button
          type="button"
          className={css['title']}
          aria-expanded={isOpen}
          title={isOpen ? t.uploads.collapse : t.uploads.expand}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={css['words']}>
            <b>{title}</b>
            {aside && <small>{aside}</small>}
          </span>
          <Turn {...icon} />
        </button>
        <IconButton small name={t.uploads.close} icon={<X {...icon} />} onClick={close} />
      </header>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={sum.size > 0 ? Math.round((sum.sent / sum.size) * 100) : 0}
        className={css['track']}
        data-rests={!isRunning || undefined}
        hidden={open === 0}
      >
        <span style={{ inlineSize: `${sum.size > 0 ? (sum.sent / sum.size) * 100 : 0}%` }} />
      </div>
      {isOpen && !isPhone && uploads.length > 0 && body}
      {isOpen && isPhone && (
        <Dialog
          open
          width="wide"
          title={title}
          description={aside}
          closeButton
          onClose={() => setOpen(false)}
        >
          {body}
        </Dialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.uploads.cancelAllTitle(open)}
          text={t.uploads.cancelAllText(open)}
          action={t.uploads.cancelThem(open)}
          keep={t.uploads.keepGoing}
          onConfirm={() => {
            setAsking(false)
            cancelUploads()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** Keeps the focus among the files when the button that has it makes way for another, or goes with its file. */
function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  const last = useRef<
    { id: string | undefined; place: string | null | undefined; tool: number } | undefined
  >(undefined)
  const toolsOf = (row: Element) => [...row.querySelectorAll('button')]
  const placeOf = (row: Element | null) => row?.getAttribute('aria-posinset')
  const keep = () => {
    const was = last.current
    if (!was || document.activeElement !== document.body) return
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])]
    const own = rows.find((row) => row.dataset['id'] === was.id)
    const heir = own ?? rows.find((row) => placeOf(row) === was.place) ?? rows.at(-1)
    const tools = heir && was.id !== undefined ? toolsOf(heir) : []
    const tool = own ? tools[was.tool] : tools.at(-1)
    ;(tool ?? panel.current?.querySelector('ul'))?.focus()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('li[data-id]')
    last.current = {
      id: row?.dataset['id'],
      place: placeOf(row),
      tool: row ? toolsOf(row).indexOf(target as HTMLButtonElement) : -1,
    }
  }
  const onBlur = () => {
    last.current = undefined
  }
  return { hands: { onFocus, onBlur }, keep }
}

/** The first that moves is what one looks for: failed ones, then those on their way, the rest as it came. */
const rank: Record<Upload['state'], number> = {
  failed: 0,
  unfinished: 0,
  sending: 1,
  stalled: 1,
  paused: 2,
  waiting: 3,
  done: 4,
}

function UploadRows({ uploads, onDrawn }: { uploads: readonly Upload[]; onDrawn: () => void }) {
  const { t } = useI18n()
  useLayoutEffect(onDrawn)
  const scroller = useRef<HTMLUListElement>(null)
  const rows = useMemo(
    () => uploads.toSorted((a, b) => rank[a.state] - rank[b.state] || a.id - b.id),
    [uploads],
  )
  const { start, end } = useWindow(scroller, rows.length, rowHeight)
  return (
    // A long list has to be scrolled by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul ref={scroller} className={css['rows']} aria-label={t.uploads.title} tabIndex={0}>
      <li aria-hidden="true" style={{ blockSize: start * rowHeight }} />
      {rows.slice(start, end).map((upload, at) => (
        <UploadRow key={upload.id} upload={upload} place={start + at + 1} total={rows.length} />
      ))}
      <li aria-hidden="true" style={{ blockSize: (rows.length - end) * rowHeight }} />
    </ul>
  )
}
