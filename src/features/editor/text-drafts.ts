import { createDraftStore } from '#src/features/session/draft-store.ts'

export type TextDraft = {
  readonly text: string
  /** The version of the file that it was typed on. */
  readonly version: string
}
const drafts = createDraftStore<TextDraft>(() => true)

const textOf = (draft: TextDraft | undefined): string | undefined => draft?.text
export const useTextDraft = (uri: string): string | undefined => drafts.useDraft(uri, textOf)
export const textDraftOf = drafts.current
export const saveTextDraft = drafts.save
export const removeTextDraft = drafts.remove
export const moveTextDraft = drafts.move
