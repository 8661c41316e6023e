import { parentUriIfValid, parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import { crumbsOf } from './path.ts'

/** The path of the folder that holds an item, as the trash says it: of one's own folders without the root, which all begin with. */
export function ParentFolderPath({ of: uri }: { of: string }) {
  const { t } = useI18n()
  const folder = parentUriIfValid(uri)
  if (folder === null) return null
  const names = crumbsOf(folder, t).map(({ name }) => name)
  const isBelowRoot = names.length > 1 && parseUri(folder).host === 'my'
  return <PathText names={isBelowRoot ? names.slice(1) : names} />
}
