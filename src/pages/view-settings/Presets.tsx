import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { compareNatural } from '#src/lib/names.ts'
import { isSameName, type Preset } from '#src/stores/preset-file.ts'
import { showToast } from '#src/stores/toasts.ts'
import {
  addPresets,
  currentPresets,
  followPresets,
  keepPreset,
  removePreset,
  renamePreset,
  usePresets,
  usePresetTrouble,
} from '#src/stores/view-presets.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ExportButton, ImportButton, readPresetFile, Unreadable } from './PresetFile.tsx'
import { KeepForm, RenameForm } from './PresetForms.tsx'
import { PresetRow } from './PresetRow.tsx'
import css from './Presets.module.css'

/** What has just been done, and the way back. */
type Done = {
  readonly text: string
  readonly undo?: () => void
  readonly deleted?: Preset
  /** The preset whose row has the focus after the way back. */
  readonly at?: string
}

/** Views under a name (V6): kept, used, renamed, deleted, and carried to other browsers as a file. */
export function Presets({
  view,
  onUse,
  onClose,
}: {
  /** The view on the page, to be kept under a name. */
  view: ViewSetting
  onUse: (view: ViewSetting, name: string) => void
  onClose: () => void
}) {
  const { t, language } = useI18n()
  const presets = usePresets()
  const trouble = usePresetTrouble()
  const [done, setDone] = useState<Done>()
  const [problem, setProblem] = useState<string>()
  const [renaming, setRenaming] = useState<string>()
  /** What takes the focus of something that goes away: the row of a preset, or else the way back. */
  const focusTo = useRef<{ use?: string }>(undefined)
  const body = useRef<HTMLDivElement>(null)
  useEffect(followPresets, [])
  useLayoutEffect(() => {
    const to = focusTo.current
    focusTo.current = undefined
    if (to === undefined || !body.current) return
    const uses = [...body.current.querySelectorAll<HTMLElement>('[data-use]')]
    const use = uses.find(({ dataset }) => dataset['use'] === to.use)
    const other = to.use === undefined ? '[role=status] button' : 'input'
    ;(use ?? body.current.querySelector<HTMLElement>(other))?.focus()
  })
  const isLocked = trouble === 'unreadable'
  const compare = compareNatural(language)
  const sorted = presets.toSorted((one, other) => compare(one.name, other.name))

  const say = (next: Done) => {
    setProblem(undefined)
    setDone(next)
  }
  const close = () => {
    // The way back from here is gone with the dialog, so a message goes on offering it.
    const { deleted, undo } = done ?? {}
    if (deleted && undo) {
      showToast({ kind: 'done', key: 'presetDeleted', values: { name: deleted.name }, undo })
    }
    onClose()
  }
  const keep = (name: string) => {
    const before = presets.find((each) => isSameName(each.name, name))
    keepPreset(name, view)
    if (!before) say({ text: t.operations.viewCopy.presets.saved(name) })
    else {
      const undo = () => keepPreset(before.name, before.view)
      say({ text: t.operations.viewCopy.presets.replaced(name), undo, at: before.name })
    }
  }
  const remove = (preset: Preset) => {
    removePreset(preset.name)
    const undo = () => addPresets([preset])
    say({ text: t.operations.viewCopy.presets.deleted(preset.name), undo, deleted: preset })
    focusTo.current = {}
  }
  const rename = (from: string, to: string) => {
    setRenaming(undefined)
    if (from === to) return
    renamePreset(from, to)
    say({
      text: t.operations.viewCopy.presets.renamed(to),
      undo: () => renamePreset(to, from),
      at: from,
    })
    focusTo.current = { use: to }
  }
  const undo = ({ undo: takeBack, deleted, at }: Done) => {
    takeBack?.()
    setDone({ text: t.operations.viewCopy.presets.undone })
    focusTo.current = { use: deleted?.name ?? at ?? '' }
  }
  const importFile = async (file: File) => {
    setDone(undefined)
    const read = await readPresetFile(file, t)
    if ('problem' in read) {
      setProblem(read.problem)
      return
    }
    const before = new Set(currentPresets().map(({ name }) => name))
    addPresets(read.presets)
    const added = currentPresets().filter(({ name }) => !before.has(name))
    const undo = () => {
      for (const { name } of added) removePreset(name)
    }
    say({
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
          <ImportButton isOff={isLocked} onFile={(file) => void importFile(file)} />
          <ExportButton presets={presets} />
          <span className={css['gap']} />
          <Button onClick={close}>{t.common.close}</Button>
        </>
      }
    >
      <div ref={body}>
        <KeepForm presets={presets} isOff={isLocked} onKeep={keep} />
        {trouble === 'unkept' && (
          <p role="alert" className={css['trouble']}>
            {t.operations.viewCopy.presets.unkept}
          </p>
        )}
        {trouble === 'unreadable' && <Unreadable />}
        {problem && (
          <p role="alert" className={css['trouble']}>
            {problem}
          </p>
        )}
        {sorted.length > 0 ? (
          <ul aria-label={t.operations.viewCopy.presets.list} className={css['list']}>
            {sorted.map((preset) => (
              <li key={preset.name}>
                {renaming === preset.name ? (
                  <RenameForm
                    name={preset.name}
                    presets={presets}
                    onRename={(name) => rename(preset.name, name)}
                    onEnd={() => {
                      setRenaming(undefined)
                      focusTo.current = { use: preset.name }
                    }}
                  />
                ) : (
                  <PresetRow
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
          {done && (
            <>
              <span>{done.text}</span>
              {done.undo && (
                <Button small onClick={() => undo(done)}>
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
