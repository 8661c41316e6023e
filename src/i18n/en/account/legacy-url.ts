export const legacyUrl = {
  notFoundTitle: 'Page not found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  title: 'Not part of Latchkey',
  signUp: 'You cannot sign up here. Ask the administrator for an account.',
  passwordReset: 'Passwords cannot be reset here. Ask the administrator.',
  settings:
    'Language, theme and density are in the account menu. Name, password and two-factor sign-in cannot be changed here.',
  tasks: 'There is no task list here. Latchkey shows the progress of what you start.',
  remoteDownloads: 'Downloads from other sites into your files cannot be managed here.',
  webdav: 'WebDAV accounts cannot be managed here. Existing ones keep working.',
  profiles: 'There are no profile pages here. Your own links are in Shares.',
  administration: 'The service cannot be administered here.',
}
