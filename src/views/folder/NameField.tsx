import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { type NameProblem, nameProblem } from '#src/lib/file-name.ts'
import { splitExtension } from '#src/lib/names.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { errorWords } from '../error-words.ts'
import css from './NameField.module.css'

function problemWords(problem: NameProblem, name: string, t: Messages): string {
  switch (problem) {
    case 'empty':
      return t.picking.nameEmpty
    case 'dots':
      return t.picking.nameDots
    case 'characters':
      return t.picking.nameCharacters
    case 'long':
      return t.picking.nameLong
    case 'taken':
      return t.errors.nameTakenBy(displayName(name))
  }
}

function failureWords(error: unknown, name: string, t: Messages): string {
  const isTaken = error instanceof ApiError && error.code === Code.nameTaken
  return isTaken ? t.errors.nameTakenBy(displayName(name)) : errorWords(error, t).title
}

/**
 * A name that is being written, in the place where it will stand. Enter and leaving the field save it, Escape gives it
 * up; what is wrong is said under it, and what was typed stays.
 */
export function NameField({
  label,
  placeholder,
  name: before = '',
  isFolder,
  isTaken,
  save,
  onEnd,
}: {
  label: string
  placeholder?: string
  /** The name so far; none for something new. */
  name?: string
  isFolder: boolean
  isTaken: (name: string) => boolean
  save: (name: string) => Promise<unknown>
  /** It is saved, or given up. */
  onEnd: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A second Enter may come before the first has been drawn.
  const isSending = useRef(false)

  useEffect(() => {
    const input = field.current
    input?.focus()
    const end = isFolder ? before.length : splitExtension(before).stem.length
    input?.setSelectionRange(0, end)
    // Once, for the name that it begins with.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])

  const submit = async () => {
    if (isSending.current) return
    if (name === before && before !== '') return onEnd()
    const problem = nameProblem(name, isTaken)
    if (problem) return setError(problemWords(problem, name, t))
    isSending.current = true
    setBusy(true)
    setError(undefined)
    try {
      await save(name)
      onEnd()
    } catch (failure) {
      if (!(failure instanceof LockCancelledError)) setError(failureWords(failure, name, t))
      if (document.activeElement === document.body) field.current?.focus()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // The list around it has keys of its own.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape' && !isSending.current) {
      event.preventDefault()
      onEnd()
    }
  }

  return (
    <span className={css['field']}>
      <input
        ref={field}
        type="text"
        className={css['input']}
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        aria-busy={isBusy || undefined}
        readOnly={isBusy}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Only the window lost it.
          if (document.activeElement === field.current) return
          // Nothing was written: nothing to say either.
          if (name.trim() === '' || name === before) {
            if (!isSending.current) onEnd()
          } else if (error === undefined) void submit()
        }}
      />
      {isBusy && <Spinner />}
      {error && (
        <FloatingError id={id} under={field}>
          {error}
        </FloatingError>
      )}
    </span>
  )
}

/** Rows cut off what leaves them, hence the top layer. */
function FloatingError({
  id,
  under,
  children,
}: {
  id: string
  under: React.RefObject<HTMLElement | null>
  children: string
}) {
  const note = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = note.current
    if (!element) return undefined
    element.showPopover()
    const follow = () => {
      const box = under.current?.getBoundingClientRect()
      if (!box) return
      const height = element.offsetHeight
      const isAbove = box.bottom + height + 12 > innerHeight
      element.style.setProperty('--x', `${Math.max(8, box.left)}px`)
      element.style.setProperty('--y', `${isAbove ? box.top - height - 6 : box.bottom + 6}px`)
    }
    follow()
    document.addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  }, [under])
  return (
    <span ref={note} id={id} role="alert" popover="manual" className={css['error']}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
