import { useQuery } from '@tanstack/react-query'
import { parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Crumb, crumbsOf } from './path.ts'

/** The breadcrumbs of a folder; below a share link the first one is the shared item. */
export function useCrumbs(uri: string): Crumb[] {
  const { t } = useI18n()
  const { host, id = '', password } = parseUri(uri)
  const sharedItem = useQuery({ ...files.sharedItem(id, password), enabled: host === 'share' })
  return crumbsOf(uri, t, sharedItem.data?.name)
}
