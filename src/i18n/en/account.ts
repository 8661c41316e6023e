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
  keyboardHelp: 'Keyboard shortcuts',
}
