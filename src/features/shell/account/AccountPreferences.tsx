import { Monitor, Moon, Sun } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type Language, languageNames, languages } from '#src/i18n/language.ts'
import { setPreferences, useTheme } from '#src/platform/preferences.ts'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import css from './AccountPreferences.module.css'

export function LanguageChoice({
  quiet = false,
  onChosen,
}: {
  quiet?: boolean
  onChosen?: (language: Language) => void
}) {
  const { t, language } = useI18n()
  return (
    <RadioGroup
      quiet={quiet}
      label={t.account.language}
      value={language}
      options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      onChange={(language) => {
        setPreferences({ language })
        onChosen?.(language)
      }}
    />
  )
}

export function ThemeChoice({ quiet = false }: { quiet?: boolean }) {
  const { t } = useI18n()
  return (
    <RadioGroup
      quiet={quiet}
      label={t.account.theme}
      value={useTheme()}
      options={[
        { value: 'system', label: t.account.themeSystem, icon: <Monitor aria-hidden="true" /> },
        { value: 'light', label: t.account.themeLight, icon: <Sun aria-hidden="true" /> },
        { value: 'dark', label: t.account.themeDark, icon: <Moon aria-hidden="true" /> },
      ]}
      onChange={(theme) => setPreferences({ theme })}
    />
  )
}

/** The preferences at the foot of pages for which nobody has to be signed in. */
export function PreferencesFooter() {
  const { t } = useI18n()
  return (
    <footer className={css['footer']} aria-label={t.signIn.preferences}>
      <LanguageChoice quiet />
      <ThemeChoice quiet />
    </footer>
  )
}
