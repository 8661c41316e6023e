import { account } from '#src/i18n/en/account/account.ts'
import { signIn } from '#src/i18n/en/account/sign-in.ts'
import { files } from '#src/i18n/en/files/files.ts'
import { kinds } from '#src/i18n/en/files/kinds.ts'
import { viewer } from '#src/i18n/en/files/viewer.ts'
import { linkActions } from '#src/i18n/en/links/link-actions.ts'
import { linkDetails } from '#src/i18n/en/links/link-details.ts'
import { linkForm } from '#src/i18n/en/links/link-form.ts'
import { links } from '#src/i18n/en/links/links.ts'
import { permissions } from '#src/i18n/en/links/permissions.ts'
import { sharedLink } from '#src/i18n/en/links/shared-link.ts'
import { sharedWithMe } from '#src/i18n/en/links/shared-with-me.ts'
import { sinceLastSeen } from '#src/i18n/en/links/since-last-seen.ts'
import { folderGone } from '#src/i18n/en/operations/folder-gone.ts'
import { locks } from '#src/i18n/en/operations/locks.ts'
import { nameClash } from '#src/i18n/en/operations/name-clash.ts'
import { operations } from '#src/i18n/en/operations/operations.ts'
import { toasts } from '#src/i18n/en/operations/toasts.ts'
import { trash } from '#src/i18n/en/trash/trash.ts'
import { viewSettings } from '#src/i18n/en/views/view-settings.ts'
import { appShell } from './app-shell.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'

/** Every message in English. A new group of messages is one file in each language. */
export const en = {
  account,
  common,
  errors,
  files,
  folderGone,
  appShell,
  kinds,
  sharedLink,
  locks,
  nameClash,
  operations,
  permissions,
  linkActions,
  linkDetails,
  sharedWithMe,
  linkForm,
  links,
  signIn,
  sinceLastSeen,
  toasts,
  trash,
  viewer,
  viewSettings,
}
