import { useI18n } from '#src/i18n/I18n.tsx'
import { type ErrorText, errorText } from './error-text.ts'

/** The message for an error; undefined without an error. */
export function useErrorText(error: unknown, owner?: string): ErrorText | undefined {
  const { t } = useI18n()
  return error === null || error === undefined ? undefined : errorText(error, t, owner)
}
