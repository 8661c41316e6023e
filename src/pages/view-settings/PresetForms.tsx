import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { isSameName, type Preset } from '#src/stores/preset-file.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import css from './Presets.module.css'

/** Characters that are taken for a name. */
const longestName = 100

/** Keeps the view on the page under a name; a name that is taken is said to be replaced. */
export function KeepForm({
  presets,
  isOff,
  onKeep,
}: {
  presets: readonly Preset[]
  isOff: boolean
  onKeep: (name: string) => void
}) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const name = text.trim()
  const taken = presets.find((each) => isSameName(each.name, name))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOff) return
    if (name === '') return setError(t.operations.viewCopy.presets.nameEmpty)
    onKeep(name)
    setText('')
  }
  return (
    <form className={css['keep']} onSubmit={submit}>
      <TextField
        label={t.operations.viewCopy.presets.name}
        value={text}
        maxLength={longestName}
        autoComplete="off"
        data-autofocus=""
        disabled={isOff}
        hint={
          taken
            ? t.operations.viewCopy.presets.willReplace(taken.name)
            : t.operations.viewCopy.presets.nameHint
        }
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" kind="primary" aria-disabled={isOff || undefined}>
        {taken ? t.operations.viewCopy.presets.replace : t.operations.viewCopy.presets.save}
      </Button>
    </form>
  )
}

/** Stands in the place of the preset that gets another name. */
export function RenameForm({
  name: before,
  presets,
  onRename,
  onEnd,
}: {
  name: string
  presets: readonly Preset[]
  onRename: (name: string) => void
  onEnd: () => void
}) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(before)
  const [error, setError] = useState<string>()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim()
    const taken = presets.find((each) => each.name !== before && isSameName(each.name, name))
    if (name === '') setError(t.operations.viewCopy.presets.nameEmpty)
    else if (taken) setError(t.operations.viewCopy.presets.taken(taken.name))
    else onRename(name)
  }
  return (
    <form className={css['rename']} onSubmit={submit}>
      <TextField
        ref={field}
        label={t.operations.viewCopy.presets.renameLabel(before)}
        hideLabel
        value={text}
        maxLength={longestName}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onEnd()
        }}
      />
      <Button type="submit" small>
        {t.operations.viewCopy.presets.rename}
      </Button>
      <Button small kind="quiet" onClick={onEnd}>
        {t.common.cancel}
      </Button>
    </form>
  )
}
