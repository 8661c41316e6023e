import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { momentName } from '#src/lib/free-name.ts'
import { kindOfName } from '#src/lib/names.ts'
import { following } from '#src/queries/batch.ts'
import { fileWrites } from '#src/queries/file-writes.ts'
import { homeUri } from '#src/queries/files.ts'
import { foldersAbove, homeOf, rowsOf } from '#src/queries/trash-writes.ts'
import { type Batch, type BatchItem, useFollower, useStray } from '#src/stores/batches.ts'
import { closeDialog } from '#src/stores/dialogs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { later } from '#src/ui/later.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { errorWords } from '#src/views/error-words.ts'
import { folderName } from '#src/views/folder-name.ts'
import { byFolder, useShowInFolder } from '#src/views/show-in-folder.ts'
import css from './BatchResultDialog.module.css'
import { type Group, groupsOf, type Line } from './restore-groups.ts'

const folderPicker = later(
  () => import('#src/views/folder/FolderPicker.tsx'),
  ['files', 'errors', 'picking'],
)

/** So many lines of a group are drawn at first, and so many more on demand; the button above them acts on all. */
const drawnAtFirst = 40
const drawnMore = 200
/** So many folders are offered to be shown. */
const mostFolders = 12

/** What can be done about items that are not back; what becomes of them is told by the same batch. */
function useCures(batchId: number, onChoose: (lines: readonly Line[]) => void) {
  const { t } = useI18n()
  const { mutate } = useMutation(fileWrites.restore())
  const itemsOf = (lines: readonly Line[]) => rowsOf(lines.map(({ item }) => item))
  return {
    choose: onChoose,
    keepBoth: (lines: readonly Line[]) => {
      // What was to go to a chosen folder still is.
      const folders = new Map<string | undefined, Line[]>()
      for (const line of lines) {
        const known = folders.get(line.failure?.folder)
        if (known) known.push(line)
        else folders.set(line.failure?.folder, [line])
      }
      for (const [folder, some] of folders) {
        const items = itemsOf(some)
        const both = items.map(({ id }) => id)
        const aside = t.operations.restoring.aside(momentName(new Date()))
        mutate(
          following({ items, both, aside, ...(folder === undefined ? {} : { folder }) }, batchId),
        )
      }
    },
    recreate: (lines: readonly Line[]) => {
      const items = itemsOf(lines)
      mutate(following({ items, recreate: foldersAbove(items) }, batchId))
    },
    again: (lines: readonly Line[]) => mutate(following({ items: itemsOf(lines) }, batchId)),
    into: (lines: readonly Line[], folder: string) =>
      mutate(following({ items: itemsOf(lines), folder }, batchId)),
  }
}
type Cures = ReturnType<typeof useCures>

