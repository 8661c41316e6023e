import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo, useRef } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import type { Upload, UploadFailure } from '#src/features/uploads/upload-rows.ts'
import { uploads } from '#src/features/uploads/uploads.ts'
import type { UploadsMessages } from '#src/i18n/en/operations/uploads.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { HiddenFileInput } from '#src/ui/controls/fields/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { stalledText } from './upload-totals.ts'
import css from './UploadPanel.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Texts = { t: Messages; messages: UploadsMessages; language: string }

function failureText(failure: UploadFailure, { t, language, messages }: Texts): string {
  switch (failure.kind) {
    case 'error':
      return describeError(failure.error, t).title
    case 'tooLarge':
      return messages.failures.tooLarge(formatBytes(failure.maxBytes, language))
    case 'storageUnreachable':
    case 'storageHidesTag':
      return messages.failures[failure.kind](failure.origin)
    case 'storageRefused':
      return messages.failures.storageRefused(failure.origin, failure.code)
    case 'name':
      switch (failure.problem) {
        case 'empty':
          return messages.failures.nameEmpty
        case 'dots':
          return messages.failures.nameDots
        case 'long':
          return messages.failures.nameLong
        case 'characters':
        case 'taken':
          return messages.failures.nameCharacters
      }
    // oxlint-disable-next-line no-fallthrough
    default:
      return messages.failures[failure.kind]
  }
}

function stateText(
  { state, failure, sent, size }: Upload,
  isOnline: boolean,
  { t, language, messages }: Texts,
): string {
  if (state === 'failed' && failure) return failureText(failure, { t, language, messages })
  const bytes = messages.ofBytes(formatBytes(sent, language), formatBytes(size, language))
  if (state === 'sending' || state === 'failed') return bytes
  if (state === 'done' || state === 'waiting') {
    return `${messages.states[state]} · ${formatBytes(size, language)}`
  }
  if (state === 'stalled') return `${stalledText(isOnline, t)} · ${bytes}`
  return state === 'unfinished'
    ? messages.states.unfinished
    : `${messages.states[state]} · ${bytes}`
}

/** Says that another file had begun to be uploaded to the same place, and how it differs. */
function replacedText(
  { size, replaced, state }: Upload,
  { language, messages }: Texts,
): string | undefined {
  if (!replaced || state === 'failed') return undefined
  if (replaced.size === size) return messages.otherDate
  const [before = '', now = ''] = [replaced.size, size].map((bytes) => formatBytes(bytes, language))
  return before === now ? messages.otherDate : messages.otherSize(before, now)
}

/** Failures after which the upload starts from the beginning: its session is gone. */
const startsAgain: ReadonlySet<UploadFailure['kind']> = new Set([
  'lockLost',
  'sessionLost',
  'expired',
  'incomplete',
  'changed',
  'storageHidesTag',
  'storageRefused',
])

/** One upload: its file, its progress, and what can be done about it. */
export const UploadRow = memo(function UploadRow({
  upload,
  place,
  total,
}: {
  upload: Upload
  place: number
  total: number
}) {
  const { t, language } = useI18n()
  const messages = useUploadsMessages()
  const texts = { t, language, messages }
  const isOnline = useIsOnline()
  const client = useQueryClient()
  const { id, name, state, size, sent, failure, canRetry } = upload
  const shown = displayName(name)
  const text = [stateText(upload, isOnline, texts), replacedText(upload, texts)]
    .filter((part) => part !== undefined)
    .join(' · ')
  const isActive = state === 'waiting' || state === 'sending' || state === 'stalled'
  const isSettled = state === 'done' || state === 'failed'
  return (
    <li
      className={css['row']}
      data-id={id}
      data-state={state}
      aria-posinset={place}
      aria-setsize={total}
    >
      <FileGlyph kind={kindOfName(name)} />
      <span className={css['details']}>
        <TruncatedName name={name} />
        <small data-tooltip={text} data-tooltip-if="cut">
          {text}
        </small>
        {(isActive || state === 'paused') && size > 0 && sent > 0 && (
          <span className={css['bar']} aria-hidden="true">
            <span style={{ inlineSize: `${(sent / size) * 100}%` }} />
          </span>
        )}
      </span>
      <span className={css['buttons']}>
        {state === 'unfinished' && <ChooseAgain upload={upload} isOnline={isOnline} />}
        {state === 'done' && <Check {...icon} className={css['check']} />}
        {isOnline &&
          state === 'failed' &&
          canRetry &&
          (failure && startsAgain.has(failure.kind) ? (
            <Button small variant="quiet" onClick={() => uploads.resumeUpload(id)}>
              {messages.startAgain}
            </Button>
          ) : (
            <IconButton
              small
              name={messages.retry(shown)}
              icon={<RotateCw {...icon} />}
              onClick={() => uploads.resumeUpload(id)}
            />
          ))}
        {state === 'stalled' && isOnline && (
          <Button small variant="quiet" onClick={uploads.retryUploadsNow}>
            {t.common.retry}
          </Button>
        )}
        {isOnline && isActive && (
          <IconButton
            small
            name={messages.pause(shown)}
            icon={<Pause {...icon} />}
            onClick={() => uploads.pauseUpload(id)}
          />
        )}
        {isOnline && state === 'paused' && (
          <IconButton
            small
            name={messages.resume(shown)}
            icon={<Play {...icon} />}
            onClick={() => uploads.resumeUpload(id)}
          />
        )}
        {state !== 'done' && (
          <IconButton
            small
            name={isSettled ? messages.remove(shown) : messages.cancel(shown)}
            icon={<X {...icon} />}
            onClick={() => uploads.cancelUpload(client, id)}
          />
        )}
      </span>
    </li>
  )
})

/** After a reload the browser no longer has the file: the user selects it again. */
function ChooseAgain({ upload, isOnline }: { upload: Upload; isOnline: boolean }) {
  const messages = useUploadsMessages()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, data } = useMutation(uploads.resumeUnfinished())
  const shown = displayName(upload.name)
  const isOther = data !== undefined && data !== 'folderGone' && data.matching === 0
  return (
    <>
      {isOnline && (
        <Button small variant="quiet" onClick={() => field.current?.click()}>
          {messages.chooseAgain}
        </Button>
      )}
      <HiddenFileInput
        ref={field}
        label={messages.resume(shown)}
        takes="file"
        onChoose={(list) => {
          const id = uploads.listOfRow(upload.id)
          if (id === undefined) return
          const files = list.map((file) => ({ file, path: [], size: file.size }))
          mutate({ id, localFiles: { files, folders: [] } })
        }}
      />
      {(isOther || data === 'folderGone') && (
        <span role="alert" className={css['otherFile']}>
          {isOther ? messages.otherFile(shown) : messages.folderGone}
        </span>
      )}
    </>
  )
}
