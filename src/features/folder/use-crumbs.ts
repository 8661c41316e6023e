import { useQuery } from '@tanstack/react-query'
import { parseUri } from '#src/contract/uri.ts'
import { files, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useSavedLink } from '#src/features/file-lists/saved-links.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Crumb, crumbsOf } from './path.ts'

/** The breadcrumbs of a folder; below a share link the first one is the shared item, or Shared with me where that has it. */
export function useCrumbs(uri: string): Crumb[] {
  const { t } = useI18n()
  const { host, id = '', password } = parseUri(uri)
  const sharedItem = useQuery({ ...files.sharedItem(id, password), enabled: host === 'share' })
  const saved = useSavedLink(uri)
  const crumbs = crumbsOf(uri, t, sharedItem.data?.name)
  const [shared, ...below] = crumbs
  if (!saved || !shared) return crumbs
  return [
    { uri: sharedWithMeUri, name: t.files.sharedWithMe },
    { ...shared, row: saved.uri },
    ...below,
  ]
}
