import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useFolderChoiceMessages } from '#src/i18n/parts/folder-choice-messages.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './FolderPicker.module.css'

export function RecentFolders({
  uris,
  onGo,
}: {
  uris: readonly string[]
  onGo: (uri: string) => void
}) {
  const messages = useFolderChoiceMessages()
  if (uris.length === 0) return null
  return (
    <div role="group" aria-label={messages.recent} className={css['recent']}>
      <span aria-hidden="true">{messages.recent}</span>
      {uris.map((uri) => (
        <RecentFolder key={uri} uri={uri} onGo={onGo} />
      ))}
    </div>
  )
}

function RecentFolder({ uri, onGo }: { uri: string; onGo: (uri: string) => void }) {
  const names = useCrumbs(uri).map(({ name }) => name)
  return (
    <button type="button" data-tooltip={names.join(' / ')} onClick={() => onGo(uri)}>
      <FileGlyph kind="folder" />
      <bdi>{names.at(-1)}</bdi>
    </button>
  )
}
