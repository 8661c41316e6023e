import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { signOutCount } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, LinkMaybeCreatedError } from '#src/contract/errors.ts'
import { AccessNotSupportedError } from '#src/features/links/create-link.ts'
import { linkWrites } from '#src/features/links/link-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { createOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { urlWithoutPassword } from '#src/lists/rows/link-row.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import {
  type CreatedLink,
  type LinkCreationResult,
  LinkDatePassedError,
  linksCopiedMessage,
  type NewLinkSettings,
  showFinished,
  showNotDone,
  useFormatCreatedLinks,
} from './created-links.ts'

/**
 * Creates a link to each item, one after the other, and copies what was created. `error` is why none could be created.
 * `progress` is the number of the item that is being shared, undefined when none is. Once its dialog is gone it stops, and
 * messages tell what was created and what was not.
 */
export function useCreateAndCopyLinks(onCreated: (created: LinkCreationResult) => void) {
  const { t } = useI18n()
  const textOf = useFormatCreatedLinks()
  const { mutateAsync } = useMutation(linkWrites.create())
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<Error>()
  const isStopped = useRef(false)
  const isMounted = useIsMounted()

  /** `earlier`: links that were created before with the same limits. */
  const create = async (
    items: readonly FileRow[],
    settings: NewLinkSettings,
    earlier: readonly CreatedLink[] = [],
  ) => {
    const signOuts = signOutCount()
    isStopped.current = false
    setError(undefined)
    const links = [...earlier]
    const failures: { item: FileRow; error?: Error }[] = []
    let refusal: Error | undefined
    for (const [index, item] of items.entries()) {
      if (isStopped.current || !isMounted.current) {
        failures.push({ item })
        continue
      }
      setProgress(index + 1)
      if (refusal) {
        failures.push({ item, error: refusal })
        continue
      }
      const at = serviceNow()
      const { expires, password } = settings
      const seconds = expires === null ? null : Math.max(1, Math.round((expires - at) / 1000))
      try {
        if (expires !== null && expires <= at) throw new LinkDatePassedError()
        const url = await mutateAsync({ item, options: { ...settings, expires: seconds }, at })
        links.push({ item, url: urlWithoutPassword(url, password), password, expires })
      } catch (caught) {
        failures.push({ item, error: caught as Error })
        // The others would be refused as well.
        if (
          hasErrorCode(caught, ErrorCode.groupNotAllowed) ||
          caught instanceof AccessNotSupportedError
        )
          refusal = caught
      }
    }
    if (!isMounted.current) {
      if (signOutCount() !== signOuts) return
      const made = links.slice(earlier.length).map(({ item }) => item)
      if (made.length > 0) showFinished('createLink', made)
      const untried = failures.flatMap(({ item, error: why }) => (why ? [] : [item]))
      if (untried.length > 0) {
        const operation = createOperation('createLink', untried)
        showToast({ kind: 'done', key: 'notDone', values: { operation } })
      }
      const refused = failures.filter(
        ({ error: why }) => why && !(why instanceof LockCancelledError),
      )
      const isUnknown = (failure: { error?: Error }) =>
        failure.error instanceof LinkMaybeCreatedError
      for (const some of [refused.filter(isUnknown), refused.filter((one) => !isUnknown(one))]) {
        const items = some.map(({ item }) => item)
        if (some[0]?.error) showNotDone('createLink', items, some[0].error)
      }
      return
    }
    setProgress(undefined)
    if (links.length === earlier.length) {
      setError(failures[0]?.error)
      return
    }
    const text = textOf(links)
    const isCopied = await copyText(text)
    const created = { links, failures, isCopied, settings }
    onCreated(created)
    if (isCopied) announce(linksCopiedMessage(created, t))
    else showManualCopy(text)
  }
  const stop = () => {
    isStopped.current = true
  }
  return { create, stop, progress, error }
}
