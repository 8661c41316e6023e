import { ShareSourceType } from '#src/contract/share.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isMarkdown, isPlainText, maxTextBytes } from '#src/lib/names/plain-text.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'

export type TextPreviewKind = 'text' | 'markdown' | 'table'
/** What the page of a link shows by itself. */
export type PreviewKind = TextPreviewKind | 'image' | 'video' | 'audio'

export const isTextPreviewKind = (kind: PreviewKind): kind is TextPreviewKind =>
  kind === 'text' || kind === 'markdown' || kind === 'table'

/** Larger files are only downloaded, in bytes. Videos and audio are read in parts, of tables the first rows. */
const maxImageBytes = 64 * 1024 * 1024

/** A drawing in SVG is a picture. */
export const isShownAsText = (name: string): boolean =>
  isPlainText(name) && kindOfName(name) !== 'image'

export const textPreviewKindOf = (name: string): TextPreviewKind =>
  isMarkdown(name) ? 'markdown' : /\.[ct]sv$/i.test(name) ? 'table' : 'text'

/** How the page of a link shows what the link leads to; undefined when it can only be downloaded. */
export function previewKindOf({
  name,
  size = 0,
  sourceType: type,
}: LinkRecord): PreviewKind | undefined {
  if (type !== ShareSourceType.file) return undefined
  const kind = kindOfName(name)
  if (kind === 'video' || kind === 'audio') return kind
  if (kind === 'image') return size <= maxImageBytes ? kind : undefined
  if (!isPlainText(name)) return undefined
  const textKind = textPreviewKindOf(name)
  return textKind === 'table' || size <= maxTextBytes ? textKind : undefined
}
