import { loadOnce } from '#src/lib/load-once.ts'
import { firstPage } from './en/first-page.ts'
import type { Language } from './language.ts'
import type { Messages } from './messages.ts'

/*
 * Each language has two parts, a chunk each: the messages of the first page, and the rest. A new group of messages is
 * one file per language, named in `rest.ts` beside it.
 */

/** Only the parts that have been loaded are in it. */
const catalogues: Partial<Record<Language, Messages>> = { en: { ...firstPage } as Messages }

function add(language: Language, part: Partial<Messages>): void {
  catalogues[language] = Object.assign(catalogues[language] ?? ({} as Messages), part)
}

type Loaders = { firstPage: () => Promise<void>; rest: () => Promise<void> }
const loaders: Record<Language, Loaders> = {
  en: {
    firstPage: async () => undefined,
    rest: loadOnce(async () => add('en', (await import('./en/rest.ts')).rest)),
  },
  'zh-CN': {
    firstPage: loadOnce(async () =>
      add('zh-CN', (await import('./zh-CN/first-page.ts')).firstPage),
    ),
    rest: loadOnce(async () => add('zh-CN', (await import('./zh-CN/rest.ts')).rest)),
  },
}

/** The language that the page shows, and the one that it is about to show. */
let current: Language = 'en'
let requested: Language = 'en'
/** Whether anything has needed more than the messages of the first page. */
let isRestNeeded = false

async function loadParts(language: Language): Promise<void> {
  const { firstPage: loadFirstPage, rest: loadRest } = loaders[language]
  await Promise.all([loadFirstPage(), isRestNeeded ? loadRest() : undefined])
}

/**
 * The messages of a language, always the same object: the rest is added to it once loaded. English if the language has
 * not been loaded.
 */
export function messagesOf(language: Language): Messages {
  return catalogues[language] ?? catalogues.en ?? (firstPage as Messages)
}

export const currentLanguage = (): Language => current

/**
 * Loads what is not part of the first page's messages, in the language of the page. Rejects when it cannot be fetched;
 * calling again tries again.
 */
export async function loadRemainingMessages(): Promise<void> {
  isRestNeeded = true
  let language: Language
  // The language may change while its messages are loading.
  do {
    language = requested
    await Promise.all([loadParts(current), loadParts(language)])
  } while (language !== requested)
}

/**
 * Makes `language` the current one as soon as every part in use is loaded. Rejects when it cannot be fetched: the page
 * then stays in the language it has.
 */
export async function loadLanguage(language: Language): Promise<void> {
  requested = language
  try {
    await loadParts(language)
    if (requested === language) current = language
  } catch (error) {
    if (requested === language) requested = current
    throw error
  }
}
