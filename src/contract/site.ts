import * as v from 'valibot'
import { User } from './accounts/user.ts'
import {
  isRecord,
  listOf,
  optional,
  optionalNumber,
  optionalBoolean,
  optionalListOf,
  optionalText,
  strictRecordOf,
  textOrEmpty,
} from './schema.ts'

/** An application that opens files; its id is the `viewer_id` of its locks. */
export const FileViewer = v.object({
  id: textOrEmpty,
  type: textOrEmpty,
  display_name: textOrEmpty,
  exts: listOf(v.string()),
  /** Size in bytes of the largest file that it opens; absent or 0 means no limit. */
  max_size: optionalNumber,
  /** By extension, then by action (`edit`, `view`): the URL of the page that opens the file. */
  wopi_actions: optional(strictRecordOf(isRecord)),
})
export type FileViewer = v.InferOutput<typeof FileViewer>

/** The page of our own text editor, as the action URL of its viewer. */
const editorPage = '/edit'

/**
 * Our own text editor alone notices when its lock is taken away; without an extension, it tells whether the viewer is
 * that for any file.
 */
export const opensInBuiltInTextEditor = (
  { wopi_actions: actions }: FileViewer,
  extension?: string,
): boolean =>
  extension === undefined
    ? Object.values(actions ?? {}).some((action) => action['edit'] === editorPage)
    : actions?.[extension]?.['edit'] === editorPage

/** An entry of the navigation that the site's settings add. `icon` names one of an icon set that is not here. */
const NavigationItem = v.object({ name: textOrEmpty, url: textOrEmpty })

export const CustomProperty = v.object({
  id: textOrEmpty,
  name: textOrEmpty,
  type: textOrEmpty,
  max: optionalNumber,
  min: optionalNumber,
  options: optionalListOf(v.string()),
})

/**
 * `data` of `GET /site/config/:section` (docs/protocol.md §9.2). One shape for all sections; each field is present only
 * in its section.
 */
export const SiteConfig = v.object({
  instance_id: optionalText,
  title: optionalText,
  user: optional(User),
  captcha_type: optionalText,
  login_captcha: optionalBoolean,
  reg_captcha: optionalBoolean,
  forget_captcha: optionalBoolean,
  register_enabled: optionalBoolean,
  /** False where no mails with links to a new password are sent; the public server leaves it out. */
  forget_enabled: optionalBoolean,
  tos_url: optionalText,
  privacy_policy_url: optionalText,
  max_batch_size: optionalNumber,
  thumbnail_width: optionalNumber,
  thumbnail_height: optionalNumber,
  file_viewers: optionalListOf(v.object({ viewers: listOf(FileViewer) })),
  custom_props: optionalListOf(CustomProperty),
  thumb_exts: optionalListOf(v.string()),
  custom_nav_items: optionalListOf(NavigationItem),
})
export type SiteConfig = v.InferOutput<typeof SiteConfig>

/** Whether captchas are not pictures with characters but need scripts of other sites, which the policy does not allow. */
export const usesThirdPartyCaptcha = ({ captcha_type: type = 'normal' }: SiteConfig): boolean =>
  type !== 'normal'

/** `data` of `GET /site/ping`: the version of the service. */
export const SiteVersion = v.string()

/** A picture with characters to type, and the ticket to send with them. */
export const CaptchaChallenge = v.object({ image: v.string(), ticket: v.string() })
export type CaptchaChallenge = v.InferOutput<typeof CaptchaChallenge>
