import { draftsOf } from './unsaved.ts'

/* Texts that were typed and are not saved. */

const texts = draftsOf<string>(() => true)

const asItIs = (text: string | undefined): string | undefined => text
export const useDraft = (uri: string): string | undefined => texts.useDraft(uri, asItIs)
export const currentDraft = texts.current
export const keepDraft = texts.keep
export const dropDraft = texts.drop
export const moveDraft = texts.move
