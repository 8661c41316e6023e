import { useQuery } from '@tanstack/react-query'
import { LockOpen, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useSharedItemOwnerName } from '#src/features/file-lists/use-link-of-uri.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import {
  canUnlock,
  type LockEntry,
  type LockQuestion,
  type LockQuestionContent,
} from '#src/jobs/locks/lock-question.ts'
import { useQueuedQuestionCount } from '#src/jobs/questions/questions.ts'
import { announce, announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { CorrelationId } from '#src/ui/states/ErrorDetails.tsx'
import { unlockConsequenceText, holderApplicationText, lockedItemNameAndPath } from './lock-text.ts'
import { LockConflictRow } from './LockConflictRow.tsx'
import { useDrivesHrefOfLock } from './use-drives-href.ts'
import { useHolderNames } from './use-holder-names.ts'
import css from './LockConflictDialog.module.css'

/** Entries that are drawn; the buttons act on all of them. */
const maxDrawn = 200
/** With fewer own locks than this there is no checkbox for all of them. */
const minForSelectAll = 4

/** Which of the locks that the user may release are to be released: all but those that were deselected. */
function useLocksToRelease(entries: readonly LockEntry[]) {
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const own = entries.filter(canUnlock)
  // A single entry leaves nothing to choose.
  const hasChoice = own.length > 0 && entries.length > 1
  const isChosen = ({ key }: LockEntry) => !hasChoice || !deselected.has(key)
  const choose = (some: readonly LockEntry[], isSelected: boolean) =>
    setDeselected((keys) => {
      const next = new Set(keys)
      for (const { key } of some) {
        if (isSelected) next.delete(key)
        else next.add(key)
      }
      return next
    })
  return { own, hasChoice, chosen: own.filter(isChosen), isChosen, choose }
}

/** Says what is locked, how many there are and how far the operation has come. */
function reasonText(
  { operation, entries, round }: LockQuestionContent,
  owner: string | undefined,
  t: Messages,
): string {
  const [entry] = entries
  // When one lock stops several items, the name of what is locked says more than a number.
  const stopsSeveral = entry && entries.length === 1 && operation.count > 1
  const { soFar } = operation
  const isPart = soFar !== undefined && soFar.done > 0
  const lockedCount = isPart ? operation.count : entries.length
  // In all other cases the title and the rows say the number.
  const saysCount = isPart || round > 1 || entries.length !== operation.count
  return [
    isPart && t.operations.partly({ ...operation, count: soFar.of }, soFar.done),
    entries.every(isUnnamed)
      ? t.locks.inUseUnnamed
      : stopsSeveral
        ? t.locks.inUseNamed(lockedItemNameAndPath(entry, t).name)
        : saysCount && (round > 1 ? t.locks.stillInUse : t.locks.inUse)(lockedCount),
    entries.length > 0 && !entries.some(canUnlock) && t.locks.noneMine(entries.length, owner),
  ]
    .filter(Boolean)
    .join(t.common.betweenSentences)
}

/** Shows who has locked what an operation needs, and asks: unlock, skip, wait, try again or cancel. */
export function LockConflictDialog({
  question: { props, state, answer, cancel },
}: {
  question: LockQuestion
}) {
  const { t } = useI18n()
  const { operation, entries, round, work, canSkip, error } = props
  const isWorking = state === 'busy'
  const queued = useQueuedQuestionCount()
  const viewers = useQuery(site.explorer()).data?.file_viewers
  const nameOf = useHolderNames(entries)
  const [appliesToRest, setAppliesToRest] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const list = useId()
  const toRelease = useLocksToRelease(entries)
  const { own, chosen } = toRelease
  const tokens = chosen.flatMap(({ token }) => (token === undefined ? [] : [token]))
  const people = new Set(chosen.map(({ holder }) => holder?.owner))
  const person = people.size === 1 ? nameOf([...people][0]) : undefined
  const warning = unlockConsequenceText(chosen, operation.kind, person, viewers, t)
  // The items of one operation have one owner.
  const owner = useSharedItemOwnerName(
    entries.find(({ token, path }) => token === undefined && path)?.path,
  )
  const reason = reasonText(props, owner, t)

  // A new list replaces the one that the user is reading: it is announced, and focus stays in the dialog.
  useEffect(() => {
    if (round === 1) return
    announce(reason)
    // A row that had the focus is gone.
    if (document.activeElement === document.body) cancelButton.current?.focus()
  }, [round, reason])
  useEffect(
    () => (work === undefined ? undefined : announceUntilCleanup(t.locks.working[work])),
    [work, t],
  )
  const unlockOrRetry = () =>
    answer(tokens.length > 0 ? { action: 'unlock', tokens, appliesToRest } : { action: 'retry' })

  return (
    <Dialog
      open
      role="alertdialog"
      title={t.operations.cannotYet(operation)}
      description={reason}
      describedBy={list}
      onClose={cancel}
      note={
        (error || warning) && (
          <>
            {error && <UnlockError error={error} />}
            {warning && (
              <p className={css['note']}>
                <TriangleAlert aria-hidden="true" />
                <span>{warning}</span>
              </p>
            )}
          </>
        )
      }
      actions={
        <>
          <Button ref={cancelButton} data-autofocus="" onClick={cancel}>
            {t.common.cancel}
          </Button>
          <Button variant="quiet" disabled={isWorking} onClick={() => answer({ action: 'wait' })}>
            {t.locks.wait}
          </Button>
          {canSkip && (
            <Button variant="quiet" disabled={isWorking} onClick={() => answer({ action: 'skip' })}>
              {t.locks.skip}
            </Button>
          )}
          <Button
            className={css['lastButton']}
            variant="primary"
            busy={isWorking}
            icon={tokens.length > 0 && <LockOpen aria-hidden="true" />}
            onClick={unlockOrRetry}
          >
            {tokens.length > 0 ? t.locks.unlock : t.common.retry}
          </Button>
        </>
      }
    >
      {own.length >= minForSelectAll && (
        <div className={css['all']}>
          <Checkbox
            checked={chosen.length === own.length || (chosen.length > 0 && 'mixed')}
            disabled={isWorking}
            onChange={(isAll) => toRelease.choose(own, isAll)}
          >
            {t.locks.allMine(own.length)}
          </Checkbox>
        </div>
      )}
      {entries.length > 0 && (
        <LockEntryList
          id={list}
          entries={entries}
          toRelease={toRelease}
          isBusy={isWorking}
          nameOf={nameOf}
          onlyOwner={own.length > 0 ? t.locks.onlyOwner(owner) : undefined}
        />
      )}
      {round > 1 && own.length > 0 && (
        <Checkbox checked={appliesToRest} disabled={isWorking} onChange={setAppliesToRest}>
          {t.locks.alsoForRest}
        </Checkbox>
      )}
      {canSkip && <p className={css['queued']}>{t.locks.skipOrCancel(operation.count)}</p>}
      {queued > 0 && <p className={css['queued']}>{t.locks.queued(queued)}</p>}
    </Dialog>
  )
}

function LockEntryList({
  id,
  entries,
  toRelease,
  isBusy,
  nameOf,
  onlyOwner,
}: {
  id: string
  entries: readonly LockEntry[]
  toRelease: ReturnType<typeof useLocksToRelease>
  isBusy: boolean
  nameOf: ReturnType<typeof useHolderNames>
  /** A sentence for locks that only somebody else can release. */
  onlyOwner: string | undefined
}) {
  const { t } = useI18n()
  const viewers = useQuery(site.explorer()).data?.file_viewers
  const drivesHref = useDrivesHrefOfLock(entries)
  return (
    <ul id={id} className={css['entries']} aria-label={t.locks.list}>
      {entries.slice(0, maxDrawn).map((entry) => (
        <LockConflictRow
          key={entry.key}
          entry={entry}
          holder={holderApplicationText(entry, viewers, t)}
          holderHref={drivesHref(entry)}
          person={nameOf(entry.holder?.owner, true)}
          onlyOwner={canUnlock(entry) ? undefined : onlyOwner}
          hasChoice={toRelease.hasChoice}
          isChosen={toRelease.isChosen(entry)}
          isBusy={isBusy}
          onChoose={(isChosen) => toRelease.choose([entry], isChosen)}
        />
      ))}
      {entries.length > maxDrawn && (
        <li className={css['more']}>{t.locks.more(entries.length - maxDrawn)}</li>
      )}
    </ul>
  )
}

const isUnnamed = ({ path, itemName }: LockEntry) => path === undefined && itemName === undefined

function UnlockError({ error }: { error: Error }) {
  const { t } = useI18n()
  const message = describeError(error, t)
  return (
    <div role="alert" className={css['refused']}>
      <p>{[t.locks.unlockFailed, message.title].join(t.common.betweenSentences)}</p>
      {message.correlationId && <CorrelationId id={message.correlationId} />}
    </div>
  )
}
