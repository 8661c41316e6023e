import { plural } from '#src/i18n/plural.ts'

export const accountMenu = {
  density: 'Density',
  densityComfortable: 'Comfortable',
  densityCompact: 'Compact',
  letterKeys: 'Single-letter keys',
  letterKeysHint: 'Turn these off if they disturb your assistive technology.',
  settings: 'Account',
  keyboardHelp: 'Keyboard shortcuts…',
  signOutTitle: 'Sign out without saving?',
  signOutText: ({ here, otherTabs }: { here: number; otherTabs: number }) => {
    const own = plural('en', here, {
      one: '# unsaved change will be lost.',
      other: '# unsaved changes will be lost.',
    })
    if (otherTabs === 0) return own
    const elsewhere = plural('en', otherTabs, {
      one: 'What is unsaved in another tab will be lost',
      other: 'What is unsaved in # other tabs will be lost',
    })
    return here === 0 ? `${elsewhere}.` : `${own} ${elsewhere} too.`
  },
  signOutUploadsTitle: 'Sign out and cancel uploads?',
  signOutUploadsText: 'Files that have not finished uploading will not be uploaded.',
}

export type AccountMenuMessages = typeof accountMenu
