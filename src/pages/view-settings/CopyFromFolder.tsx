import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { homeUri } from '#src/queries/files.ts'
import { views } from '#src/queries/views.ts'
import { errorWords } from '#src/views/error-words.ts'
import { FolderPicker } from '#src/views/folder/FolderPicker.tsx'

/** Takes over how another folder looks, be that its own view or one that it inherits (V6). */
export function CopyFromFolder({
  folder,
  onView,
  onClose,
}: {
  /** Address of the folder that gets it. */
  folder: string
  onView: (view: ViewSetting) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [asked, setAsked] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const take = async (from: string) => {
    if (asked !== undefined) return
    setAsked(from)
    setProblem(undefined)
    try {
      const view = await client.fetchQuery(views.effective(from))
      if (isGone.current) return
      if (view) onView(view)
      else setProblem(t.operations.viewCopy.fromNone)
    } catch (error) {
      setProblem(errorWords(error, t).title)
    }
    setAsked(undefined)
  }
  const isOwn = parseUri(folder).host === 'my'
  return (
    <FolderPicker
      title={t.operations.viewCopy.fromTitle}
      verb={t.operations.viewCopy.from}
      items={[]}
      start={(isOwn ? parentUri(folder) : null) ?? homeUri}
      makesFolders={false}
      isBusy={asked !== undefined}
      problem={problem}
      onChoose={(from) => void take(from)}
      onClose={onClose}
    />
  )
}
