import { loadOnce } from '#src/lib/load-once.ts'
import { firstPage } from './en/first-page.ts'
import type { Language } from './language.ts'
import type { Messages } from './messages.ts'

/*
 * Each language has three parts, a chunk each: the messages of the first page, those of the other lists, and the rest. A
 * new group of messages is one file per language, named in one of the parts; some have a second
 * file (`common-rest.ts`) with what is not shown before something is opened.
 */

type Group = { [key: string]: unknown }

/** Adds messages to a catalogue. Parts may have messages of the same group. */
function addMessages(catalogue: Group, part: Group): void {
  for (const [key, value] of Object.entries(part)) {
    if (typeof value !== 'object' || Array.isArray(value)) catalogue[key] = value
    else addMessages((catalogue[key] ??= {}) as Group, value as Group)
  }
}

/** Only the parts that have been loaded are in it. */
const catalogues: Partial<Record<Language, Messages>> = {}

const add = (language: Language, part: Group): void =>
  addMessages((catalogues[language] ??= {} as Messages), part)
add('en', firstPage)

type Part = 'firstPage' | 'lists' | 'rest'
const loaders: Record<Language, Record<Part, () => Promise<void>>> = {
  en: {
    firstPage: async () => undefined,
    lists: loadOnce(async () => add('en', (await import('./en/lists.ts')).lists)),
    rest: loadOnce(async () => add('en', (await import('./en/rest.ts')).rest)),
  },
  'zh-CN': {
    firstPage: loadOnce(async () =>
      add('zh-CN', (await import('./zh-CN/first-page.ts')).firstPage),
    ),
    lists: loadOnce(async () => add('zh-CN', (await import('./zh-CN/lists.ts')).lists)),
    rest: loadOnce(async () => add('zh-CN', (await import('./zh-CN/rest.ts')).rest)),
  },
}

/** The language that the page shows, and the one that it is about to show. */
let current: Language = 'en'
let requested: Language = 'en'
/** The parts that something has needed. */
const needed = new Set<Part>(['firstPage'])

const loadParts = (language: Language) =>
  Promise.all([...needed].map((part) => loaders[language][part]()))

/**
 * The messages of a language, always the same object: the rest is added to it once loaded. English if the language has
 * not been loaded.
 */
export function messagesOf(language: Language): Messages {
  return catalogues[language] ?? catalogues.en ?? (firstPage as Messages)
}

export const currentLanguage = (): Language => current

/**
 * Loads the messages of Files and the trash, or all, in the language of the page. Rejects when they cannot be fetched;
 * calling again tries again.
 */
export async function loadMessages(upTo: 'lists' | 'all'): Promise<void> {
  needed.add('lists')
  if (upTo === 'all') needed.add('rest')
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
