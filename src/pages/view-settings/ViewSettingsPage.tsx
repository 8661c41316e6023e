import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '#src/contract/errors.ts'
import { useErrorText } from '#src/features/errors/use-error-text.ts'
import { files } from '#src/features/file-lists/files.ts'
import { noOverrides } from '#src/features/folder-view/overrides.ts'
import { views } from '#src/features/folder-view/views.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { type ChangeUrl, usePageUrl } from '#src/ui/use-page-url.ts'
import { formatViewUrl, parseViewUrl, type ViewUrl } from './url.ts'
import { ViewEditor } from './ViewEditor.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewSettingsLayout } from './ViewSettingsLayout.tsx'
import { ViewSettingsLoading } from './ViewSettingsLoading.tsx'

/** The settings of a folder's view, with a preview (V1–V9). */
export default function ViewSettingsPage() {
  const { t } = useI18n()
  const [url, changeUrl] = usePageUrl(parseViewUrl, formatViewUrl)
  if (url.folder === null) {
    return (
      <ViewSettingsLayout header={<ViewHeader crumbs={[]} />}>
        <ErrorState
          title={t.viewSettings.failed}
          text={t.viewSettings.badAddress}
          action={<FilesLink />}
        />
      </ViewSettingsLayout>
    )
  }
  return <FolderSettings key={url.folder} folder={url.folder} url={url} changeUrl={changeUrl} />
}

function FolderSettings({
  folder,
  url,
  changeUrl,
}: {
  folder: string
  url: ViewUrl
  changeUrl: ChangeUrl<ViewUrl>
}) {
  const { list: listing, ...query } = usePagedList(files.list(folder))
  const ownView = useQuery(views.own(folder))
  const crumbs = useCrumbs(folder)
  const error = query.error ?? (ownView.data === undefined ? ownView.error : null)
  if (listing && ownView.data !== undefined) {
    return (
      <ViewEditor
        folder={folder}
        crumbs={crumbs}
        listing={listing}
        ownView={ownView.data}
        overrides={url.overrides}
        onOverridesApplied={() => changeUrl({ overrides: noOverrides }, true)}
      />
    )
  }
  return (
    <ViewSettingsLayout header={<ViewHeader crumbs={crumbs} />}>
      {error ? (
        <Failed
          error={error}
          isFetching={query.isFetching || ownView.isFetching}
          onRetry={() => {
            void query.refetch()
            void ownView.refetch()
          }}
        />
      ) : (
        <ViewSettingsLoading />
      )}
    </ViewSettingsLayout>
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
  const message = useErrorText(error)
  return (
    <ErrorState
      title={t.viewSettings.failed}
      text={message?.title ?? '\u00a0'}
      {...(message?.hint ? { detail: message.hint } : {})}
      correlationId={message?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
      action={error instanceof ApiError && <FilesLink />}
    />
  )
}

function FilesLink() {
  const { t } = useI18n()
  return (
    <Link className={buttonClass({ variant: 'primary' })} to="/files">
      {t.appShell.goToFiles}
    </Link>
  )
}
