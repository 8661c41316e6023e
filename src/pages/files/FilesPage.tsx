import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { runtime } from '#src/lib/runtime.ts'
import { files } from '#src/queries/files.ts'
import { useList } from '#src/queries/list.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { Link } from '#src/ui/Link.tsx'
import { useCrumbs } from '#src/views/folder/use-crumbs.ts'
import { ListPending } from '#src/views/ListFaces.tsx'
import page from '#src/views/page.module.css'
import { type ChangeUrl, usePageUrl } from '#src/views/use-page-url.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FolderContent } from './FolderContent.tsx'
import { searchCode, visitorFrame } from './late.ts'
import { type FilesUrl, folderHref, formatFilesUrl, isSearch, parseFilesUrl } from './url.ts'

/** Files: any folder, from the root down and back (F1); what a link leads to also for who is not signed in (F7). */
export default function FilesPage() {
  const isVisitor = useSessionStatus() === 'out'
  const visitor = visitorFrame.useCode(isVisitor)
  if (!isVisitor) return <AnyFolder />
  return (
    visitor && (
      <visitor.VisitorFrame>
        <AnyFolder />
      </visitor.VisitorFrame>
    )
  )
}

function AnyFolder() {
  const { t } = useI18n()
  const [url, change] = usePageUrl(parseFilesUrl, formatFilesUrl)
  if (url.uri === null) {
    return (
      <main id="content" tabIndex={-1} className={page['page']}>
        <title>{`${t.files.title} · ${runtime.title}`}</title>
        <header className={page['top']}>
          <h1>{t.files.title}</h1>
        </header>
        <ErrorFace title={t.files.failed} text={t.files.badAddress} action={<HomeLink />} />
      </main>
    )
  }
  return <Folder key={url.uri} uri={url.uri} url={url} change={change} />
}

/** Its link asks for a password, which only its own page takes. */
const isProtected = (error: Error | null) =>
  error instanceof ApiError && error.code === Code.wrongPassword

/** Where to go instead of a folder that cannot be had: to the link that leads to it, which asks for its password. */
function Elsewhere({ uri, error }: { uri: string; error: Error | null }) {
  const { t } = useI18n()
  const { host, id = '' } = parseUri(uri)
  const code = error instanceof ApiError ? error.code : undefined
  const isShut = isProtected(error)
  const isForOthers = code === Code.notForVisitors || code === Code.signInRequired
  const visitor = visitorFrame.useCode(isForOthers)
  if (isForOthers) return visitor ? <visitor.SignInLink /> : null
  if (host === 'share' && (isShut || parentUri(uri) === null)) {
    return (
      <Link className={buttonClass(isShut ? { kind: 'primary' } : {})} to={`/s/${id}`}>
        {t.files.openLink}
      </Link>
    )
  }
  return parentUri(uri) === null ? null : <HomeLink />
}

function HomeLink() {
  const { t } = useI18n()
  return (
    <Link className={buttonClass()} to="/files">
      {t.files.goHome}
    </Link>
  )
}

function Folder({ uri, url, change }: { uri: string; url: FilesUrl; change: ChangeUrl<FilesUrl> }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const location = useLocation()
  const isPhone = useMediaQuery(phone)
  const mayBeSearch = isSearch(url)
  const code = searchCode.useCode(mayBeSearch)
  const found = mayBeSearch ? code?.foundIn(uri, url) : undefined
  const { listing, error, refetch, isFetching } = useList(
    found ?? { ...files.list(uri), enabled: !mayBeSearch || code !== undefined },
  )
  // Stays in sight while what is searched for is on its way.
  const [last, setLast] = useState({ listing, search: found && code })
  if (listing && listing !== last.listing) setLast({ listing, search: found && code })
  const shown = listing ?? last.listing
  const crumbs = useCrumbs(uri)
  const above = parentUri(uri)

  /** The row one goes through is kept in the entry one leaves, so that Back returns to it. */
  const leave = (row: string, to: string) => {
    change({ focus: row, open: null }, true)
    void navigate(to, { state: { isFromFolder: true } })
  }
  const up = () => {
    if (above !== null) void navigate(folderHref(above, uri))
  }
  const upKey = (event: KeyboardEvent) => {
    event.preventDefault()
    up()
  }
  useHotkeys({ Backspace: upKey, 'Alt+ArrowUp': upKey })

  const viewed = url.view === null ? undefined : shown?.at(shown.slotOf(url.view) ?? -1)
  const place = viewed ? visibleText(viewed.name) : (crumbs.at(-1)?.name ?? t.files.title)
  const isFromFolder = (location.state as { isFromFolder?: boolean } | null)?.isFromFolder === true
  return (
    <>
      <title>{`${place} · ${runtime.title}`}</title>
      {shown ? (
        <FolderContent
          uri={uri}
          crumbs={crumbs}
          url={url}
          change={change}
          listing={shown}
          coming={listing ? undefined : { error, isFetching }}
          search={listing ? found && code : last.search}
          isSearch={found !== undefined}
          takesFocus={isFromFolder}
          onLeave={leave}
          onUp={up}
          onRefresh={() => void refetch()}
        />
      ) : (
        <main id="content" tabIndex={-1} className={page['page']}>
          <header className={page['top']}>
            <Breadcrumb crumbs={crumbs} onUp={up} />
          </header>
          <ListPending
            error={error}
            failed={isProtected(error) ? t.files.linkProtected : t.files.failed}
            columns="36px minmax(0,1fr) 88px 116px"
            isCards={isPhone}
            isFetching={isFetching}
            onRetry={isProtected(error) ? undefined : () => void refetch()}
            action={<Elsewhere uri={uri} error={error} />}
          />
        </main>
      )}
    </>
  )
}
