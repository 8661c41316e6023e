import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { isSamePresetName, type Preset } from '#src/features/folder-view/presets-json.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePresetsMessages } from '#src/i18n/parts/presets-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import css from './Presets.module.css'

/** Most characters of a name. */
const maxNameLength = 100

/** Saves the view in the form as a preset, after a warning when that replaces one. */
export function SavePresetForm({
  ref,
  presets,
  isOff,
  onSave,
}: {
  /** Ref of the field. */
  ref: Ref<HTMLInputElement>
  presets: readonly Preset[]
  isOff: boolean
  onSave: (name: string) => void
}) {
  const messages = usePresetsMessages()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const name = text.trim()
  const taken = presets.find((each) => isSamePresetName(each.name, name))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOff) return
    if (name === '') return setError(messages.nameEmpty)
    onSave(name)
    setText('')
  }
  return (
    <form className={css['saveForm']} onSubmit={submit}>
      <TextField
        ref={ref}
        label={messages.name}
        value={text}
        maxLength={maxNameLength}
        autoComplete="off"
        data-autofocus=""
        disabled={isOff}
        hint={taken ? messages.willReplace(taken.name) : messages.nameHint}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="primary" aria-disabled={isOff || undefined}>
        {taken ? messages.replace : messages.save}
      </Button>
    </form>
  )
}

/** Replaces the row of the preset that is being renamed. */
export function RenamePresetForm({
  name: oldName,
  presets,
  onRename,
  onClose,
}: {
  name: string
  presets: readonly Preset[]
  onRename: (name: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = usePresetsMessages()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(oldName)
  const [error, setError] = useState<string>()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim()
    const taken = presets.find((each) => each.name !== oldName && isSamePresetName(each.name, name))
    if (name === '') setError(messages.nameEmpty)
    else if (taken) setError(messages.taken(taken.name))
    else onRename(name)
  }
  return (
    <form className={css['rename']} onSubmit={submit}>
      <TextField
        ref={field}
        label={messages.renameLabel(oldName)}
        hideLabel
        value={text}
        maxLength={maxNameLength}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onClose()
        }}
      />
      <Button type="submit" small>
        {messages.rename}
      </Button>
      <Button small variant="quiet" onClick={onClose}>
        {t.common.cancel}
      </Button>
    </form>
  )
}
