import { Ellipsis, FileInput, FileOutput } from 'lucide-react'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { compareNatural } from '#src/lib/names.ts'
import { saveText } from '#src/lib/save-text.ts'
import {
  isSameName,
  longestFile,
  type Preset,
  readPresets,
  writePresets,
} from '#src/stores/preset-file.ts'
import { showToast } from '#src/stores/toasts.ts'
import {
  addPresets,
  currentPresets,
  dropUnreadable,
  followPresets,
  keepPreset,
  removePreset,
  renamePreset,
  unreadablePresets,
  usePresets,
  usePresetTrouble,
} from '#src/stores/view-presets.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { type Layout, overlayView, type SortKey } from '#src/views/folder/shown-view.ts'
import css from './Presets.module.css'

/** Characters that are taken for a name. */
const longestName = 100

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
    const text = file.size > longestFile * 4 ? undefined : await file.text().catch(() => null)
    const read =
      text === undefined
        ? ({ problem: 'long' } as const)
        : text === null
          ? ({ problem: 'gone' } as const)
          : readPresets(text)
    if ('problem' in read) {
      setProblem(problemWords(read.problem, t))
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
          <Button
            kind="quiet"
            icon={<FileOutput size={16} strokeWidth={1.75} aria-hidden="true" />}
            aria-disabled={presets.length === 0 || undefined}
            onClick={() => {
              if (presets.length > 0)
                saveText(writePresets(presets), t.operations.viewCopy.presets.fileName)
            }}
          >
            {t.operations.viewCopy.presets.export}
          </Button>
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

function problemWords(problem: 'malformed' | 'version' | 'long' | 'gone', t: Messages): string {
  switch (problem) {
    case 'malformed':
      return t.operations.viewCopy.presets.fileMalformed
    case 'version':
      return t.operations.viewCopy.presets.fileVersion
    case 'long':
      return t.operations.viewCopy.presets.fileLong
    case 'gone':
      return t.operations.viewCopy.presets.fileGone
  }
}

function KeepForm({
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

/** A view in a few words: how it lays out, how it sorts, and what its layout shows. */
function viewWords(view: ViewSetting, t: Messages): string {
  const { layout, sort, columns, galleryWidth } = overlayView(view)
  const by = sort && t.viewSettings.sortKeys[sort.by as SortKey]
  const more: Record<Layout, string> = {
    list: t.viewSettings.columnCount(columns.length),
    grid: '',
    gallery: `${galleryWidth} ${t.viewSettings.px}`,
  }
  const words = [
    t.viewSettings.layouts[layout],
    by && `${by} ${sort.direction === 'desc' ? '↓' : '↑'}`,
    more[layout],
  ]
  return words.filter(Boolean).join(' · ')
}

function PresetRow({
  preset: { name, view },
  onUse,
  onRename,
  onDelete,
}: {
  preset: Preset
  onUse: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const { t } = useI18n()
  return (
    <>
      <span className={css['what']}>
        <TruncatedName name={name} />
        <small>{viewWords(view, t)}</small>
      </span>
      <Button
        small
        data-use={name}
        aria-label={t.operations.viewCopy.presets.applyNamed(name)}
        onClick={onUse}
      >
        {t.operations.viewCopy.presets.apply}
      </Button>
      <Menu
        name={t.operations.viewCopy.presets.actionsFor(name)}
        entries={[
          { key: 'rename', label: t.operations.viewCopy.presets.rename, onSelect: onRename },
          {
            key: 'delete',
            label: t.operations.viewCopy.presets.delete,
            onSelect: onDelete,
            danger: true,
          },
        ]}
      >
        {(button) => (
          <IconButton
            {...button}
            small
            name={t.operations.viewCopy.presets.actionsFor(name)}
            icon={<Ellipsis aria-hidden="true" />}
          />
        )}
      </Menu>
    </>
  )
}

function RenameForm({
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

function ImportButton({ isOff, onFile }: { isOff: boolean; onFile: (file: File) => void }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t.operations.viewCopy.presets.import}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        kind="quiet"
        icon={<FileInput size={16} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={isOff || undefined}
        onClick={() => {
          if (!isOff) input.current?.click()
        }}
      >
        {t.operations.viewCopy.presets.import}
      </Button>
    </>
  )
}

/** What is stored is nobody's to throw away but the user's. */
function Unreadable() {
  const { t } = useI18n()
  return (
    <div role="alert" className={css['trouble']}>
      <p>{t.operations.viewCopy.presets.unreadable}</p>
      <p className={css['ways']}>
        <Button
          small
          onClick={() =>
            saveText(
              unreadablePresets(),
              t.operations.viewCopy.presets.unreadableFileName,
              'text/plain',
            )
          }
        >
          {t.operations.viewCopy.presets.saveUnreadable}
        </Button>
        <Button small kind="danger" onClick={dropUnreadable}>
          {t.operations.viewCopy.presets.startAnew}
        </Button>
      </p>
    </div>
  )
}
