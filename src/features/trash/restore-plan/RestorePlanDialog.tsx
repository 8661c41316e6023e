import { useState } from 'react'
import { isSameOrBelow } from '#src/contract/uri.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { isFolderClash } from '#src/features/name-clash/name-clash-question.ts'
import { initialDrawnRowCount, NameClashTable } from '#src/features/name-clash/NameClashTable.tsx'
import { useClashesOfDeletedItems } from '#src/features/trash/deleted-clashes.ts'
import {
  idsLeftInTrash,
  isAtOrBelowAny,
  type RestorePlan,
  type RestorePlanAnswer,
} from '#src/features/trash/restore-plan/restore-plan.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Question } from '#src/jobs/questions/questions.ts'
import {
  decideClashChoices,
  type DecidedClashes,
  defaultNameClashDecisions,
} from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './RestorePlanDialog.module.css'

/** How many folders are listed; the others are counted. */
const maxFolders = 6
/** Missing folders that are listed at first, and with each press of the button below them. */
const moreFolders = 200

const noFolders: ReadonlySet<string> = new Set()

/**
 * Asks before a restore starts how to handle missing folders and name clashes (T9). It is shown above every page, since
 * the user may leave the trash while the restore is being prepared.
 */
export function RestorePlanDialog({
  question: { props: plan, answer, cancel },
}: {
  question: Question<RestorePlan, RestorePlanAnswer | undefined>
}) {
  const { t } = useI18n()
  const [omittedFolders, setOmittedFolders] = useState(noFolders)
  const [decisions, setDecisions] = useState(defaultNameClashDecisions)
  const { total, destinations, missingFolders, itemsWithoutFolder, nameClashes } = plan
  const [drawn, setDrawn] = useState(initialDrawnRowCount)
  const isByDate = decisions.rule === 'newer'
  const { clashes, isReading } = useClashesOfDeletedItems(nameClashes, isByDate ? undefined : drawn)
  const decided = decideClashChoices(decisions, clashes)
  const staying = idsLeftInTrash(plan, { decided, omittedFolders })
  const messages = t.operations.restoring
  const restore = () => answer({ rule: decisions.rule, decided, omittedFolders })
  const includedCount = total - staying.size
  const counts = countByFolder(plan, decided)
  return (
    <Dialog
      open
      width={nameClashes.length > 0 ? 'table' : 'medium'}
      title={messages.planTitle(includedCount || total)}
      description={
        <PlanText
          taken={nameClashes.length}
          missing={missingFolders.length}
          unknownFolders={plan.unknownFolders}
          folders={destinations.length}
        />
      }
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t.common.cancel}</Button>
          <Button
            variant="primary"
            data-autofocus=""
            busy={isByDate && isReading}
            onClick={restore}
          >
            {includedCount > 0 ? messages.confirm(includedCount) : messages.leaveAll(total)}
          </Button>
        </>
      }
    >
      {itemsWithoutFolder.length > 0 && (
        <MissingFolders
          folders={missingFolders}
          items={itemsWithoutFolder}
          counts={counts}
          omittedFolders={omittedFolders}
          onOmit={setOmittedFolders}
        />
      )}
      {nameClashes.length > 0 && (
        <section className={css['clashes']}>
          <NameClashTable
            clashes={clashes}
            onDrawMore={setDrawn}
            decisions={decisions}
            decided={decided}
            labels={{ item: t.nameClash.deleted, existing: t.nameClash.present }}
            hintOf={(rule, some) =>
              messages.ruleHints[rule](
                some.length,
                some.filter(isFolderClash).map(({ name }) => name),
              )
            }
            onDecide={setDecisions}
          />
        </section>
      )}
      <Destinations
        total={total}
        destinations={destinations.flatMap((each) => {
          const { folder } = each
          const count = counts.get(folder) ?? 0
          const isOmitted = isAtOrBelowAny(folder, omittedFolders)
          return count > 0 && !isOmitted ? [{ ...each, count }] : []
        })}
      />
    </Dialog>
  )
}

