import { useQueryClient } from '@tanstack/react-query'
import { Check, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import {
  cancelUpload,
  canRetry,
  continueUpload,
  pauseUpload,
  resumeUpload,
} from '#src/queries/uploads.ts'
import type { Upload, UploadFailure } from '#src/stores/uploads.ts'
import { Button } from '#src/ui/Button.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { errorWords } from '#src/views/error-words.ts'
import css from './UploadPanel.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function failureWords(failure: UploadFailure, t: Messages, language: string): string {
  const words = t.uploads.failures
  switch (failure.kind) {
    case 'error':
      return errorWords(failure.error, t).title
    case 'large':
      return words.large(formatBytes(failure.most, language))
    case 'name':
      switch (failure.problem) {
        case 'empty':
          return words.nameEmpty
        case 'dots':
          return words.nameDots
        case 'long':
          return words.nameLong
        case 'characters':
        case 'taken':
          return words.nameCharacters
      }
    // oxlint-disable-next-line no-fallthrough
    default:
      return words[failure.kind]
  }
}

function stateWords({ state, failure, sent, size }: Upload, t: Messages, language: string): string {
  if (state === 'failed' && failure) return failureWords(failure, t, language)
  const bytes = t.uploads.ofBytes(formatBytes(sent, language), formatBytes(size, language))
  if (state === 'sending' || state === 'failed') return bytes
  if (state === 'done' || state === 'waiting') {
    return `${t.uploads.states[state]} · ${formatBytes(size, language)}`
  }
  return state === 'unfinished'
    ? t.uploads.states.unfinished
    : `${t.uploads.states[state]} · ${bytes}`
}

/** What can be begun anew only: its session is gone. */
const beginsAnew: ReadonlySet<UploadFailure['kind']> = new Set(['lockLost', 'over', 'changed'])

/** One file: what it is, how far it is, and what can be done about it. */
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
  const { id, name, state, size, sent, failure } = upload
  const shown = displayName(name)
  const isMoving = state === 'waiting' || state === 'sending' || state === 'stalled'
  const isOver = state === 'done' || state === 'failed'
  return (
    <li
      className={css['row']}
      data-id={id}
      data-state={state}
      aria-posinset={place}
      aria-setsize={total}
    >
      <FileGlyph kind={kindOfName(name)} />
      <span className={css['what']}>
        <TruncatedName name={name} />
        <small title={state === 'failed' ? stateWords(upload, t, language) : undefined}>
          {stateWords(upload, t, language)}
        </small>
        {(isMoving || state === 'paused') && size > 0 && sent > 0 && (
          <span className={css['bar']} aria-hidden="true">
            <span style={{ inlineSize: `${(sent / size) * 100}%` }} />
          </span>
        )}
      </span>
      <span className={css['tools']}>
        {state === 'unfinished' && <ChooseAgain upload={upload} />}
        {state === 'done' && <Check {...icon} className={css['check']} />}
        {state === 'failed' &&
          canRetry(id) &&
          (failure && beginsAnew.has(failure.kind) ? (
            <Button small kind="quiet" onClick={() => resumeUpload(id)}>
              {t.uploads.startAgain}
            </Button>
          ) : (
            <IconButton
              small
              name={t.uploads.retry(shown)}
              icon={<RotateCw {...icon} />}
              onClick={() => resumeUpload(id)}
            />
          ))}
        {isMoving && (
          <IconButton
            small
            name={t.uploads.pause(shown)}
            icon={<Pause {...icon} />}
            onClick={() => pauseUpload(id)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            small
            name={t.uploads.resume(shown)}
            icon={<Play {...icon} />}
            onClick={() => resumeUpload(id)}
          />
        )}
        {state !== 'done' && (
          <IconButton
            small
            name={isOver ? t.uploads.remove(shown) : t.uploads.cancel(shown)}
            icon={<X {...icon} />}
            onClick={() => cancelUpload(id)}
          />
        )}
      </span>
    </li>
  )
})

/** After a reload the browser has let go of the file: it has to be shown to it once more. */
function ChooseAgain({ upload: { id, name } }: { upload: Upload }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [isOther, setOther] = useState(false)
  const choose = async (file: File | undefined) => {
    if (file) setOther(!(await continueUpload(client, id, file)))
  }
  return (
    <>
      <Button small kind="quiet" onClick={() => field.current?.click()}>
        {t.uploads.chooseAgain}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={t.uploads.resume(displayName(name))}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {isOther && (
        <span role="alert" className={css['other']}>
          {t.uploads.otherFile(displayName(name))}
        </span>
      )}
    </>
  )
}
