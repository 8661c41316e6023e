import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '#src/contract/errors.ts'
import { LoadErrorState } from '#src/features/errors/LoadErrorState.tsx'
import { files } from '#src/features/file-lists/files.ts'
import { noOverrides } from '#src/features/folder-view/overrides.ts'
import { views } from '#src/features/folder-view/views.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { type ChangeUrl, usePageUrl } from '#src/ui/use-page-url.ts'
import { formatViewUrl, parseViewUrl, type ViewUrl } from './url.ts'
import { ViewDraftEditor } from './ViewDraftEditor.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewSettingsLoading } from './ViewSettingsLoading.tsx'
import { ViewSettingsShell } from './ViewSettingsShell.tsx'

/** The settings of a folder's view, with a preview (V1–V9). */
export default function ViewSettingsPage() {
  const messages = useViewEditorMessages()
  const [url, changeUrl] = usePageUrl(parseViewUrl, formatViewUrl)
  if (url.folder === null) {
    return (
      <ViewSettingsShell header={<ViewHeader crumbs={[]} />}>
        <ErrorState title={messages.failed} text={messages.badAddress} action={<FilesLink />} />
      </ViewSettingsShell>
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
  const messages = useViewEditorMessages()
  const { list: listing, ...query } = usePagedList(files.list(folder))
  const ownView = useQuery(views.own(folder))
  const crumbs = useCrumbs(folder)
  const error = query.error ?? (ownView.data === undefined ? ownView.error : null)
  if (listing && ownView.data !== undefined) {
    return (
      <ViewDraftEditor
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
    <ViewSettingsShell header={<ViewHeader crumbs={crumbs} />}>
      {error ? (
        <LoadErrorState
          title={messages.failed}
          error={error}
          isFetching={query.isFetching || ownView.isFetching}
          onRetry={() => {
            void query.refetch()
            void ownView.refetch()
          }}
          action={error instanceof ApiError && <FilesLink />}
        />
      ) : (
        <ViewSettingsLoading />
      )}
    </ViewSettingsShell>
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
