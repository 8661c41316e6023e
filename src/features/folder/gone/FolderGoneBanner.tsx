import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '#src/features/errors/Banner.tsx'
import { views } from '#src/features/folder-view/views.ts'
import { crumbsOf } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'

/** The folder is gone from its URI. When it was renamed or moved, its user can continue there. */
export function FolderGoneBanner({
  folder,
  folderId,
  texts,
  detail,
  otherwise,
  onContinue,
}: {
  folder: string
  /** Finds the folder after its URI has changed. */
  folderId: string | undefined
  /** What is said when it is gone, and when it is somewhere else. */
  texts: { gone: string; nowAt: (path: string) => string }
  /** Shown when it is gone. */
  detail?: ReactNode
  /** Actions when it is gone. */
  otherwise?: ReactNode
  onContinue: (folder: string) => void
}) {
  const { t } = useI18n()
  const { data: movedUri, isLoading } = useQuery({
    ...views.movedTo(folder, folderId ?? ''),
    enabled: folderId !== undefined,
  })
  if (isLoading) return null
  if (!movedUri?.startsWith('svc://my') || movedUri === folder) {
    return <Banner variant="alert" text={texts.gone} detail={detail} actions={otherwise} />
  }
  const path = crumbsOf(movedUri, t).map(({ name }) => name)
  return (
    <Banner
      variant="alert"
      text={texts.nowAt(path.join(' / '))}
      actions={
        <Button small onClick={() => onContinue(movedUri)}>
          {t.folderGone.continueThere}
        </Button>
      }
    />
  )
}
