import { useI18n } from '#src/i18n/I18n.tsx'
import { type ErrorDescription, describeError } from './describe-error.ts'

/** The message for an error; undefined without an error. */
export function useErrorDescription(error: unknown, owner?: string): ErrorDescription | undefined {
  const { t } = useI18n()
  return error === null || error === undefined ? undefined : describeError(error, t, owner)
}
