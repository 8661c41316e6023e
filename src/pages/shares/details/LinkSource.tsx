import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { LostSourceSearch } from '#src/features/links/edit/LostSourceSearch.tsx'
import { RestoreSourceButton } from '#src/features/links/edit/RestoreSourceButton.tsx'
import { deletedFoldersHref, useSourceGoneText } from '#src/features/links/edit/source-text.ts'
import { LazyNewLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import { links } from '#src/features/links/links.ts'
import { useCachedLinkSource } from '#src/features/links/source/link-source-cache.ts'
import {
  itemUriOfLinkRow,
  type LinkSourceLocation as Found,
} from '#src/features/links/source/link-source.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLostSourceMessages } from '#src/i18n/parts/lost-source-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import css from './LinkDetails.module.css'

/** The details of a dead link stay open for so long before its item is looked up, in ms: the arrow keys pass many. */
const lookupDelayMs = 300

/**
 * The folder of the shared item (S16), and the way to it in Files or the trash (S10). It is looked up on request; that of
 * a dead link, which its row does not tell, at once.
 */
export function LinkSourceDetails({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const messages = useLostSourceMessages()
  const sourceGoneText = useSourceGoneText()
  const navigate = useNavigate()
  const part = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<Found>()
  /** Where the pressed button goes, the focus is on what can be done next. */
  const showFound = (source: Found) => {
    const hadFocus = part.current?.contains(document.activeElement)
    flushSync(() => setFound(source))
    if (hadFocus && !part.current?.contains(document.activeElement))
      part.current?.querySelector('button')?.focus()
  }
  const [isChoosing, setChoosing] = useState(false)
  const lookup = useMutation(links.lookUpSource())
  const cached = useCachedLinkSource(row.id)
  const known = itemUriOfLinkRow(row) ?? cached?.uri
  const state = linkState(row, useNow())
  const isDead = isDeadState(state)
  const isGone = state === 'sourceGone'
  const error = useUnlessBackOnline(lookup.error)
  const isDue = lookup.isIdle || (lookup.isError && error === null)
  const lookUp = useEffectEvent(() => lookup.mutate(row, { onSuccess: showFound }))
  useEffect(() => {
    if (!isDead || !isDue) return undefined
    const timer = setTimeout(() => lookUp(), lookupDelayMs)
    return () => clearTimeout(timer)
  }, [isDead, isDue, row])
  // Its item was restored or deleted since, here or elsewhere.
  const lookUpAgain = useEffectEvent(() => {
    if (found && (found.at !== 'folder') !== isGone && !lookup.isPending) lookUp()
  })
  useEffect(() => {
    const timer = setTimeout(() => lookUpAgain(), lookupDelayMs)
    return () => clearTimeout(timer)
  }, [isGone])
  const showInTrash = (name: string) =>
    void navigate(`/trash?${new URLSearchParams({ q: name }).toString()}`)
  const show = () =>
    lookup.mutate(row, {
      onSuccess: (source) => {
        showFound(source)
        if (source.at !== 'folder') return
        const params = new URLSearchParams({ uri: source.folder, focus: source.uri })
        void navigate(`/files?${params.toString()}`)
      },
    })
  const text = error
    ? describeError(error, t).title
    : found && found.at !== 'folder'
      ? sourceGoneText(row, found)
      : found
        ? folderWords(found.folder, t.appShell.files)
        : known === undefined
          ? escapeControlChars(row.name)
          : folderWords(parentUri(known) ?? known, t.appShell.files)
  return (
    <div ref={part} className={css['source']}>
      {/* A live region tells what changes in it, not what it comes with. */}
      <span role={error ? 'alert' : 'status'}>
        <bdi>{text}</bdi>
      </span>
      {found?.at === 'trash' && (
        <RestoreSourceButton
          row={row}
          item={found.item}
          variant="primary"
          small
          onSettled={(isRestored) => isRestored && lookup.mutate(row, { onSuccess: showFound })}
        />
      )}
      {found?.at === 'trash' ? (
        <Button small onClick={() => showInTrash(found.item.name)}>
          {t.linkDetails.showInTrash}
        </Button>
      ) : (
        found?.at !== 'unknown' &&
        found?.at !== 'deleted' && (
          <Button small busy={lookup.isPending} onClick={show}>
            {error ? t.common.retry : t.linkDetails.showSource}
          </Button>
        )
      )}
      {found?.at === 'unknown' && (
        <>
          <LostSourceSearch row={row} onFound={(item) => showFound({ at: 'trash', item })} />
          <Button small onClick={() => void navigate(deletedFoldersHref)}>
            {t.linkDetails.showInTrash}
          </Button>
        </>
      )}
      {(found?.at === 'trash' || found?.at === 'unknown') && (
        <Button small onClick={() => setChoosing(true)}>
          {messages.otherItem}
        </Button>
      )}
      {isChoosing && <LazyNewLinkDialog onClose={() => setChoosing(false)} />}
    </div>
  )
}

function folderWords(uri: string, home: string): string {
  const { segments } = parseUri(uri)
  return segments.length === 0 ? home : segments.map(escapeControlChars).join(' / ')
}
