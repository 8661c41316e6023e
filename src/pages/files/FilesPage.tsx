import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { files, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useSharedItemOwnerName } from '#src/features/file-lists/use-link-of-uri.ts'
import { expectedLayout } from '#src/features/folder-view/shown-layouts.ts'
import type { FolderEntryState } from '#src/features/folder/show-in-folder.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { ListPageFallback } from '#src/features/list-page/ListPage.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { VisitorShell } from '#src/features/shell/app-shell/VisitorShell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { forgetLocksOnceRead } from '#src/jobs/locks/locked-items.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { type ChangeUrl, usePageUrl } from '#src/ui/use-page-url.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FolderContent } from './folder/FolderContent.tsx'
import { folderSearchQuery } from './search/search.ts'
import { SharedWithMeNote } from './SharedWithMeNote.tsx'
import { type FilesUrl, folderHref, formatFilesUrl, hasSearch, parseFilesUrl } from './url.ts'
import page from '#src/features/list-page/page.module.css'

// A folder that can be read needs no way out of it.
const FolderErrorLink = lazyWhenOpened(
  async () => (await import('./folder/FolderErrorLink.tsx')).FolderErrorLink,
)

/** Files: any folder (F1), and the folder of a share link also for visitors who are not signed in (F7). */
export default function FilesPage() {
  const isVisitor = useSessionStatus() === 'out'
  if (!isVisitor) return <AnyFolder />
  return (
    <VisitorShell>
      <AnyFolder />
    </VisitorShell>
  )
}

function AnyFolder() {
  const { t } = useI18n()
  const [url, change] = usePageUrl(parseFilesUrl, formatFilesUrl)
  if (url.uri === null) {
    return (
      <main id="content" tabIndex={-1} className={page['page']}>
        <title>{`${t.files.title} · ${runtimeConfig.title}`}</title>
        <header className={page['top']}>
          <h1>{t.files.title}</h1>
        </header>
        <ErrorState
          title={t.files.failed}
          text={t.files.badAddress}
          action={<FolderErrorLink uri={null} />}
        />
      </main>
    )
  }
  return <Folder key={url.uri} uri={url.uri} url={url} change={change} />
}

/** What opens a folder that cannot be read: the password of its link, which only the page of the link asks for, or a session. */
function neededFor(error: Error | null) {
  if (hasErrorCode(error, ErrorCode.wrongPassword)) return 'password'
  return hasErrorCode(
    error,
    ErrorCode.visitorsNotAllowed,
    ErrorCode.signInRequired,
    ErrorCode.invalidToken,
  )
    ? 'sign-in'
    : undefined
}

function Folder({ uri, url, change }: { uri: string; url: FilesUrl; change: ChangeUrl<FilesUrl> }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const location = useLocation()
  const client = useQueryClient()
  const isPhone = useMediaQuery(phoneQuery)
  const mayBeSearch = hasSearch(url)
  const found = mayBeSearch ? folderSearchQuery(uri, url) : undefined
  const { list, error, refetch, isFetching } = usePagedList(
    found ?? files.list(uri),
    forgetLocksOnceRead,
  )
  // The previous list stays on screen until the first search results arrive.
  const hasResults = found !== undefined
  const [last, setLast] = useState({ list, hasResults })
  if (list && list !== last.list) setLast({ list, hasResults })
  const shown = list ?? last.list
  const crumbs = useCrumbs(uri)
  const owner = useSharedItemOwnerName(uri)
  const [above, here] = crumbs.slice(-2)

  /** Stores the row in the history entry that is left, so that Back returns to it. */
  const leave = (row: string, to: string) => {
    change({ focus: row, open: null }, true)
    void navigate(to, { state: { isFromFolder: true } })
  }
  const up = () => {
    if (above && here) void navigate(folderHref(above.uri, here.row ?? here.uri))
  }
  const upKey = (event: KeyboardEvent) => {
    event.preventDefault()
    up()
  }
  useHotkeys({ Backspace: upKey, 'Alt+ArrowUp': upKey })

  const image = url.image === null ? undefined : shown?.at(shown.rowIndexOfId(url.image) ?? -1)
  const place = image ? escapeControlChars(image.name) : (crumbs.at(-1)?.name ?? t.files.title)
  const needs = neededFor(error)
  const pending = {
    error,
    owner,
    failed: needs
      ? t.files[needs === 'password' ? 'linkProtected' : 'signInNeeded']
      : found
        ? t.files.searchFailed
        : t.files.failed,
    isFetching,
    onRetry: needs ? undefined : () => void refetch(),
    // Where the service has not answered, only trying again helps.
    action: (needs !== undefined || (!found && error instanceof ApiError)) && (
      <FolderErrorLink uri={uri} needs={needs} />
    ),
  }
  const isFromFolder = (location.state as FolderEntryState | null)?.isFromFolder === true
  return (
    <>
      <title>{`${place} · ${runtimeConfig.title}`}</title>
      {shown ? (
        <FolderContent
          crumbs={crumbs}
          listing={{
            uri,
            list: shown,
            pending: list ? undefined : pending,
            hasResults: list ? hasResults : last.hasResults,
            isSearch: hasResults,
          }}
          url={url}
          change={change}
          takesFocus={isFromFolder}
          onLeave={leave}
          onUp={up}
          onRefresh={() => forgetLocksOnceRead(shown, refetch())}
        />
      ) : (
        <ListPageFallback
          title={<Breadcrumb crumbs={crumbs} onUp={up} />}
          columns="36px minmax(0,1fr) 88px 116px"
          note={uri === sharedWithMeUri && <SharedWithMeNote />}
          isCards={isPhone}
          layout={mayBeSearch ? 'list' : (url.layout ?? expectedLayout(client, uri))}
          {...pending}
        />
      )}
    </>
  )
}
