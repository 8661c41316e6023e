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
  letterKeysHint: 'Turn these off if they get in the way of your assistive technology.',
  signOut: 'Sign out',
  keyboardHelp: 'Keyboard shortcuts…',
  signOutTitle: 'Sign out without saving?',
  signOutText: (count: number) =>
    plural('en', count, {
      one: 'Something that you changed is not saved. It is lost when you sign out.',
      other: '# things that you changed are not saved. They are lost when you sign out.',
    }),
}
