import { useMutation } from '@tanstack/react-query'
import { account } from '#src/features/account/account.ts'
import { LanguageChoice, ThemeChoice } from '#src/features/shell/account/AccountPreferences.tsx'
import { useAccountWords } from '#src/i18n/account-words.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Language, languageNames } from '#src/i18n/language.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import css from './AccountPage.module.css'

/** The languages as the service has them (docs/protocol.md §2.4). */
const wireLanguages: Readonly<Record<Language, string>> = { en: 'en-US', 'zh-CN': 'zh-CN' }

const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0]

function nameOfLanguage(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    // Not a language tag.
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
  const words = useAccountWords()
  const save = useMutation(account.change())
  const tell = (chosen: Language) => save.mutate({ language: wireLanguages[chosen] })
  const differs = accountLanguage !== '' && primary(accountLanguage) !== primary(language)
  return (
    <AccountSection id="appearance" title={words.appearance}>
      <div className={css['choice']}>
        <LanguageChoice onChosen={tell} />
        <p className={css['hint']}>
          {differs
            ? words.languageDiffers(nameOfLanguage(accountLanguage, locale))
            : words.languageHint}
        </p>
        {differs && !save.error && (
          <Button small busy={save.isPending} onClick={() => tell(language)}>
            {words.languageUse(languageNames[language])}
          </Button>
        )}
      </div>
      {save.error && (
        <SectionAlert
          text={words.languageNotSaved}
          error={save.error}
          isBusy={save.isPending}
          onRetry={() => tell(language)}
        />
      )}
      <div className={css['choice']}>
        <ThemeChoice />
        <p className={css['hint']}>{words.themeHint}</p>
      </div>
    </AccountSection>
  )
}
