import type { LegacyUrlMessages } from '#src/i18n/en/account/legacy-url.ts'

export type UnsupportedFeature = Exclude<
  keyof LegacyUrlMessages,
  'title' | 'notFoundTitle' | 'notFoundText'
>

const topics: readonly (readonly [path: RegExp, topic: UnsupportedFeature])[] = [
  [/^\/tasks\b/, 'tasks'],
  [/^\/downloads\b/, 'remoteDownloads'],
  [/^\/profile\b/, 'profiles'],
  [/^\/admin\b/, 'administration'],
]

/** What a page of the public server's own front end is about (docs/protocol.md §9.6), when Latchkey has none for it. */
export const unsupportedFeatureOfPath = (path: string): UnsupportedFeature | undefined =>
  topics.find(([pattern]) => pattern.test(path))?.[1]
