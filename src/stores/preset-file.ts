import * as v from 'valibot'
import { isRecord } from '#src/contract/schema.ts'
import { isSameView } from '#src/contract/view-rules.ts'
import { ViewSetting } from '#src/contract/view.ts'
import { freeNames } from '#src/lib/free-name.ts'

/*
 * Named views as text: the same form in the browser's storage and in the file that is exported. It is read as a whole or
 * not at all, so that nothing can get lost half-read.
 */

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 255
const Preset = v.object({
  name: v.pipe(
    v.custom<string>(isName),
    v.transform((name) => name.trim()),
  ),
  view: v.pipe(v.custom<Record<string, unknown>>(isRecord), ViewSetting),
})
/** A view under a name. Of names that differ in capitals only there is one. */
export type Preset = v.InferOutput<typeof Preset>

const what = 'latchkey view presets'
const version = 1
const most = 1000
/** Longer text is not looked at, in characters. */
export const longestFile = 2_000_000

export type PresetReading =
  | { readonly presets: readonly Preset[] }
  /** `version`: presets, in a form that only another version of the page knows. */
  | { readonly problem: 'malformed' | 'version' | 'long' }

/** Reads presets. Never throws. */
export function readPresets(text: string): PresetReading {
  if (text.length > longestFile) return { problem: 'long' }
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { problem: 'malformed' }
  }
  if (!isRecord(data) || data['what'] !== what) return { problem: 'malformed' }
  if (data['version'] !== version) return { problem: 'version' }
  const { presets } = data
  if (!Array.isArray(presets) || presets.length > most) return { problem: 'malformed' }
  const read: Preset[] = []
  for (const preset of presets) {
    const one = v.safeParse(Preset, preset)
    if (!one.success) return { problem: 'malformed' }
    read.push(one.output)
  }
  return { presets: withPresets([], read) }
}

/** What {@link readPresets} reads, before it is text. */
export const presetData = (presets: readonly Preset[]): object => ({ what, version, presets })
export const writePresets = (presets: readonly Preset[]): string =>
  JSON.stringify(presetData(presets), null, 2)

const folded = (name: string): string => name.normalize().toLowerCase()

export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other)

/** Presets with others among them. What is there already stays; who comes under a taken name gets another one. */
export function withPresets(
  presets: readonly Preset[],
  more: readonly Preset[],
): readonly Preset[] {
  const known = new Map(presets.map((preset) => [folded(preset.name), preset]))
  for (const { name, view } of more) {
    for (const free of namesFor(name)) {
      const there = known.get(folded(free))
      if (!there) known.set(folded(free), { name: free, view })
      if (!there || isSameView(there.view, view)) break
    }
  }
  return [...known.values()]
}

function* namesFor(name: string): Generator<string> {
  yield name
  yield* freeNames(name, true)
}
