import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { PermissionSetting } from '#src/contract/share.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { serverFilePath } from '#src/server/server-file.ts'

/*
 * Paths are names joined by slashes. `daysAgo` and `age` are days before the sample data is created, `expires` days
 * after it; fractions are parts of a day.
 */

/** A file of an account: its contents are `text`, or a file in the folder `files`. */
const SampleFile = v.object({
  path: v.string(),
  daysAgo: v.number(),
  text: v.exactOptional(v.string()),
  file: v.exactOptional(v.string()),
  metadata: v.exactOptional(v.record(v.string(), v.string())),
})
export type SampleFile = v.InferOutput<typeof SampleFile>

/** A share of the item at `path`. Keys of its explicit permissions name accounts and groups: `$colleague`, `$design`. */
const SampleShare = v.object({
  path: v.string(),
  age: v.number(),
  visited: v.exactOptional(v.number()),
  downloaded: v.exactOptional(v.number()),
  expires: v.exactOptional(v.number()),
  remainDownloads: v.exactOptional(v.number()),
  password: v.exactOptional(v.string()),
  price: v.exactOptional(v.number()),
  access: v.exactOptional(PermissionSetting),
  shareView: v.exactOptional(v.boolean()),
  showReadme: v.exactOptional(v.boolean()),
})
export type SampleShare = v.InferOutput<typeof SampleShare>

const SampleAccountContents = v.object({
  files: v.array(SampleFile),
  shares: v.array(SampleShare),
  /** Shortcuts at `path` to the other account's share of the item at `to`. */
  shortcuts: v.array(v.object({ path: v.string(), to: v.string(), daysAgo: v.number() })),
  views: v.array(v.object({ path: v.string(), view: ViewSetting })),
})
export type SampleAccountContents = v.InferOutput<typeof SampleAccountContents>

const Manifest = v.object({
  owner: SampleAccountContents,
  colleague: SampleAccountContents,
  secondFactor: SampleAccountContents,
  trash: v.object({
    files: v.array(SampleFile),
    /** The items that are deleted, the oldest deletion first. */
    deletions: v.array(v.object({ path: v.string(), daysAgo: v.number() })),
    /** Folders that are deleted for good after what was in them. */
    removedFolders: v.array(v.string()),
  }),
})
type Manifest = v.InferOutput<typeof Manifest>

/** Reads the list of the sample data. Throws when the folder is missing, as in a bundle without its sources. */
export async function readSampleManifest(): Promise<Manifest> {
  return v.parse(
    Manifest,
    JSON.parse(await readFile(serverFilePath('sample/manifest.json'), 'utf8')),
  )
}

export async function readSampleContents({ text, file }: SampleFile): Promise<Uint8Array> {
  return file === undefined
    ? Buffer.from(text ?? '')
    : readFile(serverFilePath(`sample/files/${file}`))
}
