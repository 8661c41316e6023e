/** The kind of a file, derived from its name. `unknown` is for items of which not even the name is known. */
export type FileKind =
  | 'folder'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'pdf'
  | 'archive'
  | 'code'
  | 'text'
  | 'other'
  | 'unknown'

const extensions: Partial<Record<FileKind, string>> = {
  image:
    'jpg jpeg jfif png gif webp avif heic heif bmp tif tiff svg ico raw dng cr2 cr3 nef arw psd',
  video: 'mp4 m4v mov mkv webm avi wmv mpg mpeg 3gp mts m2ts ogv flv',
  audio: 'mp3 m4a aac flac wav ogg oga opus wma aif aiff mid midi ape',
  document: 'doc docx docm dot dotx odt rtf pages epub mobi',
  sheet: 'xls xlsx xlsm xlsb ods csv tsv numbers',
  slides: 'ppt pptx pptm pps ppsx odp key',
  pdf: 'pdf',
  archive: 'zip tar gz tgz bz2 tbz xz txz zst 7z rar iso dmg jar lz4 cab',
  code: 'js mjs cjs ts jsx tsx css scss less html htm xml json jsonc yaml yml toml ini sh bash zsh ps1 bat py rb go rs java kt c h cc cpp hpp cs php swift sql lua r dart vue svelte wasm ipynb patch diff',
  text: 'txt md markdown rst log tex srt vtt nfo adoc org',
}

const kindByExtension = new Map<string, FileKind>()
for (const [kind, list] of Object.entries(extensions)) {
  for (const extension of list.split(' ')) kindByExtension.set(extension, kind as FileKind)
}

export const extensionsOf = (kind: FileKind): string[] =>
  [...kindByExtension].flatMap(([extension, each]) => (each === kind ? [extension] : []))

const longestExtension = 10

/**
 * Splits a name before its extension, dot included: `a.tar.gz` → `a`, `.tar.gz`; `.profile` and `v1. final draft` have
 * no extension.
 */
export function splitExtension(name: string): { stem: string; extension: string } {
  const match = /(?:\.tar)?\.[A-Za-z0-9_-]+$/.exec(name)
  if (!match || match.index === 0 || match[0].length > longestExtension + 1) {
    return { stem: name, extension: '' }
  }
  return { stem: name.slice(0, match.index), extension: match[0] }
}

/** The kind of a file by its extension, ignoring case. */
export function kindOfName(name: string, isFolder = false): FileKind {
  if (isFolder) return 'folder'
  const dot = name.lastIndexOf('.')
  if (dot < 0) return 'other'
  return kindByExtension.get(name.slice(dot + 1).toLowerCase()) ?? 'other'
}
