import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserSetting } from '#src/contract/accounts/user.ts'
import {
  type AccountDraft,
  toAccountChange,
  currentAccountDraft,
  discardAccountDraftFields,
  useAccountDraft,
  validateAccountDraft,
} from '#src/features/account/account-drafts.ts'
import { account } from '#src/features/account/account.ts'
import { isNotFoundOrHttp404 } from '#src/features/account/missing-route.ts'
import { LoadErrorState } from '#src/features/errors/LoadErrorState.tsx'
import { users } from '#src/features/session/users.ts'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type AccountMessages, useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { LeaveDialog } from '#src/ui/dialogs/LeaveDialog.tsx'
import { useLeaveQuestion } from '#src/ui/dialogs/use-leave-question.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
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
  const messages = useAccountMessages()
  useDocumentTitle(messages.title)
  const me = useQuery(users.me())
  const setting = useQuery(account.setting())
  const hasNoSetting = isNotFoundOrHttp404(setting.error)
  const error = me.data === undefined ? me.error : setting.data ? null : setting.error
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <header className={`${page['top']} ${css['top']}`}>
        <h1>{messages.title}</h1>
      </header>
      <div className={css['scroll']}>
        {me.data && (setting.data || hasNoSetting) ? (
          <Sections me={me.data} setting={setting.data} />
        ) : error ? (
          <LoadErrorState
            title={messages.failed}
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
  /** The settings; undefined where the service has none. */
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

/** The sections that have something unsaved, by their names. */
const unsavedSections = (draft: AccountDraft, messages: AccountMessages): string[] => [
  ...('name' in draft || 'profileLinks' in draft ? [messages.profile] : []),
  ...('currentPassword' in draft || 'newPassword' in draft ? [messages.password] : []),
  ...('keepsVersions' in draft || 'maxVersions' in draft || 'versionExtensions' in draft
    ? [messages.versions]
    : []),
]

/** Asks before unsaved changes are left behind. */
function LeaveGuard() {
  const draft = useAccountDraft()
  const stay = useLeaveQuestion(
    Object.keys(draft).length > 0,
    ({ currentLocation, nextLocation }) =>
      Object.keys(currentAccountDraft()).length > 0 &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  /** Why a save failed that was left to itself, and the draft that there was then. */
  const [failed, setFailed] = useState<{ draft: AccountDraft; error: Error }>()
  if (stay)
    return (
      <LeaveQuestion
        onStay={stay}
        onFailedLater={(error) => setFailed({ draft: currentAccountDraft(), error })}
      />
    )
  return failed?.draft === draft && <SectionAlert error={failed.error} />
}

/** Staying unmounts it, also while a save is on its way: `onFailedLater` is called when such a save has failed. */
function LeaveQuestion({
  onStay,
  onFailedLater,
}: {
  onStay: () => void
  onFailedLater: (error: Error) => void
}) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const isMounted = useIsMounted()
  const draft = currentAccountDraft()
  const fields = Object.keys(draft) as (keyof AccountDraft)[]
  const save = useMutation({
    ...account.change(),
    onSuccess: () => discardAccountDraftFields(fields, draft),
    onError: (error) => {
      if (!isMounted.current) onFailedLater(error)
    },
  })
  const isPassword = 'currentPassword' in draft || 'newPassword' in draft
  const canSave = !isPassword && Object.keys(validateAccountDraft(draft)).length === 0
  return (
    <LeaveDialog
      description={
        <>
          <p>{messages.leaveText(unsavedSections(draft, messages))}</p>
          {save.error && <SectionAlert error={save.error} />}
        </>
      }
      saveLabel={t.common.save}
      isSaving={save.isPending}
      onStay={onStay}
      onDiscard={() => discardAccountDraftFields(fields)}
      onSave={canSave ? () => save.mutate(toAccountChange(draft)) : undefined}
    />
  )
}
