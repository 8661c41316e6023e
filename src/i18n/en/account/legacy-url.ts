/** The page of addresses that are not ours. */
export const legacyUrl = {
  notFoundTitle: 'Page not found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  title: 'Not part of Latchkey',
  tasks: 'There is no task list here. Latchkey shows the progress of what you start.',
  remoteDownloads: 'Downloads from other sites into your files cannot be managed here.',
  profiles: 'There are no profile pages here. Your own links are in Shares.',
  administration: 'The service cannot be administered here.',
}

export type LegacyUrlMessages = typeof legacyUrl