/** What became of a restore (T5): by outcome, with a cure per line and for all of a kind. */
export function RestoreResult({ batch }: { batch: Batch }) {
  const { t } = useI18n()
  const [choosing, setChoosing] = useState<readonly Line[]>()
  const picker = folderPicker.useCode(choosing !== undefined)
  const cures = useCures(batch.id, setChoosing)
  const follower = useFollower(batch.id)
  const { result, total, undo } = batch
  if (!result) return null
  const groups = groupsOf(result)
  const undecided = groups.filter(({ why }) => why !== 'gone').flatMap(({ lines }) => lines)
  const isWhole = groups.length === 0
  const isBusy = follower !== undefined && follower.state !== 'asking'
  const words = t.operations.restoring
  const isOut = groups.some(({ why }) => why === 'gone' || why === 'other')
  const retry = () => batch.retry?.(undecided.map(({ item }) => item))
  return (
    <>
      <Dialog
        open
        width="wide"
        closeButton
        title={isWhole ? words.allTitle(total) : words.title(result.done.length, total)}
        description={
          <span role="status">
            {isBusy
              ? t.operations.progress(
                  { ...follower.operation, count: follower.total },
                  follower.done + follower.failed + follower.locked,
                )
              : isWhole
                ? words.whole
                : undecided.length === 0
                  ? words.nothingLeft
                  : isOut
                    ? words.decisionsStray(undecided.length)
                    : words.decisions(undecided.length)}
          </span>
        }
        onClose={closeDialog}
        actions={
          <>
            {undo && (
              <Button
                kind="quiet"
                onClick={() => {
                  closeDialog()
                  undo()
                }}
              >
                {words.undo}
              </Button>
            )}
            <span className={css['gap']} />
            <ShowInFolder landed={batch.landed} />
            {undecided.length > 0 ? (
              <Button kind="primary" data-autofocus="" busy={isBusy} onClick={retry}>
                {t.operations.retryLeft(undecided.length)}
              </Button>
            ) : (
              <Button kind="primary" data-autofocus="" onClick={closeDialog}>
                {t.common.done}
              </Button>
            )}
          </>
        }
      >
        {groups.map((group) => (
          <Outcome key={group.why} group={group} cures={cures} isBusy={isBusy} />
        ))}
      </Dialog>
      {choosing && picker && (
        <picker.FolderPicker
          title={words.pickTitle(choosing.length)}
          verb={words.pickVerb}
          items={rowsOf(choosing.map(({ item }) => item))}
          start={homeUri}
          onChoose={(folder) => {
            setChoosing(undefined)
            cures.into(choosing, folder)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  )
}

function ShowInFolder({ landed }: { landed: readonly BatchItem[] }) {
  const { t } = useI18n()
  const show = useShowInFolder()
  const folders = byFolder(landed)
  const [first] = folders
  const open = (folder: string, items: readonly BatchItem[]) => {
    closeDialog()
    show(folder, items)
  }
  if (!first) return null
  if (folders.length === 1) {
    return (
      <Button onClick={() => open(first.folder, first.items)}>
        {t.operations.restoring.showInFolder}
      </Button>
    )
  }
  return (
    <Menu
      name={t.operations.restoring.showInFolder}
      entries={folders.slice(0, mostFolders).map(({ folder, items }) => ({
        key: folder,
        label: folderName(folder, t),
        note: t.common.number(items.length),
        onSelect: () => open(folder, items),
      }))}
    >
      {(button) => <Button {...button}>{t.operations.restoring.showInFolder}</Button>}
    </Menu>
  )
}

/** Items of one outcome. */
function Outcome({
  group: { why, lines },
  cures,
  isBusy,
}: {
  group: Group
  cures: Cures
  isBusy: boolean
}) {
  const { t } = useI18n()
  const words = t.operations.restoring
  const [drawn, setDrawn] = useState(drawnAtFirst)
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed has moved or gone: the first new line takes over.
  useLayoutEffect(() => {
    const line = list.current?.children[drawn - drawnMore]
    if (line) (line.querySelector('button') ?? list.current)?.focus()
  }, [drawn])
  const count = lines.length
  const folders = new Set(lines.map(({ item }) => homeOf(rowsOf([item])[0] ?? { origin: null })))
  const bulk =
    why === 'nameTaken'
      ? { label: words.keepBothAll(count), run: () => cures.keepBoth(lines) }
      : why === 'folderMissing'
        ? { label: words.recreateAll(folders.size), run: () => cures.recreate(lines) }
        : why === 'noPlace'
          ? { label: words.chooseFolderAll(count), run: () => cures.choose(lines) }
          : undefined
  return (
    <section className={css['outcome']} aria-label={words[why]}>
      <header>
        <h3>
          {words[why]} · {t.common.number(count)}
        </h3>
        {bulk && count > 1 && (
          <Button small disabled={isBusy} onClick={bulk.run}>
            {bulk.label}
          </Button>
        )}
      </header>
      <ul ref={list} tabIndex={-1}>
        {lines.slice(0, drawn).map((line) => (
          <OutcomeLine key={line.item.id} why={why} line={line} cures={cures} isBusy={isBusy} />
        ))}
      </ul>
      {count > drawn && (
        <Button small kind="quiet" onClick={() => setDrawn(drawn + drawnMore)}>
          {words.more(count - drawn)}
        </Button>
      )}
    </section>
  )
}

function OutcomeLine({
  why,
  line,
  cures,
  isBusy,
}: {
  why: Group['why']
  line: Line
  cures: Cures
  isBusy: boolean
}) {
  const { t } = useI18n()
  const words = t.operations.restoring
  const stray = useStray(line.item.id)
  const show = useShowInFolder()
  const [row] = rowsOf([line.item])
  const name = displayName(line.item.name)
  const home = line.failure?.folder ?? (row ? homeOf(row) : null)
  const place = home === null ? words.placeUnknown : folderName(home, t)
  const cure = (label: string, run: (lines: readonly Line[]) => void, isQuiet = false) => (
    <Button
      small
      kind={isQuiet ? 'quiet' : 'default'}
      disabled={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => run([line])}
    >
      {label}
    </Button>
  )
  const choose = (isQuiet: boolean) => cure(words.chooseFolder, cures.choose, isQuiet)
  const about: Record<Group['why'], { text: string; cures?: React.ReactNode }> = {
    nameTaken: {
      text: words.placeTaken(place),
      cures: (
        <>
          {cure(words.keepBoth, cures.keepBoth)}
          {choose(true)}
        </>
      ),
    },
    folderMissing: {
      text: words.placeMissing(place),
      cures: (
        <>
          {cure(words.recreate, cures.recreate)}
          {choose(true)}
        </>
      ),
    },
    noPlace: {
      text: home === null ? words.placeUnknown : words.placeNoFolder(place),
      cures: choose(false),
    },
    stillLocked: { text: words.lockedText, cures: cure(t.common.tryAgain, cures.again) },
    notAttempted: { text: place },
    gone: { text: words.goneText },
    other: {
      text: stray ? words.stray : errorWords(line.failure?.error, t).title,
      cures: stray ? (
        <>
          {cure(t.common.tryAgain, cures.keepBoth)}
          <Button
            small
            kind="quiet"
            onClick={() => {
              closeDialog()
              show(stray.slice(0, stray.lastIndexOf('/')), [{ ...line.item, uri: stray }])
            }}
          >
            {words.showWhere}
          </Button>
        </>
      ) : (
        choose(false)
      ),
    },
  }
  return (
    <li>
      <FileGlyph kind={kindOfName(line.item.name, row?.isFolder)} />
      <span className={css['what']}>
        <TruncatedName name={line.item.name} />
        <small>
          <bdi>{about[why].text}</bdi>
        </small>
      </span>
      <span className={css['cures']}>{about[why].cures}</span>
    </li>
  )
}
