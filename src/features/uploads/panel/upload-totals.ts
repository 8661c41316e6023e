import type { UnfinishedQueueSummary } from '#src/features/uploads/journal/unfinished-queue-summaries.ts'
import type { Upload } from '#src/features/uploads/upload-rows.ts'
import type { UploadsMessages } from '#src/i18n/en/operations/uploads.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'

/** How many uploads are in each state, and the bytes of all that can be or have been sent. */
export type UploadTotals = Record<Upload['state'], number> & {
  size: number
  sent: number
  /** Bytes that are still to be sent of those that are active. */
  left: number
  /** Number of those that are waiting, sending or stalled. */
  active: number
  /** Number of those that are active or paused. */
  open: number
  /** Number of those that are open, or have failed and can be sent again. */
  cancellable: number
}

export function uploadTotals(uploads: readonly Upload[]): UploadTotals {
  const totals: UploadTotals = {
    waiting: 0,
    sending: 0,
    stalled: 0,
    paused: 0,
    failed: 0,
    done: 0,
    unfinished: 0,
    size: 0,
    sent: 0,
    left: 0,
    active: 0,
    open: 0,
    cancellable: 0,
  }
  for (const { state, size, sent, canRetry } of uploads) {
    totals[state]++
    if (state === 'failed' && canRetry && sent > 0) totals.cancellable++
    if (state === 'failed' || state === 'unfinished') continue
    totals.size += size
    totals.sent += sent
    if (state !== 'paused') totals.left += size - sent
  }
  totals.active = totals.waiting + totals.sending + totals.stalled
  totals.open = totals.active + totals.paused
  totals.cancellable += totals.open
  return totals
}

export const stalledText = (isOnline: boolean, t: Messages): string =>
  isOnline ? t.common.waitingForService : t.common.waitingForNetwork

/** Whether some wait for the service or the network, and none gets through. */
const isStalled = ({ stalled, sending }: UploadTotals): boolean => stalled > 0 && sending === 0

export function uploadTotalsTitle(
  totals: UploadTotals,
  isOnline: boolean,
  t: Messages,
  messages: UploadsMessages,
): string {
  if (isStalled(totals)) return stalledText(isOnline, t)
  if (totals.active > 0) {
    return totals.done > 0
      ? messages.doneOf(totals.done, totals.done + totals.open + totals.failed)
      : messages.uploading(totals.active)
  }
  if (totals.paused > 0) return messages.pausedTitle(totals.paused)
  if (totals.done > 0) return messages.uploaded(totals.done)
  if (totals.failed > 0) return messages.failedTitle(totals.failed)
  return messages.unfinishedTitle(totals.unfinished)
}

/** Bytes, time left and failures in one line; `rate` in bytes per second. */
export function uploadTotalsSummary(
  totals: UploadTotals,
  rate: number | undefined,
  isOnline: boolean,
  messages: UploadsMessages,
  language: string,
): string {
  const { size, sent, left, active, open, failed, done } = totals
  const facts = [
    size > 0 &&
      open > 0 &&
      messages.ofBytes(formatBytes(sent, language), formatBytes(size, language)),
    active > 0 &&
      isOnline &&
      !isStalled(totals) &&
      rate !== undefined &&
      rate > 0 &&
      messages.timeLeft(left / rate),
    failed > 0 && (active > 0 || done > 0) && messages.failedToo(failed),
  ]
  return facts.filter((fact) => fact !== false).join(' · ')
}

/** The numbers of lists that a reload interrupted. */
export function unfinishedUploadsTitle(
  queues: readonly UnfinishedQueueSummary[],
  messages: UploadsMessages,
): string {
  const done = queues.reduce((sum, queue) => sum + queue.done, 0)
  return messages.doneOf(
    done,
    queues.reduce((sum, { left }) => sum + left, done),
  )
}
