import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { views } from '#src/queries/views.ts'
import { moveViewDraft } from '#src/stores/view-drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Banner, FailureWords } from '#src/views/Banner.tsx'
import { crumbsOf } from '#src/views/folder/path.ts'
import type { PropertyNames } from '#src/views/folder/columns.ts'
import { viewSettingsHref } from '#src/views/folder/overrides.ts'
import { viewChanges } from '#src/views/folder/view-changes.ts'

/** What is to be known of the folder before anything is changed. */
export function Remark({ about }: { about: 'readOnly' | 'hidden' }) {
  const { t } = useI18n()
  return <Banner look="info" text={t.viewSettings[about]} />
}

/** The view was changed elsewhere: what is otherwise there, and whose is to stand. */
export function ChangedElsewhere({
  base,
  theirs,
  properties,
  onKeepMine,
  onTakeTheirs,
}: {
  /** What both began with. */
  base: ViewSetting
  /** What is there now; null when the folder has no view of its own any more. */
  theirs: ViewSetting | null
  properties: PropertyNames | undefined
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const { t } = useI18n()
  const words = t.viewSettings
  const changes = theirs ? viewChanges(base, theirs, t, properties) : []
  return (
    <Banner
      look="alert"
      text={theirs ? words.conflict : words.conflictGone}
      detail={
        changes.length > 0 && (
          <p>
            {words.conflictTheirs}: {changes.map(({ text }) => text).join(' · ')}
          </p>
        )
      }
      actions={
        <>
          <Button small onClick={onKeepMine}>
            {words.keepMine}
          </Button>
          <Button small kind="quiet" onClick={onTakeTheirs}>
            {words.takeTheirs}
          </Button>
        </>
      }
    />
  )
}

const hasCode = (error: Error, ...codes: number[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)

/** Why a save did not go through, and what to do about it. */
export function NotSaved({
  error,
  folder,
  folderId,
  onRetry,
}: {
  error: Error
  folder: string
  /** Knows the folder when its address has changed. */
  folderId: string | undefined
  onRetry: () => void
}) {
  const { t } = useI18n()
  const words = t.viewSettings
  if (hasCode(error, Code.pathNotFound, Code.notFound)) {
    return <Gone folder={folder} folderId={folderId} error={error} />
  }
  if (hasCode(error, Code.ownerOnly, Code.forbidden)) {
    return <Banner look="alert" text={words.notYours} detail={<FailureWords error={error} />} />
  }
  return (
    <Banner
      look="alert"
      text={words.notSaved}
      detail={<FailureWords error={error} />}
      actions={
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      }
    />
  )
}

/** The folder is not where it was; one that was only renamed or moved is gone on with there. */
function Gone({
  folder,
  folderId,
  error,
}: {
  folder: string
  folderId: string | undefined
  error: Error
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: there } = useQuery({
    ...views.movedTo(folder, folderId ?? ''),
    enabled: folderId !== undefined,
  })
  if (!there?.startsWith('svc://my') || there === folder) {
    return (
      <Banner look="alert" text={t.viewSettings.gone} detail={<FailureWords error={error} />} />
    )
  }
  const path = crumbsOf(there, t).map(({ name }) => name)
  return (
    <Banner
      look="alert"
      text={t.viewSettings.goneTo(path.join(' / '))}
      actions={
        <Button
          small
          onClick={() => {
            moveViewDraft(folder, there)
            void navigate(viewSettingsHref(there), { replace: true })
          }}
        >
          {t.viewSettings.goThere}
        </Button>
      }
    />
  )
}
