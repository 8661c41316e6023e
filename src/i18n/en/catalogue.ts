import { account } from '#src/i18n/en/account/account.ts'
import { otherAddress } from '#src/i18n/en/account/other-address.ts'
import { signIn } from '#src/i18n/en/account/sign-in.ts'
import { editor } from '#src/i18n/en/files/editor.ts'
import { files } from '#src/i18n/en/files/files.ts'
import { folderPicker } from '#src/i18n/en/files/folder-picker.ts'
import { itemDetails } from '#src/i18n/en/files/item-details.ts'
import { kinds } from '#src/i18n/en/files/kinds.ts'
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
import { shares } from '#src/i18n/en/shares/shares.ts'
import { sinceLastSeen } from '#src/i18n/en/shares/since-last-seen.ts'
import { trash } from '#src/i18n/en/trash/trash.ts'
import { viewSettings } from '#src/i18n/en/views/view-settings.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { keys } from './keys.ts'

/** Every message in English. A new group of messages is one file in each language. */
export const en = {
  account,
  common,
  editor,
  errors,
  files,
  folderGone,
  folderPicker,
  frame,
  itemDetails,
  keys,
  kinds,
  landing,
  linkEdit,
  locks,
  nameClash,
  newLink,
  operations,
  otherAddress,
  permissions,
  search,
  shareActions,
  shareDetails,
  sharedWithMe,
  shareForm,
  shares,
  signIn,
  sinceLastSeen,
  toasts,
  trash,
  uploads,
  viewer,
  viewSettings,
}
