import { useDeferredValue, useMemo, useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { FormattedAccess } from '#src/features/links/access/AccessText.tsx'
import { useAccessFormatter } from '#src/features/links/access/use-access-formatter.ts'
import { LazyEditLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import { fileKindOfLink } from '#src/features/links/link-kind.ts'
import { type LinkState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useCleanUpMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import { usePeopleSearchMessages } from '#src/i18n/parts/people-search-messages.ts'
import { formatDate } from '#src/lib/time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { UnreadNames } from '#src/pages/shares/access/UnreadNames.tsx'
import { createLinkSearchWords, useAccessTexts } from '#src/pages/shares/access/use-access-texts.ts'
import { createLinkFilter, isNeverOpened } from '#src/pages/shares/filters/link-filter.ts'
import { formatFolderPath, useFolderPaths } from '#src/pages/shares/folders/use-folder-paths.ts'
import { useHasUncheckedSource } from '#src/pages/shares/folders/use-has-unchecked-source.ts'
import { restNoteOf } from '#src/pages/shares/rest-note.ts'
import { noFilters } from '#src/pages/shares/url.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useFolderLookup } from './use-folder-lookup.ts'
import { useLinkTicks } from './use-link-ticks.ts'
import css from './Bulk.module.css'

const causes = ['sourceGone', 'expired', 'usedUp'] as const
const groups = [...causes, 'neverOpened'] as const
type Group = (typeof groups)[number]

/** Lines that are drawn of a group; its checkbox is about all of them. */
const maxLines = 100

/** Lines of a group in the first picture, which are more than fit into a dialog. */
const firstLines = 20

/** Dead links by their cause, those that work and were never opened, the oldest first, and the ids of all that work. */
function groupLinks(list: PagedList<LinkRow>, now: number) {
  const found: Record<Group, LinkRow[]> = {
    sourceGone: [],
    expired: [],
    usedUp: [],
    neverOpened: [],
  }
  const live: string[] = []
  const byState: Partial<Record<LinkState, LinkRow[]>> = found
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (!row) continue
    const dead = byState[linkState(row, now)]
    if (dead) {
      dead.push(row)
      continue
    }
    live.push(row.id)
    if (isNeverOpened(row)) found.neverOpened.push(row)
  }
  found.neverOpened.sort((a, b) => a.createdAt - b.createdAt)
  return { found, live }
}

/**
 * Dead links by their cause, ticked but for those that have died since this was opened, and links that were never opened,
 * none of them ticked: the ticked ones that the search shows are deleted in one step (S8).
 */
export function CleanUpDialog({
  list,
  initialSearch,
  onDelete,
  onClose,
}: {
  list: PagedList<LinkRow>
  /** What the page is searched for: what it does not show is not deleted unseen. */
  initialSearch: string
  onDelete: (rows: readonly LinkRow[]) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useCleanUpMessages()
  const peopleMessages = usePeopleSearchMessages()
  const now = useNow()
  const version = list.version()
  const { found, live } = useMemo(() => {
    void version
    return groupLinks(list, now)
  }, [list, version, now])
  const isUncertain = useHasUncheckedSource(list, list.order)
  const [search, setSearch] = useState(initialSearch)
  const [fixed, setFixed] = useState<LinkRow>()
  const paths = useFolderPaths(false)
  const lookup = useFolderLookup(paths)
  const { pathOf } = lookup
  const { texts: access, reading: people } = useAccessTexts(list, search !== '')
  const shown = useMemo(() => {
    if (search.trim() === '') return found
    const words = createLinkSearchWords(t, access)
    const local = { paths: { ...paths, pathOf }, lastSeen: undefined, words }
    const isFound = createLinkFilter({ ...noFilters, search }, now, local)
    return {
      sourceGone: found.sourceGone.filter(isFound),
      expired: found.expired.filter(isFound),
      usedUp: found.usedUp.filter(isFound),
      neverOpened: found.neverOpened.filter(isFound),
    }
  }, [found, search, paths, pathOf, access, now, t])
  const ticks = useLinkTicks(live)
  const isTicked = (group: Group, { id }: LinkRow) => ticks.isTicked(id, group === 'neverOpened')
  const tick = (group: Group, rows: readonly LinkRow[], isWanted: boolean) =>
    ticks.tick(rows, isWanted, group === 'neverOpened')
  const ticked = {} as Record<Group, LinkRow[]>
  for (const group of groups) ticked[group] = shown[group].filter((row) => isTicked(group, row))
  const tickedCount = groups.reduce((sum, group) => sum + ticked[group].length, 0)
  const shownCount = groups.reduce((sum, group) => sum + shown[group].length, 0)
  return (
    <Dialog
      open
      title={messages.title(
        causes.reduce((sum, cause) => sum + shown[cause].length, 0),
        isUncertain,
      )}
      description={restNoteOf(list.loadState, t) ?? messages.text}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button
            variant="destructive"
            disabled={tickedCount === 0}
            onClick={() => {
              onClose()
              onDelete(groups.flatMap((group) => ticked[group]))
            }}
          >
            {t.linkActions.deleteLinks(tickedCount)}
          </Button>
        </>
      }
    >
      <div className={css['search']}>
        <SearchField value={search} onChange={setSearch} label={messages.search} hotkey="" />
      </div>
      <FolderLookup
        {...lookup}
        {...lookup.next(groups.flatMap((group) => shown[group].slice(0, maxLines)))}
      />
      <p role="status" className={shownCount > 0 ? 'sr-only' : undefined}>
        {shownCount === 0
          ? people.isReading
            ? peopleMessages.readingNames
            : messages.noMatches
          : shown !== found && messages.matches(shownCount, isUncertain)}
      </p>
      {people.hasFailed && <UnreadNames onRetry={people.retry} />}
      {groups.map((group) => (
        <LinkGroup
          key={group}
          group={group}
          rows={shown[group]}
          isUncertain={isUncertain}
          pathOf={pathOf}
          tickedCount={ticked[group].length}
          isTicked={(row) => isTicked(group, row)}
          onTick={(rows, isWanted) => tick(group, rows, isWanted)}
          onFix={setFixed}
        />
      ))}
      {fixed && (
        <LazyEditLinkDialog
          row={fixed}
          onDelete={(row) => onDelete([row])}
          onClose={() => setFixed(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Finds the folders of links whose items this browser has not seen. */
function FolderLookup({
  count,
  isBusy,
  error,
  lookUp,
}: Pick<ReturnType<typeof useFolderLookup>, 'isBusy' | 'error'> & {
  count: number
  lookUp: () => void
}) {
  const { t } = useI18n()
  const messages = useCleanUpMessages()
  const failure = useUnlessBackOnline(error)
  if (count === 0 && !isBusy) return null
  return (
    <div className={css['lookup']}>
      <Button small busy={isBusy} onClick={lookUp}>
        {messages.findFolders(count)}
      </Button>
      {failure && <p role="alert">{describeError(failure, t).title}</p>}
    </div>
  )
}

function LinkGroup({
  group,
  rows,
  isUncertain,
  pathOf,
  tickedCount,
  isTicked,
  onTick,
  onFix,
}: {
  group: Group
  rows: readonly LinkRow[]
  /** Whether links that count as live may have lost their items. */
  isUncertain: boolean
  pathOf: (row: LinkRow) => string | undefined
  tickedCount: number
  isTicked: (row: LinkRow) => boolean
  onTick: (rows: readonly LinkRow[], isWanted: boolean) => void
  onFix: (row: LinkRow) => void
}) {
  const { t } = useI18n()
  const messages = useCleanUpMessages()
  const lines = rows.slice(0, useDeferredValue(maxLines, firstLines))
  const accessFormat = useAccessFormatter(lines.map(({ permissions }) => permissions))
  if (rows.length === 0) return null
  const name = group === 'neverOpened' ? messages.neverOpened : t.links.states[group]
  return (
    <section className={css['group']} aria-label={name}>
      <Checkbox
        checked={tickedCount === rows.length || (tickedCount > 0 && 'mixed')}
        onChange={(isWanted) => onTick(rows, isWanted)}
      >
        <b>{messages.cause(name, rows.length, group === 'sourceGone' && isUncertain)}</b>
      </Checkbox>
      <p>{messages.about[group]}</p>
      <ul>
        {lines.map((row) => (
          <li key={row.id}>
            <Checkbox checked={isTicked(row)} onChange={(isWanted) => onTick([row], isWanted)}>
              {displayName(row.name)}
              <LinkFacts row={row} path={pathOf(row)} accessFormat={accessFormat} />
            </Checkbox>
            {group === 'sourceGone' && (
              <Button small aria-label={t.links.fixOf(row.name)} onClick={() => onFix(row)}>
                {t.links.fix}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > maxLines && <p>{messages.more(rows.length - maxLines)}</p>}
    </section>
  )
}

/** Facts that tell a link from others to items of its name. */
function LinkFacts({
  row,
  path,
  accessFormat,
}: {
  row: LinkRow
  path: string | undefined
  accessFormat: ReturnType<typeof useAccessFormatter>
}) {
  const { t, locale } = useI18n()
  const messages = useCleanUpMessages()
  const now = useNow()
  const facts = [
    path === undefined ? messages.folderUnknown : formatFolderPath(path, t),
    t.kinds[fileKindOfLink(row)],
    t.links.visits(row.visited),
    t.links.createdWhen(formatDate(row.createdAt, now, locale)),
  ]
  return (
    <small>
      <bdi>{facts.join(' · ')}</bdi> · <FormattedAccess row={row} format={accessFormat} />
    </small>
  )
}
