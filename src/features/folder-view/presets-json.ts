import * as v from 'valibot'
import { isRecord } from '#src/contract/schema.ts'
import { isSameView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import { foldText } from '#src/lib/names/text-search.ts'

/*
 * Named views as JSON, in local storage and in exported files. The text is read completely or not at all, so that a
 * partly readable file cannot lose presets.
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
/** A named view. Names are unique, ignoring case. */
export type Preset = v.InferOutput<typeof Preset>

const fileType = 'latchkey view presets'
const version = 1

export type ParsedPresets =
  | { readonly presets: readonly Preset[] }
  /** `version`: written by a newer version of the page. */
  | { readonly problem: 'malformed' | 'version' }

/** Parses presets. Never throws. */
export function parsePresets(text: string): ParsedPresets {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { problem: 'malformed' }
  }
  if (!isRecord(data) || data['what'] !== fileType) return { problem: 'malformed' }
  if (data['version'] !== version) return { problem: 'version' }
  const { presets } = data
  if (!Array.isArray(presets)) return { problem: 'malformed' }
  const read: Preset[] = []
  for (const preset of presets) {
    const parsed = v.safeParse(Preset, preset)
    if (!parsed.success) return { problem: 'malformed' }
    read.push(parsed.output)
  }
  return { presets: mergePresets([], read) }
}

/** The object that {@link parsePresets} reads once it is serialised. */
export const toPresetsDocument = (presets: readonly Preset[]): object => ({
  what: fileType,
  version,
  presets,
})
export const serializePresets = (presets: readonly Preset[]): string =>
  JSON.stringify(toPresetsDocument(presets), null, 2)

export const isSamePresetName = (one: string, other: string): boolean =>
  foldText(one) === foldText(other)

/** Adds presets to others. Existing ones stay; an added one whose name is taken gets another name. */
export function mergePresets(
  presets: readonly Preset[],
  more: readonly Preset[],
): readonly Preset[] {
  const known = new Map(presets.map((preset) => [foldText(preset.name), preset]))
  for (const { name, view } of more) {
    for (const free of namesFor(name)) {
      const existing = known.get(foldText(free))
      if (!existing) known.set(foldText(free), { name: free, view })
      if (!existing || isSameView(existing.view, view)) break
    }
  }
  return [...known.values()]
}

function* namesFor(name: string): Generator<string> {
  yield name
  yield* numberedNames(name, true)
}
