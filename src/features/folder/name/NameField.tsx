import { CircleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, SessionEndedError } from '#src/contract/errors.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { type NameProblem, nameProblem } from '#src/lib/names/file-name.ts'
import type { Operation } from '#src/lib/operation.ts'
import { connectToAnchor } from '#src/ui/anchor.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { WaitingName } from './WaitingName.tsx'
import css from './NameField.module.css'

function nameProblemText(problem: NameProblem, name: string, t: Messages): string {
  switch (problem) {
    case 'empty':
      return t.common.nameEmpty
    case 'dots':
      return t.common.nameDots
    case 'characters':
      return t.common.nameCharacters
    case 'long':
      return t.common.nameLong
    case 'taken':
      return t.errors.nameTakenBy(displayName(name))
  }
}

function failureText(error: unknown, name: string, t: Messages): string {
  const isTaken = hasErrorCode(error, ErrorCode.nameTaken)
  return isTaken ? t.errors.nameTakenBy(displayName(name)) : describeError(error, t).title
}

type NameFieldProps = {
  label: string
  placeholder?: string
  /** The current name; absent for a new item. */
  name?: string
  /** What is in the field at first, instead of the current name. */
  typed?: string | undefined
  isFolder: boolean
  isTaken: (name: string) => boolean
  /** Whether what is saved waits until something is unlocked. */
  isWaiting?: boolean
  /** Another one gives an open field the focus again. */
  request?: object | undefined
  /** Resolves to false when the user has given up: what was typed stays while the field is on screen. */
  save: (name: string, isOnScreen: () => boolean) => Promise<unknown>
  /** What a message says it could not do, when the field is gone by then. */
  operation?: (name: string) => Operation
  /** Called when the name has been saved or the edit cancelled. */
  onEnd: () => void
}

/** Enter and leaving the field save, Escape cancels; an error is shown below and keeps what was typed. */
export function NameField(props: NameFieldProps) {
  const { label, placeholder, isFolder, isWaiting = false, request } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const { name, setName, error, isBusy, submit, leave, cancel } = useTypedName(props, field, place)
  const stem = isFolder ? name : splitExtension(name).stem

  // The field gets the focus before a key that follows the command at once.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(0, stem.length)
    // The initial name is selected, whatever it is by then.
    // eslint-disable-next-line react/exhaustive-deps
  }, [request])

  const onKeyDown = (event: KeyboardEvent) => {
    // The list would handle the keys as well.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape' && cancel()) event.preventDefault()
  }

  if (isBusy && isWaiting) return <WaitingName ref={place} name={name} />
  return (
    <span ref={place} className={css['field']}>
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
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Else the whole window lost focus, not the field.
          if (document.activeElement !== field.current) leave()
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

function showLateFailure(error: unknown, operation: Operation): void {
  if (error instanceof SessionEndedError) return
  const failureContext = { kind: 'notDone', operation } as const
  showToast({ kind: 'failed', error: error as Error, failureContext })
}

/** The name as it is typed, and its saving: one attempt at a time, with the reason why the last one failed. */
function useTypedName(
  { name: initialName = '', typed = initialName, isTaken, save, operation, onEnd }: NameFieldProps,
  field: RefObject<HTMLInputElement | null>,
  place: RefObject<HTMLElement | null>,
) {
  const { t } = useI18n()
  const [name, setName] = useState(typed)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A second Enter may arrive before the first has been rendered.
  const isSending = useRef(false)
  /** Something was in the way of this name: it stays in the field, and only Enter tries it again. */
  const givenUp = useRef<string>(undefined)

  const submit = async () => {
    if (isSending.current) return
    if (name === initialName && initialName !== '') return onEnd()
    const problem = nameProblem(name, isTaken)
    if (problem) return setError(nameProblemText(problem, name, t))
    isSending.current = true
    setBusy(true)
    setError(undefined)
    // The row may be gone by then: something else can be open in place of the field.
    try {
      if ((await save(name, () => place.current !== null)) === false) givenUp.current = name
      else if (place.current) onEnd()
    } catch (failure) {
      // A toast says that it was given up.
      if (failure instanceof LockCancelledError) givenUp.current = name
      else if (place.current) setError(failureText(failure, name, t))
      else if (operation) showLateFailure(failure, operation(name))
      if (document.activeElement === document.body) field.current?.focus()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    name,
    setName: (typed: string) => {
      setName(typed)
      setError(undefined)
    },
    error,
    isBusy,
    submit,
    /** The focus has left the field: an unchanged or empty name ends the edit without an error. */
    leave: () => {
      if (name.trim() === '' || name === initialName) {
        if (!isSending.current) onEnd()
      } else if (error === undefined && name !== givenUp.current) void submit()
    },
    /** Returns whether the edit has ended: a name that is on its way cannot be taken back. */
    cancel: () => {
      if (isSending.current) return false
      onEnd()
      return true
    },
  }
}

/** A popover in the top layer, because rows clip their overflow. */
function FloatingError({
  id,
  under,
  children,
}: {
  id: string
  under: RefObject<HTMLElement | null>
  children: string
}) {
  const popover = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = popover.current
    if (!element || !under.current) return undefined
    const disconnect = connectToAnchor(element, under.current)
    element.showPopover()
    return () => {
      disconnect()
      element.hidePopover()
    }
  }, [under])
  return (
    <span ref={popover} id={id} role="alert" popover="manual" className={css['error']}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
