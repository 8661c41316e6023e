import type { en, enLater } from './en.ts'

type Later = { [Group in keyof typeof enLater]: Awaited<ReturnType<(typeof enLater)[Group]>> }

/** A group of words that is fetched with the code that speaks it. */
export type LaterGroup = keyof Later

/** Every language has exactly these; a missing or a misspelt key does not compile. */
export type Messages = typeof en & Later
