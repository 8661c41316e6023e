import { useMutation, useQuery } from '@tanstack/react-query'
import { useBlocker } from 'react-router-dom'
import type { UserSetting } from '#src/contract/accounts/user.ts'
import {
  type AccountDraft,
  changeOfAccount,
  currentAccountDraft,
  forgetAccountEdits,
  problemsOfAccount,
} from '#src/features/account/account-drafts.ts'
import { account } from '#src/features/account/account.ts'
import { isMissingRoute } from '#src/features/account/missing-route.ts'
import { useErrorText } from '#src/features/errors/use-error-text.ts'
import { users } from '#src/features/session/users.ts'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { type AccountWords, useAccountWords } from '#src/i18n/account-words.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { LeaveDialog } from '#src/ui/dialogs/LeaveDialog.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { AccountLoading } from './AccountLoading.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DrivesSection } from './drives/DrivesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import { SignInsSection } from './SignInsSection.tsx'
import { VersionsSection } from './VersionsSection.tsx'
import page from '#src/features/list-page/page.module.css'
import css from './AccountPage.module.css'

/** Everything about one's own account (A1, A2). */
export default function AccountPage() {
  const words = useAccountWords()
  useDocumentTitle(words.title)
  const me = useQuery(users.me())
  const setting = useQuery(account.setting())
  const hasNoSetting = isMissingRoute(setting.error)
  const error = me.data === undefined ? me.error : setting.data ? null : setting.error
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <header className={`${page['top']} ${css['top']}`}>
        <h1>{words.title}</h1>
      </header>
      <div className={css['scroll']}>
        {me.data && (setting.data || hasNoSetting) ? (
          <Sections me={me.data} setting={setting.data} />
        ) : error ? (
          <Failed
            error={error}
            isFetching={me.isFetching || setting.isFetching}
            onRetry={() => {
              void me.refetch()
              void setting.refetch()
            }}
          />
        ) : (
          <AccountLoading />
        )}
      </div>
      <LeaveGuard />
    </main>
  )
}

function Sections({
  me: { nickname, email = '', language = '' },
  setting,
}: {
  me: { nickname: string; email?: string | undefined; language?: string | undefined }
  /** undefined where the service has no such settings. */
  setting: UserSetting | undefined
}) {
  return (
    <>
      <ProfileSection
        name={nickname}
        email={email}
        profileLinks={setting && (setting.share_links_in_profile ?? '')}
      />
      <AppearanceSection accountLanguage={language} />
      {setting && (
        <>
          <PasswordSection email={email} />
          <SecondFactorSection isOn={setting.two_fa_enabled ?? false} email={email} />
          <VersionsSection setting={setting} />
        </>
      )}
      <DrivesSection email={email} />
      <SignInsSection />
    </>
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
  const words = useAccountWords()
  const text = useErrorText(error)
  return (
    <ErrorState
      title={words.failed}
      text={text?.title}
      {...(text?.hint ? { detail: text.hint } : {})}
      correlationId={text?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
    />
  )
}

/** The sections that have something unsaved, by their names. */
const unsavedSections = (draft: AccountDraft, words: AccountWords): string[] => [
  ...('name' in draft || 'profileLinks' in draft ? [words.profile] : []),
  ...('currentPassword' in draft || 'newPassword' in draft ? [words.password] : []),
  ...('keepsVersions' in draft || 'maxVersions' in draft || 'versionExtensions' in draft
    ? [words.versions]
    : []),
]

/** Asks before unsaved changes are left behind. */
function LeaveGuard() {
  const { t } = useI18n()
  const words = useAccountWords()
  const save = useMutation(account.change())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      Object.keys(currentAccountDraft()).length > 0 &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
  const draft = currentAccountDraft()
  const fields = Object.keys(draft) as (keyof AccountDraft)[]
  const isPassword = 'currentPassword' in draft || 'newPassword' in draft
  const canSave = !isPassword && Object.keys(problemsOfAccount(draft)).length === 0
  const leave = () => {
    forgetAccountEdits(fields)
    blocker.proceed()
  }
  return (
    <LeaveDialog
      description={
        <>
          <p>{words.leaveText(unsavedSections(draft, words))}</p>
          {save.error && <SectionAlert error={save.error} />}
        </>
      }
      saveLabel={t.common.save}
      isSaving={save.isPending}
      onStay={blocker.reset}
      onDiscard={leave}
      onSave={canSave ? () => save.mutate(changeOfAccount(draft), { onSuccess: leave }) : undefined}
    />
  )
}
