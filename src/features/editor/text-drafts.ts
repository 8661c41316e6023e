import { createDraftStore } from '#src/features/session/draft-store.ts'

const texts = createDraftStore<string>(() => true)

const identity = (text: string | undefined): string | undefined => text
export const useTextDraft = (uri: string): string | undefined => texts.useDraft(uri, identity)
export const textDraftOf = texts.current
export const saveTextDraft = texts.save
export const removeTextDraft = texts.remove
export const moveTextDraft = texts.move
