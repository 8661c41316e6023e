import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { isSamePresetName, type Preset } from '#src/features/folder-view/presets-json.ts'
import {
  addPresets,
  currentPresets,
  syncPresets,
  savePreset,
  removePreset,
  renamePreset,
  usePresets,
  usePresetProblem,
} from '#src/features/folder-view/view-presets.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { useElementRefs } from '#src/ui/use-element-refs.ts'
import {
  ExportPresetsButton,
  ImportPresetsButton,
  readPresetFile,
  UnreadablePresets,
} from './PresetFile.tsx'
import { SavePresetForm, RenamePresetForm } from './PresetForms.tsx'
import { PresetRow } from './PresetRow.tsx'
import css from './Presets.module.css'

/** The last change can be undone. */
type LastChange = {
  readonly text: string
  readonly undo?: () => void
  readonly deleted?: Preset
  /** The row of this preset gets the focus after undo. */
  readonly name?: string
}

/** It lists named views (V6), to save, apply, rename, delete, export and import. */
export function Presets({
  view,
  onUse,
  onClose,
}: {
  /** The view in the form can be saved as a preset. */
  view: ViewSetting
  onUse: (view: ViewSetting, name: string) => void
  onClose: () => void
}) {
  const { t, language } = useI18n()
  const presets = usePresets()
  const storageProblem = usePresetProblem()
  const [lastChange, setLastChange] = useState<LastChange>()
  const [problem, setProblem] = useState<string>()
  const [renaming, setRenaming] = useState<string>()
  const { elements, refTo } = useElementRefs<HTMLButtonElement>()
  const nameField = useRef<HTMLInputElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(syncPresets, [])
  /** Focuses the button of a preset once it is drawn, else the field for another one. */
  const focusPreset = (name: string) => (elements.get(name) ?? nameField.current)?.focus()
  const isLocked = storageProblem === 'unreadable'
  const compare = createNaturalCompare(language)
  const sorted = presets.toSorted((one, other) => compare(one.name, other.name))

  const showChange = (next: LastChange) => {
    setProblem(undefined)
    setLastChange(next)
  }
  const close = () => {
    // The undo button closes with the dialog, so a toast offers it.
    const { deleted, undo } = lastChange ?? {}
    if (deleted && undo) {
      showToast({ kind: 'done', key: 'presetDeleted', values: { name: deleted.name }, undo })
    }
    onClose()
  }
  const save = (name: string) => {
    const before = presets.find((each) => isSamePresetName(each.name, name))
    savePreset(name, view)
    if (!before) showChange({ text: t.operations.viewCopy.presets.saved(name) })
    else {
      const undo = () => savePreset(before.name, before.view)
      showChange({ text: t.operations.viewCopy.presets.replaced(name), undo, name: before.name })
    }
  }
  const remove = (preset: Preset) => {
    const undo = () => addPresets([preset])
    flushSync(() => {
      removePreset(preset.name)
      const text = t.operations.viewCopy.presets.deleted(preset.name)
      showChange({ text, undo, deleted: preset })
    })
    undoButton.current?.focus()
  }
  const rename = (from: string, to: string) => {
    flushSync(() => {
      setRenaming(undefined)
      if (from === to) return
      renamePreset(from, to)
      showChange({
        text: t.operations.viewCopy.presets.renamed(to),
        undo: () => renamePreset(to, from),
        name: from,
      })
    })
    focusPreset(to)
  }
  const undoChange = ({ undo, deleted, name }: LastChange) => {
    flushSync(() => {
      undo?.()
      setLastChange({ text: t.operations.viewCopy.presets.undone })
    })
    focusPreset(deleted?.name ?? name ?? '')
  }
  const importFile = async (file: File) => {
    setLastChange(undefined)
    const parsed = await readPresetFile(file, t)
    if ('problem' in parsed) {
      setProblem(parsed.problem)
      return
    }
    const before = new Set(currentPresets().map(({ name }) => name))
    addPresets(parsed.presets)
    const added = currentPresets().filter(({ name }) => !before.has(name))
    const undo = () => {
      for (const { name } of added) removePreset(name)
    }
    showChange({
      text: t.operations.viewCopy.presets.imported(added.length),
      ...(added.length > 0 && { undo }),
    })
  }

  return (
    <Dialog
      open
      title={t.operations.viewCopy.presets.title}
      description={t.operations.viewCopy.presets.text}
      onClose={close}
      actions={
        <>
          <ImportPresetsButton isOff={isLocked} onFile={(file) => void importFile(file)} />
          <ExportPresetsButton presets={presets} />
          <span className={css['gap']} />
          <Button onClick={close}>{t.common.close}</Button>
        </>
      }
    >
      <div>
        <SavePresetForm ref={nameField} presets={presets} isOff={isLocked} onSave={save} />
        {storageProblem === 'notStored' && (
          <p role="alert" className={css['problem']}>
            {t.operations.viewCopy.presets.notStored}
          </p>
        )}
        {storageProblem === 'unreadable' && <UnreadablePresets />}
        {problem && (
          <p role="alert" className={css['problem']}>
            {problem}
          </p>
        )}
        {sorted.length > 0 ? (
          <ul aria-label={t.operations.viewCopy.presets.list} className={css['list']}>
            {sorted.map((preset) => (
              <li key={preset.name}>
                {renaming === preset.name ? (
                  <RenamePresetForm
                    name={preset.name}
                    presets={presets}
                    onRename={(name) => rename(preset.name, name)}
                    onClose={() => {
                      flushSync(() => setRenaming(undefined))
                      focusPreset(preset.name)
                    }}
                  />
                ) : (
                  <PresetRow
                    ref={refTo(preset.name)}
                    preset={preset}
                    onUse={() => {
                      onUse(preset.view, preset.name)
                      close()
                    }}
                    onRename={() => setRenaming(preset.name)}
                    onDelete={() => remove(preset)}
                  />
                )}
              </li>
            ))}
          </ul>
        ) : (
          !isLocked && <p className={css['empty']}>{t.operations.viewCopy.presets.empty}</p>
        )}
        <div role="status" className={css['done']}>
          {lastChange && (
            <>
              <span>{lastChange.text}</span>
              {lastChange.undo && (
                <Button ref={undoButton} small onClick={() => undoChange(lastChange)}>
                  {t.common.undo}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
