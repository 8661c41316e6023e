import type { UserSetting } from '#src/contract/accounts/user.ts'
import { toAccountChange } from '#src/features/account/account-drafts.ts'
import { account } from '#src/features/account/account.ts'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useAccountForm } from './use-account-form.ts'
import css from './AccountPage.module.css'

/** Whether earlier versions of files are kept, how many, and of which kinds. */
export function VersionsSection({ setting }: { setting: UserSetting }) {
  const messages = useAccountMessages()
  const {
    version_retention_enabled: isKept = false,
    version_retention_max: max = 0,
    version_retention_ext: extensions = [],
  } = setting
  const form = useAccountForm(
    {
      keepsVersions: isKept,
      maxVersions: max === 0 ? '' : String(max),
      versionExtensions: extensions.join(', '),
    },
    account.change(),
    toAccountChange,
  )
  const { keepsVersions, maxVersions, versionExtensions } = form.values
  return (
    <AccountSection id="versions" title={messages.versions} text={messages.versionsText}>
      <SectionForm name={messages.versions} form={form}>
        <Checkbox
          checked={keepsVersions}
          onChange={(keepsVersions) => form.edit({ keepsVersions })}
        >
          {messages.keepVersions}
        </Checkbox>
        {keepsVersions && (
          <>
            <TextField
              className={css['field'] ?? ''}
              label={messages.versionsMax}
              name="maxVersions"
              inputMode="numeric"
              maxLength={9}
              placeholder={messages.versionsAll}
              hint={messages.versionsMaxHint}
              value={maxVersions}
              error={form.problems.maxVersions}
              onChange={(event) => form.edit({ maxVersions: event.target.value })}
            />
            <TextField
              className={css['field'] ?? ''}
              label={messages.versionsKinds}
              name="versionExtensions"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={messages.versionsKindsAll}
              hint={messages.versionsKindsHint}
              value={versionExtensions}
              onChange={(event) => form.edit({ versionExtensions: event.target.value })}
            />
          </>
        )}
      </SectionForm>
    </AccountSection>
  )
}
