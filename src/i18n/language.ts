export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** What each language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' }

/** Both languages run left to right; the page asks anyway, so that a third need not. */
export function directionOf(_language: Language): 'ltr' | 'rtl' {
  return 'ltr'
}

/** The first of the browser's languages that we speak. Every Chinese gets the one catalogue there is. */
export function detectLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0]
    if (primary === 'zh') return 'zh-CN'
    if (primary === 'en') return 'en'
  }
  return 'en'
}
