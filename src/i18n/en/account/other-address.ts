export const otherAddress = {
  notFoundTitle: 'There is no such page',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  title: 'Not part of Latchkey',
  signUp: 'Accounts are not created here. Ask whoever runs this service for one.',
  passwordReset: 'Passwords are not reset here. Ask whoever runs this service.',
  settings:
    'Language, theme and density are in the account menu at the top right. Name, password and two-factor sign-in cannot be changed here.',
  tasks:
    'There is no list of background tasks here. What you start in Latchkey shows its progress until it ends.',
  remoteDownloads: 'Downloads from other sites into your files cannot be managed here.',
  webdav: 'WebDAV accounts cannot be managed here. Those that exist go on working.',
  profiles: 'There are no profile pages here. Your own links are in Shares.',
  administration: 'The service cannot be administered here.',
}
