import * as v from 'valibot'
import { list, maybe, maybeCount, maybeFlag, maybeText, text } from './schema.ts'
import { User } from './user.ts'

/** An application that opens files; its id is the `viewer_id` of the locks that it takes. */
export const FileViewer = v.object({
  id: text,
  type: text,
  display_name: text,
  exts: list(v.string()),
})
export type FileViewer = v.InferOutput<typeof FileViewer>

export const CustomProperty = v.object({
  id: text,
  name: text,
  type: text,
  max: maybeCount,
  min: maybeCount,
  options: v.fallback(v.optional(list(v.string())), undefined),
})

/** `data` of `GET /site/config/:section`: every section in one shape, each field only where its section has it. */
export const SiteConfig = v.object({
  title: maybeText,
  user: maybe(User),
  captcha_type: maybeText,
  login_captcha: maybeFlag,
  register_enabled: maybeFlag,
  max_batch_size: maybeCount,
  thumbnail_width: maybeCount,
  thumbnail_height: maybeCount,
  file_viewers: v.fallback(v.optional(list(v.object({ viewers: list(FileViewer) }))), undefined),
  custom_props: v.fallback(v.optional(list(CustomProperty)), undefined),
  thumb_exts: v.fallback(v.optional(list(v.string())), undefined),
})
export type SiteConfig = v.InferOutput<typeof SiteConfig>

/** A picture to read and the ticket that its answer goes with. */
export const Captcha = v.object({ image: v.string(), ticket: v.string() })
export type Captcha = v.InferOutput<typeof Captcha>
