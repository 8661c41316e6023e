import { useNavigate } from 'react-router-dom'
import { parseUri } from '#src/contract/uri.ts'
import { FolderGoneBanner } from '#src/features/folder/gone/FolderGoneBanner.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { folderHref } from '#src/pages/files/url.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** Says that the folder on screen was renamed, moved or deleted elsewhere, and leads to it or up. */
export function FolderGone({
  uri,
  id,
  onUp,
}: {
  uri: string
  id: string | undefined
  onUp: () => void
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <FolderGoneBanner
      folder={uri}
      // Only one's own folders can be found by their id.
      folderId={parseUri(uri).host === 'my' ? id : undefined}
      texts={{ gone: t.folderGone.deleted, nowAt: t.folderGone.nowAt }}
      otherwise={
        <Button small onClick={onUp}>
          {t.folderGone.goUp}
        </Button>
      }
      onContinue={(folder) => void navigate(folderHref(folder), { replace: true })}
    />
  )
}
