import { en } from './en.ts'
import type { Language } from './language.ts'
import type { Messages } from './messages.ts'

const loaded: Partial<Record<Language, Messages>> = { en }

/** The catalogue if it is here already: English always is. */
export function catalogueNow(language: Language): Messages | undefined {
  return loaded[language]
}

/** Fetches a language's catalogue. Throws when the chunk cannot be fetched; asking again tries again. */
export async function loadCatalogue(language: Language): Promise<Messages> {
  const present = loaded[language]
  if (present) return present
  const { zhCN } = await import('./zh-CN.ts')
  return (loaded[language] = zhCN)
}
