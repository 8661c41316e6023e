import { randomUUID } from 'node:crypto'
import type { CustomProperty, FileViewer } from '#src/contract/site.ts'
import { CaptchaChallenge, SiteConfig, SiteVersion } from '#src/contract/site.ts'
import { anonymousUserResponse, toUserResponse } from '#src/server/accounts/users.ts'
import { thumbnailExtensions, maxThumbnailSize } from '#src/server/contents/thumbs.ts'
import { readSetting, writeSetting } from '#src/server/storage/schema.ts'
import type { RequestContext } from './request-context.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import type { Wire } from './wire.ts'

/** `viewer_id` of the built-in text editor. */
export const textEditorViewerId = 'b1f3f2a6-6f1c-4d0e-9f6a-6a8e0c6b7d11'
/** `viewer_id` of the office application that holds locks in the sample data. */
export const collaboraViewerId = 'c4a2d8e0-3b7f-4c59-8e1d-2f90a7b6e522'
/** Maximum number of items in one request. */
export const maxBatchSize = 3000

/** The only storage policy. Sizes in bytes. */
export const storagePolicy = {
  id: 'local',
  name: 'Default',
  type: 'local',
  max_size: 64 * 1024 ** 3,
} as const

const textExtensions =
  'txt md markdown json js ts tsx jsx css html xml yml yaml toml ini csv log sh py go rs c h cpp java sql'.split(
    ' ',
  )

/** The viewer applications. The text editor is a page of this front end, so its action URLs are paths. */
export const viewers: readonly FileViewer[] = [
  {
    id: textEditorViewerId,
    type: 'wopi',
    display_name: 'Text editor',
    exts: textExtensions,
    max_size: 1024 * 1024,
    wopi_actions: Object.fromEntries(
      textExtensions.map((extension) => [extension, { edit: '/edit', view: '/edit' }]),
    ),
  },
  {
    id: collaboraViewerId,
    type: 'wopi',
    display_name: 'Collabora Online',
    exts: 'docx xlsx pptx odt ods odp doc xls ppt'.split(' '),
    max_size: undefined,
    wopi_actions: undefined,
  },
]

/** Custom properties that users can set on items. */
export const customProps: readonly Wire<typeof CustomProperty>[] = [
  { id: 'rating', name: 'Rating', type: 'rating', max: 5 },
  { id: 'project', name: 'Project', type: 'text' },
  { id: 'status', name: 'Status', type: 'select', options: ['Draft', 'In review', 'Final'] },
]

/** The id of this installation, created at the first request. */
function instanceId(ctx: RequestContext): string {
  const { db } = ctx.context
  const known = readSetting(db, 'instance_id')
  if (known) return known
  const id = randomUUID()
  writeSetting(db, 'instance_id', id)
  return id
}

/** `GET /site/config/:section`; an unknown section is the basic one (docs/protocol.md §9.2). */
function siteConfig(ctx: RequestContext): Wire<typeof SiteConfig> {
  switch (ctx.params['section']) {
    case 'login':
      return {
        login_captcha: ctx.context.asksCaptcha,
        register_enabled: false,
        forget_enabled: false,
      }
    case 'explorer':
      return {
        max_batch_size: maxBatchSize,
        thumbnail_width: maxThumbnailSize.width,
        thumbnail_height: maxThumbnailSize.height,
        file_viewers: [{ viewers }],
        custom_props: customProps,
      }
    case 'thumb':
      return { thumb_exts: thumbnailExtensions }
    default:
      return {
        instance_id: instanceId(ctx),
        title: 'Latchkey',
        user: ctx.user ? toUserResponse(ctx.user) : anonymousUserResponse(),
        captcha_type: 'normal',
      }
  }
}

export const siteRoutes: readonly Route[] = [
  ['GET', '/site/ping', route(SiteVersion, () => '4.18.0-latchkey')],
  [
    'GET',
    '/site/captcha',
    route(CaptchaChallenge, (ctx) => ctx.context.captchas.create(ctx.address)),
  ],
  ['GET', '/site/config/:section', route(SiteConfig, siteConfig)],
]
