import { parentUriOrNull } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { crumbsOf } from './path.ts'
import { PathText } from './PathText.tsx'

/** The path of the folder that holds an item. */
export function FolderPath({ of: uri }: { of: string }) {
  const { t } = useI18n()
  const folder = parentUriOrNull(uri)
  return folder !== null && <PathText names={crumbsOf(folder, t).map(({ name }) => name)} />
}
