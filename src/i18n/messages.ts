import type { firstPage } from './en/first-page.ts'
import type { lists } from './en/lists.ts'
import type { rest } from './en/rest.ts'

export type FirstPageMessages = typeof firstPage
export type ListMessages = typeof lists
export type RemainingMessages = typeof rest

/** Every language has exactly these; a missing or a misspelt key does not compile. */
export type Messages = FirstPageMessages & ListMessages & RemainingMessages
