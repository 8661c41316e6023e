import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, BookmarkX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { files, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { findShortcut } from '#src/features/file-lists/saved-links.ts'
import { removeShortcuts, shortcuts } from '#src/features/links/visit/shortcuts.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { createOperation } from '#src/lib/operation.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const sharedWithMeHref = `/files?${new URLSearchParams({ uri: sharedWithMeUri }).toString()}`

/**
 * Saves a shortcut to a link in Shared with me, or removes it again. Draws nothing where the service has no such place.
 */
export function ShortcutActions({
  linkId,
  link,
}: {
  linkId: string
  /** Left out when the link cannot be opened: then its shortcut can only be removed. */
  link?: LinkRecord
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { list } = usePagedList(files.list(sharedWithMeUri))
  const save = useMutation(shortcuts.save())
  const [isRemoving, setRemoving] = useState(false)
  const row = list && findShortcut(list, linkId)
  if (!row && (!link || list?.loadState.at !== 'complete')) return null
  const remove = async (shortcut: FileRow) => {
    setRemoving(true)
    try {
      await removeShortcuts(client, [shortcut])
    } catch (error) {
      showToast({
        kind: 'failed',
        error: error as Error,
        failureContext: { kind: 'notDone', operation: createOperation('trash', [shortcut]) },
      })
    }
    setRemoving(false)
  }
  const toggle = () => {
    if (row) void remove(row)
    else if (link) save.mutate(link, { onSuccess: () => announce(t.sharedWithMe.saved) })
  }
  return (
    <>
      {row && link && (
        <Link className={buttonClass()} to={sharedWithMeHref}>
          {t.sharedWithMe.saved}
        </Link>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        variant={row && link ? 'quiet' : 'default'}
        icon={row ? <BookmarkX {...icon} /> : <BookmarkPlus {...icon} />}
        busy={save.isPending || isRemoving}
        onClick={toggle}
      >
        {row ? t.sharedWithMe.remove : t.sharedWithMe.save}
      </Button>
    </>
  )
}
