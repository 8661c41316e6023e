import type { UserSettingChange } from '#src/api/accounts/users.ts'
import { createDraftStore } from '#src/features/session/draft-store.ts'

/** What is typed on the account page and not saved, by field. */
export type AccountDraft = {
  name?: string
  profileLinks?: string
  keepsVersions?: boolean
  maxVersions?: string
  versionExtensions?: string
  currentPassword?: string
  newPassword?: string
}
export type AccountFieldName = keyof AccountDraft

const place = 'account'
const nothing: AccountDraft = {}
const drafts = createDraftStore<AccountDraft>((draft) => Object.keys(draft).length > 0)

export const useAccountDraft = (): AccountDraft =>
  drafts.useDraft(place, (draft) => draft ?? nothing)
export const currentAccountDraft = (): AccountDraft => drafts.current(place) ?? nothing

export const editAccountDraft = (part: AccountDraft): void =>
  drafts.save(place, { ...currentAccountDraft(), ...part })

/** Forgets fields of the draft; with `values` those only that still have these values. */
export function discardAccountDraftFields(
  fields: readonly AccountFieldName[],
  values?: AccountDraft,
): void {
  const draft = currentAccountDraft()
  const left = Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) =>
        !fields.includes(field as AccountFieldName) ||
        (values && values[field as AccountFieldName] !== value),
    ),
  )
  if (Object.keys(left).length === 0) drafts.remove(place)
  else if (Object.keys(left).length < Object.keys(draft).length) drafts.save(place, left)
}

/** Why a field cannot be saved: a key of the words of the account page. */
type AccountProblem =
  | 'nameMissing'
  | 'nameLong'
  | 'versionsMaxInvalid'
  | 'currentPasswordMissing'
  | 'newPasswordShort'
  | 'newPasswordSame'
export type AccountProblems = Partial<Record<AccountFieldName, AccountProblem>>

const maxNameLength = 255
const passwordLength = { min: 6, max: 128 }

/** What is wrong with a draft, by field. */
export function validateAccountDraft(draft: AccountDraft): AccountProblems {
  const problems: AccountProblems = {}
  const { name, maxVersions, currentPassword, newPassword = '' } = draft
  if (name?.trim() === '') problems.name = 'nameMissing'
  else if (name !== undefined && name.trim().length > maxNameLength) problems.name = 'nameLong'
  if (maxVersions !== undefined && !/^\s*\d{0,9}\s*$/.test(maxVersions))
    problems.maxVersions = 'versionsMaxInvalid'
  if (!currentPassword && newPassword === '') return problems
  if (!currentPassword) problems.currentPassword = 'currentPasswordMissing'
  if (newPassword.length < passwordLength.min || newPassword.length > passwordLength.max)
    problems.newPassword = 'newPasswordShort'
  else if (newPassword === currentPassword) problems.newPassword = 'newPasswordSame'
  return problems
}

const extensionsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;，、]+/)
      .map((each) => each.replace(/^[*.]+/, ''))
      .filter((each) => each !== ''),
  ),
]

/** What a draft without problems changes; a password is changed by a request of its own. */
export const toAccountChange = (draft: AccountDraft): UserSettingChange => ({
  ...(draft.name !== undefined && { name: draft.name.trim() }),
  ...(draft.profileLinks !== undefined && { profileLinks: draft.profileLinks }),
  ...(draft.keepsVersions !== undefined && { keepsVersions: draft.keepsVersions }),
  ...(draft.maxVersions !== undefined && { maxVersions: Number(draft.maxVersions) }),
  ...(draft.versionExtensions !== undefined && {
    versionExtensions: extensionsIn(draft.versionExtensions),
  }),
})
