import type { en } from './en/catalogue.ts'

/** Every language has exactly these; a missing or a misspelt key does not compile. */
export type Messages = typeof en
