import * as v from 'valibot'
import { nonEmptyText } from '#src/contract/schema.ts'

/** A pair of tokens; the times are ISO 8601 with offset. */
export const TokenPair = v.object({
  access_token: nonEmptyText,
  refresh_token: nonEmptyText,
  access_expires: v.string(),
  refresh_expires: v.string(),
})
export type TokenPair = v.InferOutput<typeof TokenPair>
