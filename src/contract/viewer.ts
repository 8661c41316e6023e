import * as v from 'valibot'
import { count, maybeText, text } from './schema.ts'

/** `data` of `PUT /file/viewerSession`. `expires` is in ms since 1970. */
export const ViewerSession = v.object({
  session: v.object({
    id: text,
    access_token: v.pipe(v.string(), v.nonEmpty()),
    expires: count,
  }),
  /** The application's page, with the file's WOPI address in its `WOPISrc`. */
  wopi_src: maybeText,
})
