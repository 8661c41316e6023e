import { useI18n } from '#src/i18n/I18n.tsx'
import { lazyModule } from '#src/ui/lazy-module.ts'
import type { ErrorText } from './error-text.ts'

const code = lazyModule(() => import('./error-text.ts'))

/**
 * The message for an error; undefined without an error and until the messages are loaded. Code that is loaded on
 * demand calls `errorText` itself.
 */
export function useErrorText(error: unknown, owner?: string): ErrorText | undefined {
  const { t } = useI18n()
  const isWanted = error !== null && error !== undefined
  const here = code.useModule(isWanted, 'optional')
  return isWanted ? here?.errorText(error, t, owner) : undefined
}
