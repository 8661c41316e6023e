import { type RefCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { isSamePresetName, type Preset } from '#src/features/folder-view/presets-json.ts'
import {
  addPresets,
  currentPresets,
  syncPresetsAcrossTabs,
  savePreset,
  removePreset,
  renamePreset,
  usePresets,
  usePresetProblem,
} from '#src/features/folder-view/view-presets.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePresetsMessages } from '#src/i18n/parts/presets-messages.ts'
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

/** The last change, which can be undone. */
type LastChange = {
  readonly text: string
  readonly undo?: () => void
  readonly deleted?: Preset
  /** The preset whose row gets the focus after undo. */
  readonly name?: string
}

/** Named views (V6): to save, apply, rename, delete, export and import. */
export function PresetsDialog({
  view,
  onUse,
  onClose,
}: {
  /** The view in the form, which can be saved as a preset. */
  view: ViewSetting
  onUse: (view: ViewSetting, name: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = usePresetsMessages()
  const presets = usePresets()
  const storageProblem = usePresetProblem()
  const { elements, refTo } = useElementRefs<HTMLButtonElement>()
  const nameField = useRef<HTMLInputElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(syncPresetsAcrossTabs, [])
  /** Focuses the button of a preset once it is drawn, else the field for another one. */
  const focusPreset = (name: string) => (elements.get(name) ?? nameField.current)?.focus()
  const { lastChange, problem, save, remove, rename, importFile, undo } = usePresetChanges(view)
  const isLocked = storageProblem === 'unreadable'

  const close = () => {
    // The undo button closes with the dialog, so a toast offers it.
    const { deleted, undo: undoDeletion } = lastChange ?? {}
    if (deleted && undoDeletion) {
      const values = { name: deleted.name }
      showToast({ kind: 'done', key: 'presetDeleted', values, undo: undoDeletion })
    }
    onClose()
  }

  return (
    <Dialog
      open
      title={messages.title}
      description={messages.text}
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
            {messages.notStored}
          </p>
        )}
        {storageProblem === 'unreadable' && <UnreadablePresets />}
        {problem && (
          <p role="alert" className={css['problem']}>
            {problem}
          </p>
        )}
        {presets.length > 0 ? (
          <PresetList
            presets={presets}
            refTo={refTo}
            onUse={(preset) => {
              onUse(preset.view, preset.name)
              close()
            }}
            onRename={(from, to) => {
              if (to !== from) flushSync(() => rename(from, to))
              focusPreset(to)
            }}
            onDelete={(preset) => {
              flushSync(() => remove(preset))
              undoButton.current?.focus()
            }}
          />
        ) : (
          !isLocked && <p className={css['empty']}>{messages.empty}</p>
        )}
        <div role="status" className={css['done']}>
          {lastChange && (
            <>
              <span>{lastChange.text}</span>
              {lastChange.undo && (
                <Button
                  ref={undoButton}
                  small
                  onClick={() => {
                    flushSync(undo)
                    focusPreset(lastChange.deleted?.name ?? lastChange.name ?? '')
                  }}
                >
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

/** The presets by name, each to be used, renamed in its place or deleted. */
function PresetList({
  presets,
  refTo,
  onUse,
  onRename,
  onDelete,
}: {
  presets: readonly Preset[]
  refTo: (name: string) => RefCallback<HTMLButtonElement>
  onUse: (preset: Preset) => void
  /** Called with the same name when the renaming was cancelled. */
  onRename: (from: string, to: string) => void
  onDelete: (preset: Preset) => void
}) {
  const { language } = useI18n()
  const messages = usePresetsMessages()
  const [renaming, setRenaming] = useState<string>()
  const compare = createNaturalCompare(language)
  const endRenaming = (from: string, to: string) => {
    flushSync(() => setRenaming(undefined))
    onRename(from, to)
  }
  return (
    <ul aria-label={messages.list} className={css['list']}>
      {presets
        .toSorted((one, other) => compare(one.name, other.name))
        .map((preset) => (
          <li key={preset.name}>
            {renaming === preset.name ? (
              <RenamePresetForm
                name={preset.name}
                presets={presets}
                onRename={(name) => endRenaming(preset.name, name)}
                onClose={() => endRenaming(preset.name, preset.name)}
              />
            ) : (
              <PresetRow
                ref={refTo(preset.name)}
                preset={preset}
                onUse={() => onUse(preset)}
                onRename={() => setRenaming(preset.name)}
                onDelete={() => onDelete(preset)}
              />
            )}
          </li>
        ))}
    </ul>
  )
}

/** What changes the presets, the last change, which can be undone, and why a file could not be read. */
function usePresetChanges(view: ViewSetting) {
  const messages = usePresetsMessages()
  const presets = usePresets()
  const [lastChange, setLastChange] = useState<LastChange>()
  const [problem, setProblem] = useState<string>()
  const showChange = (next: LastChange) => {
    setProblem(undefined)
    setLastChange(next)
  }
  return {
    lastChange,
    problem,
    save: (name: string) => {
      const before = presets.find((each) => isSamePresetName(each.name, name))
      savePreset(name, view)
      if (!before) showChange({ text: messages.saved(name) })
      else {
        const undo = () => savePreset(before.name, before.view)
        showChange({ text: messages.replaced(name), undo, name: before.name })
      }
    },
    remove: (preset: Preset) => {
      removePreset(preset.name)
      const undo = () => addPresets([preset])
      showChange({ text: messages.deleted(preset.name), undo, deleted: preset })
    },
    rename: (from: string, to: string) => {
      renamePreset(from, to)
      const undo = () => renamePreset(to, from)
      showChange({ text: messages.renamed(to), undo, name: from })
    },
    importFile: async (file: File) => {
      setLastChange(undefined)
      const parsed = await readPresetFile(file, messages)
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
      showChange({ text: messages.imported(added.length), ...(added.length > 0 && { undo }) })
    },
    undo: () => {
      lastChange?.undo?.()
      setLastChange({ text: messages.undone })
    },
  }
}
