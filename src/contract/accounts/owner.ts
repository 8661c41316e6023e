import * as v from 'valibot'
import { optionalText, textOrEmpty } from '#src/contract/schema.ts'

/** Owner inside a share (docs/protocol.md §2.4); everything but the id can be missing. */
export const Owner = v.object({
  id: textOrEmpty,
  email: optionalText,
  nickname: optionalText,
  avatar: optionalText,
  created_at: optionalText,
})
export type Owner = v.InferOutput<typeof Owner>
