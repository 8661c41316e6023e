import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#src/i18n/I18n.tsx'
import { files } from '#src/queries/files.ts'
import { useList } from '#src/queries/list.ts'
import { views } from '#src/queries/views.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { Link } from '#src/ui/Link.tsx'
import { noOverrides } from '#src/views/folder/overrides.ts'
import { useCrumbs } from '#src/views/folder/use-crumbs.ts'
import { useErrorWords } from '#src/views/use-error-words.ts'
import { type ChangeUrl, usePageUrl } from '#src/views/use-page-url.ts'
import { Loading } from './Loading.tsx'
import { formatViewUrl, parseViewUrl, type ViewUrl } from './url.ts'
import { ViewEditor } from './ViewEditor.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewShell } from './ViewShell.tsx'

/** How a folder looks, and how it will look (V1–V9). */
export default function ViewSettingsPage() {
  const { t } = useI18n()
  const [url, change] = usePageUrl(parseViewUrl, formatViewUrl)
  if (url.folder === null) {
    return (
      <ViewShell header={<ViewHeader crumbs={[]} />}>
        <ErrorFace
          title={t.viewSettings.failed}
          text={t.viewSettings.badAddress}
          action={<ToFiles />}
        />
      </ViewShell>
    )
  }
  return <OneFolder key={url.folder} folder={url.folder} url={url} change={change} />
}

function OneFolder({
  folder,
  url,
  change,
}: {
  folder: string
  url: ViewUrl
  change: ChangeUrl<ViewUrl>
}) {
  const { listing, ...list } = useList(files.list(folder))
  const own = useQuery(views.own(folder))
  const crumbs = useCrumbs(folder)
  const error = list.error ?? (own.data === undefined ? own.error : null)
  if (listing && own.data !== undefined) {
    return (
      <ViewEditor
        folder={folder}
        crumbs={crumbs}
        listing={listing}
        own={own.data}
        wish={url.overrides}
        onWished={() => change({ overrides: noOverrides }, true)}
      />
    )
  }
  return (
    <ViewShell header={<ViewHeader crumbs={crumbs} />}>
      {error ? (
        <Failed
          error={error}
          isFetching={list.isFetching || own.isFetching}
          onRetry={() => {
            void list.refetch()
            void own.refetch()
          }}
        />
      ) : (
        <Loading />
      )}
    </ViewShell>
  )
}

function Failed({
  error,
  isFetching,
  onRetry,
}: {
  error: Error
  isFetching: boolean
  onRetry: () => void
}) {
  const { t } = useI18n()
  const words = useErrorWords(error)
  return (
    <ErrorFace
      title={t.viewSettings.failed}
      text={words?.title ?? '\u00a0'}
      {...(words?.hint ? { detail: words.hint } : {})}
      correlationId={words?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
      action={<ToFiles />}
    />
  )
}

function ToFiles() {
  const { t } = useI18n()
  return (
    <Link className={buttonClass()} to="/files">
      {t.frame.goToFiles}
    </Link>
  )
}
