import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './FolderPicker.module.css'

export function RecentFolders({
  uris,
  onGo,
}: {
  uris: readonly string[]
  onGo: (uri: string) => void
}) {
  const { t } = useI18n()
  if (uris.length === 0) return null
  return (
    <div role="group" aria-label={t.folderPicker.recent} className={css['recent']}>
      <span aria-hidden="true">{t.folderPicker.recent}</span>
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
