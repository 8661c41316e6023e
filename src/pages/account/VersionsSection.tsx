import type { UserSetting } from '#src/contract/accounts/user.ts'
import { changeOfAccount } from '#src/features/account/account-drafts.ts'
import { account } from '#src/features/account/account.ts'
import { useAccountWords } from '#src/i18n/account-words.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/TextField.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useAccountForm } from './use-account-form.ts'
import css from './AccountPage.module.css'

/** Whether earlier versions of files are kept, how many, and of which kinds. */
export function VersionsSection({ setting }: { setting: UserSetting }) {
  const words = useAccountWords()
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
    changeOfAccount,
  )
  const { keepsVersions, maxVersions, versionExtensions } = form.values
  return (
    <AccountSection id="versions" title={words.versions} text={words.versionsText}>
      <SectionForm name={words.versions} form={form}>
        <Checkbox
          checked={keepsVersions}
          onChange={(keepsVersions) => form.edit({ keepsVersions })}
        >
          {words.keepVersions}
        </Checkbox>
        {keepsVersions && (
          <>
            <TextField
              className={css['field'] ?? ''}
              label={words.versionsMax}
              name="maxVersions"
              inputMode="numeric"
              maxLength={9}
              placeholder={words.versionsAll}
              hint={words.versionsMaxHint}
              value={maxVersions}
              error={form.problems.maxVersions}
              onChange={(event) => form.edit({ maxVersions: event.target.value })}
            />
            <TextField
              className={css['field'] ?? ''}
              label={words.versionsKinds}
              name="versionExtensions"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={words.versionsKindsAll}
              hint={words.versionsKindsHint}
              value={versionExtensions}
              onChange={(event) => form.edit({ versionExtensions: event.target.value })}
            />
          </>
        )}
      </SectionForm>
    </AccountSection>
  )
}
