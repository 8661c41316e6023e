import { en, enLater } from './en.ts'
import type { Language } from './language.ts'
import type { LaterGroup, Messages } from './messages.ts'

/*
 * Words come in groups, a file per group and language. `en.ts` and `zh-CN.ts` begin with those that the frame and the
 * share list speak; all others are fetched with the code that speaks them.
 *
 * A new group: write `en/<group>.ts` and `zh-CN/<group>.ts`, add its line to the second table of `en.ts` and `zh-CN.ts`,
 * and name it where the code that speaks it is fetched: `later(() => import('./Thing.tsx'), ['group'])`.
 * `test/words.test.ts` says where a name is missing.
 */

type Fetches = { [Group in LaterGroup]: () => Promise<Messages[Group]> }
/** Of the later groups only those that were fetched are there. */
type Catalogue = { words: Messages; fetches: Fetches }

const catalogues: Partial<Record<Language, Catalogue>> = {
  en: { words: { ...en } as Messages, fetches: enLater },
}

/** The language of the page, and the one that it is about to speak. */
let spoken: Language = 'en'
let asked: Language = 'en'

async function catalogueOf(language: Language): Promise<Catalogue> {
  const known = catalogues[language]
  if (known) return known
  const { zhCN, zhCNLater } = await import('./zh-CN.ts')
  return (catalogues[language] ??= { words: { ...zhCN } as Messages, fetches: zhCNLater })
}

async function fill(language: Language, groups: readonly LaterGroup[]): Promise<void> {
  const { words, fetches } = await catalogueOf(language)
  const fetchOne = async (group: LaterGroup) => {
    if (!(group in words)) Object.assign(words, { [group]: await fetches[group]() })
  }
  await Promise.all(groups.map(fetchOne))
}

/** The words of a language, always the same object: groups are added to it as they come. English if it is not here. */
export function wordsOf(language: Language): Messages {
  return (catalogues[language] ?? catalogues.en)?.words ?? (en as Messages)
}

export const spokenLanguage = (): Language => spoken

/** Every group that some code has asked for: what a language needs before the page can speak it. */
const wanted = new Set<LaterGroup>()

/** Fetches groups of words in the language of the page. Throws when they cannot be had; asking again tries again. */
export async function loadWords(groups: readonly LaterGroup[]): Promise<void> {
  for (const group of groups) wanted.add(group)
  const filled = new Set<Language>()
  // The language may change while they are on their way.
  while (!filled.has(spoken) || !filled.has(asked)) {
    for (const language of [spoken, asked]) {
      await fill(language, groups)
      filled.add(language)
    }
  }
}

/**
 * Makes `language` the one that the page speaks, once every group that is in use is here in it. Throws when they cannot
 * be had: the page then goes on in the language it has.
 */
export async function speak(language: Language): Promise<void> {
  asked = language
  try {
    for (let known = -1; known !== wanted.size;) {
      known = wanted.size
      await fill(language, [...wanted])
    }
    if (asked === language) spoken = language
  } catch (error) {
    if (asked === language) asked = spoken
    throw error
  }
}
