export const linkDetails = {
  copyWithPassword: 'Copy with password',
  edit: 'Edit…',
  showSource: 'Show',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copyPassword: 'Copy password',
  passwordCopied: 'Password copied',
  viewShared: 'Visitors see my layout',
  viewOwn: 'Visitors see the default layout',
  readme: 'README',
  readmeShown: 'Shown on the link page',
  neverExpires: 'Never expires',
  noLimit: 'No limit',
  expiry: 'Expires',
  downloadLimit: 'Download limit',
  permissions: {
    nothing: 'Nothing',
    sentence: (what: string[]) => {
      const words = what.join(', ')
      return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
    },
  },
  /** The text that "Copy with password" puts on the clipboard. */
  linkWithPassword: ({
    link,
    password,
    expires,
  }: {
    link: string
    password: string | null
    expires: string | null
  }) =>
    [link, password && `Password: ${password}`, expires && `Expires: ${expires}`]
      .filter(Boolean)
      .join('\n'),
  /** `folder` is the deleted folder that it is in, null when it was deleted itself. */
  restore: (isFolder: boolean): string => (isFolder ? 'Restore the folder' : 'Restore the file'),
  restoreFolder: (folder: string) => `Restore the folder ${folder}`,
  showInTrash: 'Show in Trash',
  qrDownload: 'Download as SVG',
  qrOf: (name: string) => `QR code of the link to ${name}`,
}
