import { useQueries, useQuery } from '@tanstack/react-query'
import { LockOpen, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { site } from '#src/queries/site.ts'
import { users } from '#src/queries/users.ts'
import { decideLock } from '#src/stores/lock-session-handle.ts'
import {
  type LockEntry,
  type LockSession,
  useQueuedLockSessions,
} from '#src/stores/lock-sessions.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CorrelationId } from '#src/ui/ErrorFace.tsx'
import { errorWords } from '#src/views/error-words.ts'
import { consequence, holderWords, lockedItem } from '#src/views/lock-words.ts'
import css from './LockConflictDialog.module.css'
import { LockEntryRow } from './LockEntryRow.tsx'

/** So many entries are drawn; the buttons act on all of them. */
const mostDrawn = 200
/** With fewer of one's own, a checkbox for all of them would only be in the way. */
const fewestForAll = 4

/** Who holds what an operation needs, and the ways on: unlock, skip, wait, try again, give up. */
export function LockConflictDialog({ session }: { session: LockSession }) {
  const { t } = useI18n()
  const { id, operation, entries, round, state, canSkip, error } = session
  const isWorking = state === 'working'
  const queued = useQueuedLockSessions()
  const viewers = useQuery(site.explorer()).data?.file_viewers
  const nameOf = usePeople(entries)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isForRest, setForRest] = useState(false)
  const safe = useRef<HTMLButtonElement>(null)

  const mine = entries.filter(({ token }) => token !== undefined)
  const chosen = mine.filter(({ key }) => !left.has(key))
  const tokens = chosen.flatMap(({ token }) => (token === undefined ? [] : [token]))
  const people = new Set(chosen.map(({ holder }) => holder?.owner))
  const warning = consequence(chosen, people.size === 1 ? nameOf([...people][0]) : undefined, t)

  const inUse = round > 1 ? t.locks.stillInUse(entries.length) : t.locks.inUse(entries.length)
  const reason = [
    entries.every(isUnnamed) ? t.locks.inUseUnnamed : inUse,
    ...(entries.length > 0 && mine.length === 0 ? [t.locks.noneMine] : []),
  ].join(' ')

  // A new list arrives under whoever is reading: it is said, and focus stays inside.
  useEffect(() => {
    if (round === 1) return
    announce(reason)
    if (!safe.current?.closest('dialog')?.contains(document.activeElement)) safe.current?.focus()
  }, [round, reason])
  useEffect(() => {
    if (isWorking) announce(t.locks.unlocking)
  }, [isWorking, t])

  const toggle = (key: string, isChosen: boolean) =>
    setLeft((keys) => {
      const next = new Set(keys)
      if (isChosen) next.delete(key)
      else next.add(key)
      return next
    })
  const cancel = () => decideLock(id, { go: 'cancel' })
  const goOn = () =>
    decideLock(id, tokens.length > 0 ? { go: 'unlock', tokens, isForRest } : { go: 'retry' })

  return (
    <Dialog
      open
      role="alertdialog"
      title={t.operations.cannotYet(operation)}
      description={reason}
      onClose={cancel}
      actions={
        <>
          <Button ref={safe} data-autofocus="" onClick={cancel}>
            {t.common.cancel}
          </Button>
          <Button kind="quiet" disabled={isWorking} onClick={() => decideLock(id, { go: 'wait' })}>
            {t.locks.wait}
          </Button>
          {canSkip && (
            <Button
              kind="quiet"
              disabled={isWorking}
              onClick={() => decideLock(id, { go: 'skip' })}
            >
              {t.locks.skip}
            </Button>
          )}
          <Button
            className={css['onward']}
            kind="primary"
            busy={isWorking}
            icon={tokens.length > 0 && <LockOpen aria-hidden="true" />}
            onClick={goOn}
          >
            {tokens.length > 0 ? t.locks.unlock : t.common.tryAgain}
          </Button>
        </>
      }
    >
      {mine.length >= fewestForAll && (
        <div className={css['all']}>
          <Checkbox
            checked={chosen.length === mine.length || (chosen.length > 0 && 'mixed')}
            disabled={isWorking}
            onChange={(isAll) => setLeft(new Set(isAll ? [] : mine.map(({ key }) => key)))}
          >
            {t.locks.allMine(mine.length)}
          </Checkbox>
        </div>
      )}
      {entries.length > 0 && (
        <ul className={css['entries']} aria-label={t.locks.list}>
          {entries.slice(0, mostDrawn).map((entry) => (
            <LockEntryRow
              key={entry.key}
              entry={entry}
              item={lockedItem(entry, t)}
              holder={holderWords(entry, viewers, t)}
              person={nameOf(entry.holder?.owner, true)}
              isChosen={!left.has(entry.key)}
              isBusy={isWorking}
              onChoose={(isChosen) => toggle(entry.key, isChosen)}
            />
          ))}
          {entries.length > mostDrawn && (
            <li className={css['more']}>{t.locks.more(entries.length - mostDrawn)}</li>
          )}
        </ul>
      )}
      {error && <Refused error={error} />}
      {warning && (
        <p className={css['note']}>
          <TriangleAlert aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
      {round > 1 && mine.length > 0 && (
        <Checkbox checked={isForRest} disabled={isWorking} onChange={setForRest}>
          {t.locks.forRest}
        </Checkbox>
      )}
      {queued > 0 && <p className={css['queued']}>{t.locks.queued(queued)}</p>}
    </Dialog>
  )
}

const isUnnamed = ({ path, itemName }: LockEntry) => path === undefined && itemName === undefined

/** Finds the names of those who hold these. The second argument asks for a word also when it is oneself. */
function usePeople(entries: readonly LockEntry[]) {
  const { t } = useI18n()
  const me = useQuery(users.me()).data?.id
  const ids = [...new Set(entries.flatMap(({ holder }) => (holder?.owner ? [holder.owner] : [])))]
  const others = ids.filter((id) => id !== me)
  const found = useQueries({
    queries: others.map((id) => ({ ...users.info(id), retry: false, meta: { isInline: true } })),
  })
  return (id: string | undefined, isForSelf = false): string | undefined => {
    if (id === undefined) return undefined
    if (id === me) return isForSelf ? t.locks.byYou : undefined
    return found[others.indexOf(id)]?.data?.nickname || undefined
  }
}

function Refused({ error }: { error: Error }) {
  const { t } = useI18n()
  const words = errorWords(error, t)
  return (
    <div role="alert" className={css['refused']}>
      <p>
        {t.locks.unlockFailed} {words.title}
      </p>
      {words.correlationId && <CorrelationId id={words.correlationId} />}
    </div>
  )
}
