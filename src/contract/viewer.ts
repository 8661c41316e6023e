import * as v from 'valibot'
import { nonEmptyText, numberOrZero, optionalText, textOrEmpty } from './schema.ts'

/** `data` of `PUT /file/viewerSession` (docs/protocol.md §8.6). `expires` is in ms since 1970. */
export const ViewerSession = v.object({
  session: v.object({
    id: textOrEmpty,
    access_token: nonEmptyText,
    expires: numberOrZero,
  }),
  /** URL of the application's page, with the file's WOPI URL in its `WOPISrc` parameter. */
  wopi_src: optionalText,
})
