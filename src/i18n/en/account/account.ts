import { displayName } from '#src/i18n/names.ts'
import { plural } from '#src/i18n/plural.ts'

export const account = {
  language: 'Language',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  density: 'Density',
  densityComfortable: 'Comfortable',
  densityCompact: 'Compact',
  letterKeys: 'Single-letter keys',
  letterKeysHint: 'Turn these off if they disturb your assistive technology.',
  openIn: (host: string) => `Open in ${displayName(host)}`,
  signOut: 'Sign out',
  settings: 'Account',
  keyboardHelp: 'Keyboard shortcuts…',
  signOutTitle: 'Sign out without saving?',
  signOutText: (count: number) =>
    plural('en', count, {
      one: '# unsaved change will be lost.',
      other: '# unsaved changes will be lost.',
    }),
}
