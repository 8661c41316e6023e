import { create } from 'zustand'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { removeStored, writeStored } from '#src/platform/storage.ts'
import { readStoredText } from '#src/platform/stored-text.ts'
import {
  isSamePresetName,
  type Preset,
  toPresetsDocument,
  parsePresets,
  mergePresets,
} from './presets-json.ts'

/*
 * Named views of the user in this browser. They contain no secrets and are the user's work, so they survive signing
 * out; the storage key contains the user's id, so nobody else sees them.
 */

type State = {
  readonly presets: readonly Preset[]
  /**
   * `unreadable`: the stored text cannot be parsed and is left alone. `notStored`: the last change could not be stored.
   */
  readonly problem: 'unreadable' | 'notStored' | undefined
}
const initial: State = { presets: [], problem: undefined }
const useStore = create<State>()(() => initial)

const keyOf = (): string => `latchkey.view-presets.${currentSession().userId ?? ''}`

export const usePresets = (): readonly Preset[] => useStore(({ presets }) => presets)
export const currentPresets = (): readonly Preset[] => useStore.getState().presets
export const usePresetProblem = (): State['problem'] => useStore(({ problem }) => problem)

function load(): State {
  const text = readStoredText(keyOf())
  if (text === null) return initial
  const parsed = parsePresets(text)
  return 'presets' in parsed
    ? { presets: parsed.presets, problem: undefined }
    : { presets: [], problem: 'unreadable' }
}

/** Follows changes from other tabs until the returned function is called. */
export function syncPresetsAcrossTabs(): () => void {
  const reload = () => {
    // Unstored changes exist in memory only and must not be overwritten.
    if (useStore.getState().problem !== 'notStored') useStore.setState(load())
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf()) reload()
  }
  reload()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/**
 * Applies a change to what is stored now, which another tab may have written. While nothing can be stored it is applied to
 * what this tab has; presets that cannot be read are left as they are.
 */
function change(edit: (presets: readonly Preset[]) => readonly Preset[]): void {
  const before = useStore.getState().problem === 'notStored' ? useStore.getState() : load()
  if (before.problem === 'unreadable') {
    useStore.setState(before)
    return
  }
  const presets = edit(before.presets)
  const isStored = writeStored('local', keyOf(), toPresetsDocument(presets))
  useStore.setState({ presets, problem: isStored ? undefined : 'notStored' })
}

/** Saves a view under a name, replacing the preset of that name. */
export const savePreset = (name: string, view: ViewSetting): void =>
  change((presets) =>
    presets.some((each) => isSamePresetName(each.name, name))
      ? presets.map((each) => (isSamePresetName(each.name, name) ? { name, view } : each))
      : [...presets, { name, view }],
  )

export const renamePreset = (from: string, to: string): void =>
  change((presets) =>
    presets.some(({ name }) => name !== from && isSamePresetName(name, to))
      ? presets
      : presets.map((each) => (each.name === from ? { ...each, name: to } : each)),
  )

export const removePreset = (name: string): void =>
  change((presets) => presets.filter((each) => each.name !== name))

/** Adds presets from a file, or removed ones on undo. */
export const addPresets = (more: readonly Preset[]): void =>
  change((presets) => mergePresets(presets, more))

/** The stored text that cannot be parsed. */
export const unreadablePresetsText = (): string => readStoredText(keyOf()) ?? ''

export function deleteUnreadablePresets(): void {
  removeStored('local', keyOf())
  useStore.setState(load())
}

onSignOut(() => useStore.setState(initial))
