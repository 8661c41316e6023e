import { create } from 'zustand'
import type { ViewSetting } from '#src/contract/view.ts'
import { removeStored, writeStored } from '#src/lib/storage.ts'
import { storedText } from '#src/lib/stored-text.ts'
import { isSameName, type Preset, presetData, readPresets, withPresets } from './preset-file.ts'
import { forgetsOnSignOut } from './resets.ts'
import { currentSession } from './session.ts'

/*
 * Named views of this user in this browser. They hold nothing secret and are work somebody put in, so they stay when
 * their user signs out; the key has the user's id in it, and nobody else is shown them.
 */

type State = {
  readonly presets: readonly Preset[]
  /** `unreadable`: what is stored cannot be read and is left alone. `unkept`: the browser would not store the last change. */
  readonly trouble: 'unreadable' | 'unkept' | undefined
}
const initial: State = { presets: [], trouble: undefined }
const useStore = create<State>()(() => initial)

const keyOf = (): string => `latchkey.view-presets.${currentSession().userId ?? ''}`

export const usePresets = (): readonly Preset[] => useStore(({ presets }) => presets)
export const currentPresets = (): readonly Preset[] => useStore.getState().presets
export const usePresetTrouble = (): State['trouble'] => useStore(({ trouble }) => trouble)

function load(): State {
  const text = storedText(keyOf())
  if (text === null) return initial
  const read = readPresets(text)
  return 'presets' in read
    ? { presets: read.presets, trouble: undefined }
    : { presets: [], trouble: 'unreadable' }
}

/** Looks at what is stored, until the returned function is called: another tab may change it. */
export function followPresets(): () => void {
  const look = () => {
    // What could not be stored is here only.
    if (useStore.getState().trouble !== 'unkept') useStore.setState(load())
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf()) look()
  }
  look()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Changes what is there now, whoever wrote it. */
function change(edit: (presets: readonly Preset[]) => readonly Preset[]): void {
  const before = useStore.getState().trouble === 'unkept' ? useStore.getState() : load()
  if (before.trouble === 'unreadable') {
    useStore.setState(before)
    return
  }
  const presets = edit(before.presets)
  const isKept = writeStored('local', keyOf(), presetData(presets))
  useStore.setState({ presets, trouble: isKept ? undefined : 'unkept' })
}

/** Keeps a view under a name, in the place of the one that has it. */
export const keepPreset = (name: string, view: ViewSetting): void =>
  change((presets) =>
    presets.some((each) => isSameName(each.name, name))
      ? presets.map((each) => (isSameName(each.name, name) ? { name, view } : each))
      : [...presets, { name, view }],
  )

export const renamePreset = (from: string, to: string): void =>
  change((presets) =>
    presets.some(({ name }) => name !== from && isSameName(name, to))
      ? presets
      : presets.map((each) => (each.name === from ? { ...each, name: to } : each)),
  )

export const removePreset = (name: string): void =>
  change((presets) => presets.filter((each) => each.name !== name))

/** Adds those of a file, or those that were taken away. */
export const addPresets = (more: readonly Preset[]): void =>
  change((presets) => withPresets(presets, more))

/** What is stored and cannot be read, as it is. */
export const unreadablePresets = (): string => storedText(keyOf()) ?? ''

/** Gives up what cannot be read. */
export function dropUnreadable(): void {
  removeStored('local', keyOf())
  useStore.setState(load())
}

forgetsOnSignOut(() => useStore.setState(initial))
