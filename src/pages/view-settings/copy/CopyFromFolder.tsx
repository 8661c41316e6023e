import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { homeUri } from '#src/features/file-lists/files.ts'
import { views } from '#src/features/folder-view/views.ts'
import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewCopyMessages } from '#src/i18n/parts/view-copy-messages.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'

/** Copies the effective view of another folder, its own or an inherited one (V6). */
export function CopyFromFolder({
  folder,
  onChoose,
  onClose,
}: {
  /** URI of the folder that gets the view. */
  folder: string
  onChoose: (view: ViewSetting) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useViewCopyMessages()
  const client = useQueryClient()
  const [pendingFolder, setPendingFolder] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const isMounted = useIsMounted()
  const copyFrom = async (from: string) => {
    if (pendingFolder !== undefined) return
    setPendingFolder(from)
    setProblem(undefined)
    try {
      const view = await client.fetchQuery(views.effective(from))
      if (!isMounted.current) return
      if (view) onChoose(view)
      else setProblem(messages.fromNone)
    } catch (error) {
      setProblem(describeError(error, t).title)
    }
    setPendingFolder(undefined)
  }
  const isOwn = parseUri(folder).host === 'my'
  return (
    <LazyFolderPicker
      title={messages.fromTitle}
      verb={messages.from}
      items={[]}
      start={(isOwn ? parentUri(folder) : null) ?? homeUri}
      makesFolders={false}
      isBusy={pendingFolder !== undefined}
      problem={problem}
      onChoose={(from) => void copyFrom(from)}
      onClose={onClose}
    />
  )
}
