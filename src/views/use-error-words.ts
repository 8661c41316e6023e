import { useI18n } from '#src/i18n/I18n.tsx'
import { later } from '#src/ui/later.ts'
import type { ErrorWords } from './error-words.ts'

const code = later(() => import('./error-words.ts'), ['errors'], 'at rest')

/**
 * An error in words, for what is drawn before they are here: undefined without an error and while they are on their way.
 * Code that is fetched later takes `errorWords` itself.
 */
export function useErrorWords(error: unknown): ErrorWords | undefined {
  const { t } = useI18n()
  const isWanted = error !== null && error !== undefined
  const here = code.useCode(isWanted, 'quietly')
  return isWanted ? here?.errorWords(error, t) : undefined
}
