import * as v from 'valibot'
import { optional, optionalText } from './schema.ts'

/** `data` of `POST /file/url` (docs/protocol.md §8.4). An item that was refused has an empty URL. */
export const ContentUrls = v.object({
  urls: v.array(v.object({ url: v.string() })),
  /** The time is null where `urls` is empty. */
  expires: optional(v.nullable(v.string())),
})

/** `data` of `GET /file/thumb` (docs/protocol.md §8.5). */
export const ThumbUrl = v.object({ url: v.string(), expires: optionalText })
