import { LinkMaybeCreatedError, SessionEndedError } from '#src/contract/errors.ts'
import type { NewLinkOptions } from '#src/features/links/link-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { createOperation } from '#src/lib/operation.ts'
import { formatDateTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

export type CreatedLink = {
  readonly item: { readonly id: string; readonly name: string }
  /** The URL without the password. */
  readonly url: string
  /** '' for none. */
  readonly password: string
  /** ms since 1970; null for never. */
  readonly expires: number | null
}

/** The limits of new links; `expires` in ms since 1970 by the clock of the service, null for never. */
export type NewLinkSettings = Omit<NewLinkOptions, 'expires'> & { readonly expires: number | null }

export type LinkCreationResult = {
  readonly links: readonly CreatedLink[]
  /** Items without a link; the error is absent where the user has stopped before they were tried. */
  readonly failures: readonly { readonly item: FileRow; readonly error?: Error }[]
  /** Whether the links, with their passwords, are on the clipboard. */
  readonly isCopied: boolean
  /** The settings of these links, where the failed ones can be tried again. */
  readonly settings?: NewLinkSettings
}

/** The end that was chosen passed before the link was created: nothing was sent. */
export class LinkDatePassedError extends Error {
  override name = 'LinkDatePassedError'
}

/** Tells what was done with links where the dialog that would show it is gone. */
export const showFinished = (
  kind: 'createLink' | 'deleteLinks',
  items: readonly { readonly name: string }[],
) =>
  showToast({ kind: 'done', key: 'finished', values: { operation: createOperation(kind, items) } })

/** Tells why something was not done with links, or may not have been, where the dialog that would show it is gone. */
export function showNotDone(
  kind: 'createLink' | 'editLink' | 'deleteLinks',
  items: readonly { readonly name: string }[],
  error: Error,
): void {
  // Nothing is told to the next user, and there is a message already for what was cancelled at a lock.
  if (error instanceof SessionEndedError || error instanceof LockCancelledError) return
  const operation = createOperation(kind, items)
  if (!(error instanceof LinkMaybeCreatedError)) {
    showToast({ kind: 'failed', error, failureContext: { kind: 'notDone', operation } })
    return
  }
  // The form that would look for the link is gone: what remains to be said is why nobody could tell.
  const why = error.cause instanceof Error ? error.cause : error
  showToast({ kind: 'failed', error: why, failureContext: { kind: 'unknown', operation } })
}

/**
 * Links as text to send. One is sent with its password and expiry where it has a password; several, which have the same,
 * with their names, and password and expiry once.
 */
export function useFormatCreatedLinks(): (links: readonly CreatedLink[]) => string {
  const { t, locale } = useI18n()
  const messages = useNewLinkMessages()
  return (links) => {
    const [first] = links
    if (!first) return ''
    const { url, password } = first
    const expires = first.expires === null ? null : formatDateTime(first.expires, locale)
    if (links.length > 1) {
      return messages.textToSend({
        links: links.map(({ item, url: link }) => ({ name: escapeControlChars(item.name), link })),
        password,
        expires,
      })
    }
    return password ? t.linkDetails.linkWithPassword({ link: url, password, expires }) : url
  }
}

/** Says that the text of {@link useFormatCreatedLinks} is on the clipboard. */
export function linksCopiedMessage(
  { links, settings }: Pick<LinkCreationResult, 'links' | 'settings'>,
  t: Messages,
): string {
  return links.some(({ password }) => password)
    ? t.linkForm.copiedBoth(links.length)
    : t.linkForm.copied(links.length, !settings?.permissions)
}
