import { toAccountChange } from '#src/features/account/account-drafts.ts'
import { account } from '#src/features/account/account.ts'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { SelectField } from '#src/ui/controls/fields/SelectField.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useAccountForm } from './use-account-form.ts'
import css from './AccountPage.module.css'

/** Name, e-mail address, and which links the profile shows. */
export function ProfileSection({
  name,
  email,
  profileLinks,
}: {
  name: string
  email: string
  /** The setting; undefined where the service has none. */
  profileLinks: string | undefined
}) {
  const messages = useAccountMessages()
  const form = useAccountForm(
    { name, profileLinks: profileLinks ?? '' },
    account.change(),
    toAccountChange,
  )
  const options = [
    { value: '', label: messages.profileLinksOpen },
    { value: 'all_share', label: messages.profileLinksAll },
    { value: 'hide_share', label: messages.profileLinksNone },
  ]
  const { profileLinks: shown } = form.values
  return (
    <AccountSection id="profile" title={messages.profile}>
      <SectionForm name={messages.profile} form={form}>
        <TextField
          className={css['field'] ?? ''}
          label={messages.name}
          name="name"
          autoComplete="name"
          hint={messages.nameHint}
          value={form.values.name}
          error={form.problems.name}
          onChange={(event) => form.edit({ name: event.target.value })}
        />
        <dl className={css['fact']}>
          <dt>{messages.email}</dt>
          <dd>
            <bdi>{escapeControlChars(email)}</bdi>
          </dd>
          <dd className={css['hint']}>{messages.emailHint}</dd>
        </dl>
        {profileLinks !== undefined && (
          <SelectField
            className={css['field'] ?? ''}
            label={messages.profileLinks}
            name="profileLinks"
            hint={messages.profileLinksHint}
            options={
              options.some(({ value }) => value === shown)
                ? options
                : [...options, { value: shown, label: escapeControlChars(shown) }]
            }
            value={shown}
            onChange={(event) => form.edit({ profileLinks: event.target.value })}
          />
        )}
      </SectionForm>
    </AccountSection>
  )
}
