import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import type { CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import { describeViewChanges } from '#src/features/folder-view/view-changes.ts'
import type { ViewDraft } from '#src/features/folder-view/view-drafts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'

/** What the draft would change, in words. */
export function useChangeDescriptions(
  folder: string,
  draft: ViewDraft,
  properties: CustomPropertyNames | undefined,
): string[] {
  const { t } = useI18n()
  const inherited = useInheritedFrom(draft.present.isReset ? folder : undefined)
  return useMemo(
    () => describeChanges(inherited, draft, t, properties),
    [inherited, draft, t, properties],
  )
}

/** The view of the folder with this name applies below it, to `folder` too; undefined when that is the default. */
function useInheritedFrom(folder: string | undefined): string | undefined {
  const above = folder === undefined ? null : parentUri(folder)
  const { data } = useQuery({ ...files.viewOrigin(above ?? ''), enabled: above !== null })
  if (above === null || data?.from === 'root') return undefined
  return escapeControlChars(
    data?.from === 'folder' ? data.name : (parseUri(above).segments.at(-1) ?? ''),
  )
}

/** It describes each change of the draft. `inherited` is the folder whose view applies after a reset. */
function describeChanges(
  inherited: string | undefined,
  { storedView, present }: ViewDraft,
  t: Messages,
  properties: CustomPropertyNames | undefined,
): string[] {
  const messages = t.viewSettings.change
  const changes = present.isReset
    ? [inherited === undefined ? messages.resetRoot : messages.reset(inherited)]
    : describeViewChanges(storedView, present.view, t, properties).map(({ text }) => text)
  return Object.keys(present.invalidTexts).length > 0 ? [...changes, messages.typed] : changes
}
