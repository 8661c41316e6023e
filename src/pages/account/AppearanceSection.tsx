import { useMutation } from '@tanstack/react-query'
import { account } from '#src/features/account/account.ts'
import { LanguageChoice, ThemeChoice } from '#src/features/shell/account/AccountPreferences.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Language, languageNames, languageTags } from '#src/i18n/language.ts'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import css from './AccountPage.module.css'

/** The languages as the service has them (docs/protocol.md §2.4). */

const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0]

function nameOfLanguage(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    // The text is no language tag.
    return tag
  }
}

/** Language of the page and of the account, and the theme. Each is used at once. */
export function AppearanceSection({
  accountLanguage,
}: {
  /** Language tag that the service has; '' for none. */
  accountLanguage: string
}) {
  const { language, locale } = useI18n()
  const messages = useAccountMessages()
  const save = useMutation(account.change())
  const tell = (chosen: Language) => save.mutate({ language: languageTags[chosen] })
  const differs = accountLanguage !== '' && primary(accountLanguage) !== primary(language)
  return (
    <AccountSection id="appearance" title={messages.appearance}>
      <div className={css['choice']}>
        <LanguageChoice onChosen={tell} />
        <p className={css['hint']}>
          {differs
            ? messages.languageDiffers(nameOfLanguage(accountLanguage, locale))
            : messages.languageHint}
        </p>
        {differs && !save.error && (
          <Button small busy={save.isPending} onClick={() => tell(language)}>
            {messages.languageUse(languageNames[language])}
          </Button>
        )}
      </div>
      {save.error && (
        <SectionAlert
          text={messages.languageNotSaved}
          error={save.error}
          isBusy={save.isPending}
          onRetry={() => tell(language)}
        />
      )}
      <div className={css['choice']}>
        <ThemeChoice />
        <p className={css['hint']}>{messages.themeHint}</p>
      </div>
    </AccountSection>
  )
}
