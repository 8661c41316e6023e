import { displayName } from '#src/i18n/names.ts'

export const account = {
  language: 'Language',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  openIn: (host: string) => `Open in ${displayName(host)}`,
  signOut: 'Sign out',
}
