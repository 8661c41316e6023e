import { account } from '#src/i18n/en/account/account.ts'
import { otherAddress } from '#src/i18n/en/account/other-address.ts'
import { signIn } from '#src/i18n/en/account/sign-in.ts'
import { editor } from '#src/i18n/en/files/editor.ts'
import { filesRest } from '#src/i18n/en/files/files-rest.ts'
import { folderPicker } from '#src/i18n/en/files/folder-picker.ts'
import { itemDetails } from '#src/i18n/en/files/item-details.ts'
import { search } from '#src/i18n/en/files/search.ts'
import { viewer } from '#src/i18n/en/files/viewer.ts'
import { folderGone } from '#src/i18n/en/operations/folder-gone.ts'
import { locks } from '#src/i18n/en/operations/locks.ts'
import { nameClash } from '#src/i18n/en/operations/name-clash.ts'
import { operations } from '#src/i18n/en/operations/operations.ts'
import { toasts } from '#src/i18n/en/operations/toasts.ts'
import { uploads } from '#src/i18n/en/operations/uploads.ts'
import { landing } from '#src/i18n/en/shares/landing.ts'
import { linkEdit } from '#src/i18n/en/shares/link-edit.ts'
import { newLink } from '#src/i18n/en/shares/new-link.ts'
import { permissions } from '#src/i18n/en/shares/permissions.ts'
import { shareActions } from '#src/i18n/en/shares/share-actions.ts'
import { shareDetails } from '#src/i18n/en/shares/share-details.ts'
import { shareForm } from '#src/i18n/en/shares/share-form.ts'
import { sharedWithMe } from '#src/i18n/en/shares/shared-with-me.ts'
import { sharesRest } from '#src/i18n/en/shares/shares-rest.ts'
import { sinceLastSeen } from '#src/i18n/en/shares/since-last-seen.ts'
import { trashRest } from '#src/i18n/en/trash/trash-rest.ts'
import { viewSettings } from '#src/i18n/en/views/view-settings.ts'
import { commonRest } from './common-rest.ts'
import { errors } from './errors.ts'
import { frameRest } from './frame-rest.ts'
import { keys } from './keys.ts'

/** All other messages: one chunk, fetched once the page is drawn or with the first code that needs it. */
export const rest = {
  common: commonRest,
  frame: frameRest,
  shares: sharesRest,
  files: filesRest,
  trash: trashRest,
  account,
  editor,
  errors,
  folderGone,
  itemDetails,
  keys,
  landing,
  linkEdit,
  locks,
  nameClash,
  newLink,
  operations,
  otherAddress,
  permissions,
  folderPicker,
  search,
  shareActions,
  shareDetails,
  shareForm,
  sharedWithMe,
  signIn,
  sinceLastSeen,
  toasts,
  uploads,
  viewer,
  viewSettings,
}
