import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText } from '#src/components/errors/error-text.ts'
import { SourceType } from '#src/contract/share.ts'
import { parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { visibleText } from '#src/lib/names/display.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { ShareSource as Found } from '#src/queries/shares/link-source.ts'
import { shares } from '#src/queries/shares/shares.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import css from './ShareDetails.module.css'

const NewLinkDialog = lazyComponent(
  async () => (await import('#src/components/share/new/NewLinkDialog.tsx')).NewLinkDialog,
)

/** Looks up the shared item on request and links to it in Files or the trash (S10). */
export function ShareSource({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [found, setFound] = useState<Found>()
  const [isChoosing, setChoosing] = useState(false)
  const look = useMutation(shares.lookUpSource())
  const go = (source: Found) => {
    if (source.at === 'place') {
      const params = new URLSearchParams({ uri: source.folder, focus: source.uri })
      void navigate(`/files?${params.toString()}`)
    } else if (source.at === 'trash') {
      void navigate(`/trash?${new URLSearchParams({ q: source.name }).toString()}`)
    }
  }
  const show = () =>
    look.mutate(row, {
      onSuccess: (source) => {
        setFound(source)
        if (source.at === 'place') go(source)
      },
    })
  const text = look.error
    ? errorText(look.error, t).title
    : found?.at === 'trash'
      ? found.name === row.name
        ? t.shareDetails.sourceInTrash(row.sourceType === SourceType.folder)
        : t.shareDetails.sourceInTrashed(
            row.sourceType === SourceType.folder,
            displayName(found.name),
          )
      : found?.at === 'unknown'
        ? t.shareDetails.sourceUnknown(row.sourceType === SourceType.folder)
        : found?.at === 'deleted'
          ? t.shareDetails.linkDeleted
          : found
            ? folderWords(found.folder, t.frame.files)
            : visibleText(row.name)
  return (
    <div className={css['source']}>
      <span role={look.error ? 'alert' : found ? 'status' : undefined}>
        <bdi>{text}</bdi>
      </span>
      {(found?.at === 'trash' || found?.at === 'unknown') && (
        <Button small onClick={() => setChoosing(true)}>
          {t.linkEdit.otherItem}
        </Button>
      )}
      {isChoosing && <NewLinkDialog onClose={() => setChoosing(false)} />}
      {found?.at === 'trash' ? (
        <Button small onClick={() => go(found)}>
          {t.shareDetails.showInTrash}
        </Button>
      ) : (
        found?.at !== 'unknown' &&
        found?.at !== 'deleted' && (
          <Button small busy={look.isPending} onClick={show}>
            {look.error ? t.common.retry : t.shareDetails.showSource}
          </Button>
        )
      )}
    </div>
  )
}

function folderWords(uri: string, home: string): string {
  const { segments } = parseUri(uri)
  return segments.length === 0 ? home : segments.map(visibleText).join(' / ')
}
