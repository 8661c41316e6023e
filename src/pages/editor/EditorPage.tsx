import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { nameOfUri, parseUri } from '#src/contract/uri.ts'
import { editor } from '#src/features/editor/editor.ts'
import { NotATextFileError } from '#src/features/editor/open-text.ts'
import { useTextDraft } from '#src/features/editor/text-drafts.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { LoadErrorState } from '#src/features/errors/LoadErrorState.tsx'
import { DownloadLimitGuard } from '#src/features/viewer/DownloadLimitGuard.tsx'
import type { EditorMessages } from '#src/i18n/en/files/editor.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { DraftActions, useSaveAndOpenCopy } from './DraftActions.tsx'
import { EditorShell } from './EditorShell.tsx'
import { TextEditor } from './TextEditor.tsx'
import { parseEditorUrl, folderHrefOfFile } from './url.ts'
import css from './EditorPage.module.css'

/** Edits a text file (F8): locks it, keeps unsaved changes as a draft, saves. */
export default function EditorPage() {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const [params] = useSearchParams()
  const uri = parseEditorUrl(params)
  if (uri === null) {
    return (
      <EditorShell name={messages.title} uri={null}>
        <ErrorState
          title={messages.failed}
          text={messages.badAddress}
          action={
            <Link className={buttonClass()} to="/files">
              {t.appShell.goToFiles}
            </Link>
          }
        />
      </EditorShell>
    )
  }
  return <OpenText key={uri} uri={uri} />
}

/** A text behind a link with a limit of downloads is read only when asked for. */
function OpenText({ uri }: { uri: string }) {
  if (parseUri(uri).host !== 'share') return <ReadText uri={uri} />
  const name = nameOfUri(uri)
  return (
    <DownloadLimitGuard
      row={{ id: uri, name, updatedAt: 0 }}
      uri={uri}
      isFetchedByChildren
      renderClosed={(card) => (
        <EditorShell name={name} uri={uri}>
          {card}
        </EditorShell>
      )}
    >
      {() => <ReadText uri={uri} />}
    </DownloadLimitGuard>
  )
}

function ReadText({ uri }: { uri: string }) {
  const { data: edited, error, refetch, isFetching } = useQuery(editor.text(uri))
  if (edited) return <TextEditor edited={edited} uri={uri} />
  return (
    <EditorShell name={nameOfUri(uri)} uri={uri}>
      {error ? (
        <NotOpened uri={uri} error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingText />
      )}
    </EditorShell>
  )
}

function LoadingText() {
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
  const messages = useEditorMessages()
  const draft = useTextDraft(uri)
  const copy = useSaveAndOpenCopy(uri)
  const { title: failure, correlationId } = copy.error ? describeError(copy.error, t) : {}
  const draftActions = draft !== undefined && (
    <DraftActions copy={copy} text={draft} bytes={() => new TextEncoder().encode(draft)} />
  )
  const texts = whyNotOpened(error, messages)
  if (!texts) {
    return (
      <LoadErrorState
        title={failure ?? messages.failed}
        error={error}
        isFetching={isBusy}
        onRetry={onRetry}
        action={draftActions}
      />
    )
  }
  if (draftActions) {
    return (
      <ErrorState
        title={failure ?? texts.title}
        text={messages.goneDraft}
        correlationId={correlationId}
        action={draftActions}
      />
    )
  }
  return (
    <ErrorState
      {...texts}
      action={
        <Link className={buttonClass()} to={folderHrefOfFile(uri)}>
          {messages.showInFolder}
        </Link>
      }
    />
  )
}

/** What is said where Retry would not help. */
function whyNotOpened(
  error: Error,
  messages: EditorMessages,
): { readonly title: string; readonly text: string } | undefined {
  switch (error instanceof NotATextFileError ? error.reason : undefined) {
    case 'folder':
      return { title: messages.folderTitle, text: messages.folderText }
    case 'large':
      return { title: messages.largeTitle, text: messages.largeText }
    case 'binary':
      return { title: messages.binaryTitle, text: messages.binaryText }
    case undefined:
      return isNotFound(error) || hasErrorCode(error, ErrorCode.linkEnded)
        ? { title: messages.goneTitle, text: messages.goneText }
        : undefined
  }
}
