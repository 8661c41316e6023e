import { plural } from '#src/i18n/plural.ts'

/** Links to one item or to several at once. */
export const newLink = {
  title: 'New link',
  searchItems: 'Search all files',
  itemsHere: 'Items here',
  nothingHere: 'This folder is empty.',
  /** `isSearching`: Space is part of the text then. */
  pickerKeys: (isSearching: boolean) =>
    `${isSearching ? 'Ctrl+Space' : 'Space'} selects an item, with Shift a range; Enter opens a folder, Ctrl+Enter continues.`,
  share: (count: number) =>
    count === 0 ? 'Share' : plural('en', count, { one: 'Share # item', other: 'Share # items' }),
  formTitleOfOne: (name: string) => `Share ${name}`,
  formTitle: (count: number) => plural('en', count, { other: 'Share # items, one link each' }),
  create: (count: number) => plural('en', count, { other: 'Create # links' }),
  progress: (part: number, count: number) => `Creating ${part} of ${count}`,
  retry: (count: number) => plural('en', count, { one: 'Retry', other: 'Retry #' }),
  protect: 'Protect with a password',
  createdTitleOfOne: (name: string) => `Link to ${name}`,
  createdTitle: (done: number, count: number) =>
    done === count
      ? plural('en', count, { one: '# link created', other: '# links created' })
      : `${done} of ${plural('en', count, { other: '# links' })} created`,
  /** Who may open a link as long as nothing else is chosen. */
  anyone: (isProtected: boolean): string =>
    isProtected
      ? 'Anyone with the link and the password can view.'
      : 'Anyone with the link can view.',
  /** The user chose who may open it; the service knows no such setting. */
  accessNotTaken:
    'This service does not limit who can open a link, so no link was created. Anyone with the link could open it.',
  change: 'Change',
  changeAccess: 'Change who may open it',
  text: 'Text to send',
  /** Links that have the same password and the same expiry. */
  textToSend: ({
    links,
    password,
    expires,
  }: {
    links: readonly { name: string; link: string }[]
    password: string
    expires: string | null
  }) =>
    [
      ...links.map(({ name, link }) => `${name}\n${link}`),
      [password && `Password: ${password}`, expires && `Expires: ${expires}`]
        .filter(Boolean)
        .join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  copyText: 'Copy text',
  linksTitle: (name: string) => `Links to ${name}`,
  linksText: (count: number) =>
    plural('en', count, {
      one: 'There is a link to it already.',
      other: 'There are # links to it already.',
    }),
  notCopied: (count: number) =>
    plural('en', count, { one: 'The link is ready.', other: 'The links are ready.' }),
  link: 'Link',
  copiedAlone: 'Link copied. Visitors will need the password.',
  textCopied: 'Text copied.',
}

export type NewLinkMessages = typeof newLink
