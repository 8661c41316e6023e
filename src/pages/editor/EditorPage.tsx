import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { editor, NoTextError } from '#src/queries/editor.ts'
import { useDraft } from '#src/stores/drafts.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Link } from '#src/ui/Link.tsx'
import { errorWords } from '#src/views/error-words.ts'
import { DraftActions, useSaveCopy } from './DraftActions.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { TextEditor } from './TextEditor.tsx'
import { fileIn, folderHref, nameOf } from './url.ts'
import css from './EditorPage.module.css'

/** The editor of one text (F8): opens it under a lock, keeps what is typed, saves. */
export default function EditorPage() {
  const { t } = useI18n()
  const [params] = useSearchParams()
  const uri = fileIn(params)
  if (uri === null) {
    return (
      <EditorFrame name={t.editor.title} uri={null}>
        <ErrorFace
          title={t.editor.failed}
          text={t.editor.badAddress}
          action={
            <Link className={buttonClass()} to="/files">
              {t.frame.goToFiles}
            </Link>
          }
        />
      </EditorFrame>
    )
  }
  return <OneText key={uri} uri={uri} />
}

function OneText({ uri }: { uri: string }) {
  const { data: edited, error, refetch, isFetching } = useQuery(editor.text(uri))
  if (edited) return <TextEditor edited={edited} uri={uri} />
  return (
    <EditorFrame name={nameOf(uri)} uri={uri}>
      {error ? (
        <NotOpened uri={uri} error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Opening />
      )}
    </EditorFrame>
  )
}

function Opening() {
  const { t } = useI18n()
  return (
    <div role="progressbar" aria-label={t.common.loading} className={css['opening']}>
      {[92, 84, 96, 40, 0, 88, 94, 62].map((width, line) => (
        <Skeleton key={line} width={`${width}%`} />
      ))}
    </div>
  )
}

function NotOpened({
  uri,
  error,
  isBusy,
  onRetry,
}: {
  uri: string
  error: Error
  isBusy: boolean
  onRetry: () => void
}) {
  const { t } = useI18n()
  const draft = useDraft(uri)
  const inFolder = (
    <Link className={buttonClass()} to={folderHref(uri)}>
      {t.editor.showInFolder}
    </Link>
  )
  const face = (title: string, text: ReactNode, action: ReactNode = inFolder) => (
    <ErrorFace title={title} text={text} action={action} />
  )
  if (error instanceof NoTextError) {
    switch (error.reason) {
      case 'folder':
        return face(t.editor.folderTitle, t.editor.folderText)
      case 'large':
        return face(t.editor.largeTitle, t.editor.largeText)
      case 'binary':
        return face(t.editor.binaryTitle, t.editor.binaryText)
    }
  }
  const isGone =
    error instanceof ApiError && (error.code === Code.pathNotFound || error.code === Code.notFound)
  if (isGone) {
    return draft === undefined ? (
      face(t.editor.goneTitle, t.editor.goneText)
    ) : (
      <GoneWithDraft uri={uri} draft={draft} />
    )
  }
  const words = errorWords(error, t)
  return (
    <ErrorFace
      title={t.editor.failed}
      text={words.title}
      onRetry={onRetry}
      retrying={isBusy}
      correlationId={words.correlationId}
      {...(words.hint ? { detail: words.hint } : {})}
    />
  )
}

/** The file is gone, and what was typed in it is not. */
function GoneWithDraft({ uri, draft }: { uri: string; draft: string }) {
  const { t } = useI18n()
  const copy = useSaveCopy(uri)
  const { title, correlationId } = copy.error ? errorWords(copy.error, t) : {}
  return (
    <ErrorFace
      title={title ?? t.editor.goneTitle}
      text={t.editor.goneDraft}
      correlationId={correlationId}
      action={
        <DraftActions copy={copy} text={draft} bytes={() => new TextEncoder().encode(draft)} />
      }
    />
  )
}
