import { type Language, languages } from './language.ts'
import type { Messages } from './messages.ts'

/* One catalogue a language, each a chunk of its own. */

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en/catalogue.ts')).en,
  'zh-CN': async () => (await import('./zh-CN/catalogue.ts')).zhCN,
}

/** Catalogues that have been loaded. A catalogue is code: it is loaded once, whoever draws it. */
const loaded = new Map<Language, Messages>()

/** Loads the messages of a language. Rejects when they cannot be fetched; calling again tries again. */
export async function loadLanguage(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loaders[language]())
}

export const isLanguageLoaded = (language: Language): boolean => loaded.has(language)

/** The messages of a language that has been loaded, always the same object. */
export function messagesOf(language: Language): Messages {
  const messages = loaded.get(language)
  if (!messages) throw new Error(`The messages of ${language} have not been loaded.`)
  return messages
}

/** The messages of the language that the page is in, for what makes words without being drawn. */
export const messagesOfPage = (): Messages =>
  messagesOf(languages.find((each) => each === document.documentElement.lang) ?? 'en')