/** How many items go to each folder where that is there or created. */
function countByFolder(
  { to, destinations, nameClashes }: RestorePlan,
  decided: DecidedClashes,
): ReadonlyMap<string, number> {
  const counts = new Map(destinations.map(({ folder, count }) => [folder, count]))
  for (const { item } of nameClashes) {
    const folder = to ?? originalFolderOf(item)
    if (folder !== null && decided.get(item.id)?.choice === 'skip')
      counts.set(folder, (counts.get(folder) ?? 0) - 1)
  }
  return counts
}

/** The folders that are created again, all at once or, unfolded, each by itself. */
function MissingFolders({
  folders,
  items,
  counts,
  omittedFolders,
  onOmit,
}: {
  /** Parents first. */
  folders: readonly string[]
  items: readonly FileRow[]
  counts: ReadonlyMap<string, number>
  omittedFolders: ReadonlySet<string>
  onOmit: (omittedFolders: ReadonlySet<string>) => void
}) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const [isOpen, setOpen] = useState(false)
  const [listed, setListed] = useState(moreFolders)
  const created = folders.filter((folder) => !isAtOrBelowAny(folder, omittedFolders))
  const stays = items.filter((item) => isAtOrBelowAny(originalFolderOf(item) ?? '', omittedFolders))
  const setOmitted = (folder: string, omitted: boolean) =>
    onOmit(
      new Set(
        omitted
          ? [...omittedFolders, folder]
          : // A folder needs those above it, and takes those below it along.
            folders.filter(
              (each) =>
                isAtOrBelowAny(each, omittedFolders) &&
                !isSameOrBelow(folder, each) &&
                !isSameOrBelow(each, folder),
            ),
      ),
    )
  return (
    <div className={css['missingFolders']}>
      <Checkbox
        checked={created.length === folders.length ? true : created.length === 0 ? false : 'mixed'}
        onChange={(isOn) => onOmit(isOn ? noFolders : new Set(folders))}
      >
        {messages.planMissing(folders.length, items.length)}
      </Checkbox>
      {stays.length > 0 && <p>{messages.planStay(stays.length)}</p>}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{messages.showFolders(folders.length)}</summary>
        {isOpen && (
          <ul>
            {folders.slice(0, listed).map((folder) => (
              <li key={folder}>
                <Checkbox
                  checked={!isAtOrBelowAny(folder, omittedFolders)}
                  onChange={(isOn) => setOmitted(folder, !isOn)}
                >
                  <bdi>{folderPathText(folder, t)}</bdi>
                </Checkbox>
                {counts.has(folder) && (
                  <span className={css['count']}>{t.common.count(counts.get(folder) ?? 0)}</span>
                )}
              </li>
            ))}
            {folders.length > listed && (
              <li>
                <Button small variant="quiet" onClick={() => setListed(listed + moreFolders)}>
                  {messages.moreFolders(folders.length - listed)}
                </Button>
              </li>
            )}
          </ul>
        )}
      </details>
    </div>
  )
}

/** How many names are taken and folders missing, and whether the plan could look at everything. */
function PlanText({
  taken,
  missing,
  unknownFolders,
  folders,
}: {
  taken: number
  missing: number
  unknownFolders: number
  folders: number
}) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  return [
    ...(taken > 0 || missing > 0 ? [messages.planText(taken, missing)] : []),
    ...(unknownFolders > 0 ? [messages.planIsPartial(unknownFolders, folders)] : []),
  ].join(t.common.betweenSentences)
}

function Destinations({ destinations, total }: Pick<RestorePlan, 'destinations' | 'total'>) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  if (destinations.length === 0) return null
  return (
    <section className={css['places']}>
      <h3>{messages.destinations(total)}</h3>
      <ul>
        {destinations.slice(0, maxFolders).map(({ folder, count, isMissing }) => (
          <li key={folder}>
            <FileGlyph kind="folder" />
            <bdi>{folderPathText(folder, t)}</bdi>
            {isMissing && <span className={css['missing']}>{messages.isMissing}</span>}
            {total > 1 && <span className={css['count']}>{t.common.count(count)}</span>}
          </li>
        ))}
        {destinations.length > maxFolders && (
          <li className={css['more']}>{messages.moreFolders(destinations.length - maxFolders)}</li>
        )}
      </ul>
    </section>
  )
}
