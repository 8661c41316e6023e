import * as v from 'valibot'
import {
  isRecord,
  list,
  maybe,
  maybeCount,
  maybeFlag,
  maybeList,
  maybeText,
  text,
} from './schema.ts'
import { User } from './user.ts'

/** An application that opens files; its id is the `viewer_id` of the locks that it takes. */
export const FileViewer = v.object({
  id: text,
  type: text,
  display_name: text,
  exts: list(v.string()),
  /** Bytes of the largest file that it opens; absent or 0 is no limit. */
  max_size: maybeCount,
  /** By extension, then by action (`edit`, `view`): the page that opens it. */
  wopi_actions: maybe(v.record(v.string(), v.custom<Record<string, unknown>>(isRecord))),
})
export type FileViewer = v.InferOutput<typeof FileViewer>

export const CustomProperty = v.object({
  id: text,
  name: text,
  type: text,
  max: maybeCount,
  min: maybeCount,
  options: maybeList(v.string()),
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
  file_viewers: maybeList(v.object({ viewers: list(FileViewer) })),
  custom_props: maybeList(CustomProperty),
  thumb_exts: maybeList(v.string()),
})
export type SiteConfig = v.InferOutput<typeof SiteConfig>

/** A picture to read and the ticket that its answer goes with. */
export const Captcha = v.object({ image: v.string(), ticket: v.string() })
export type Captcha = v.InferOutput<typeof Captcha>
