import { useState } from 'react'
import { folderName } from '#src/features/folder/folder-name.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { RestorePlan } from '#src/jobs/placement/restore/restore-plan.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import type { RestorePlanAnswer } from './restore-plan-question.ts'
import css from './RestorePlanDialog.module.css'

/** How many names and folders are listed; the others are counted. */
const maxNames = 5
const maxFolders = 6

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
  const [createsFolders, setCreatesFolders] = useState(true)
  const [keepsBoth, setKeepsBoth] = useState(true)
  const { total, destinations, missingFolders, itemsWithoutFolder, nameClashes } = plan
  const staying = new Set([
    ...(createsFolders ? [] : itemsWithoutFolder),
    ...(keepsBoth ? [] : nameClashes),
  ]).size
  const messages = t.operations.restoring
  const restore = () =>
    answer({
      createsFolders,
      stagingFolderName: keepsBoth
        ? messages.stagingFolderName(uniqueTimestampName(new Date()))
        : undefined,
    })
  const list = (names: readonly string[], count: number, more: (count: number) => string) =>
    count > names.length ? `${names.join(', ')}, ${more(count - names.length)}` : names.join(', ')
  return (
    <Dialog
      open
      title={messages.planTitle(total)}
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
          <Button variant="primary" data-autofocus="" onClick={restore}>
            {staying < total ? messages.confirm(total - staying) : messages.decideEach}
          </Button>
        </>
      }
    >
      {itemsWithoutFolder.length > 0 && (
        <Choice
          isChosen={createsFolders}
          onChoose={setCreatesFolders}
          label={messages.planMissing(missingFolders.length, itemsWithoutFolder.length)}
          details={list(
            missingFolders.slice(0, maxNames).map((folder) => folderName(folder, t)),
            missingFolders.length,
            messages.moreFolders,
          )}
          otherwise={messages.planMissingNot}
        />
      )}
      {nameClashes.length > 0 && (
        <Choice
          isChosen={keepsBoth}
          onChoose={setKeepsBoth}
          label={messages.planClashes(nameClashes.length)}
          details={list(
            nameClashes.slice(0, maxNames).map(({ name }) => displayName(name)),
            nameClashes.length,
            messages.more,
          )}
          otherwise={messages.planClashesNot}
        />
      )}
      <Destinations
        destinations={destinations.flatMap((each) => {
          const stays =
            each.isMissing && !createsFolders ? each.count : keepsBoth ? 0 : each.clashes
          return stays < each.count ? [{ ...each, count: each.count - stays }] : []
        })}
      />
    </Dialog>
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
  ].join(' ')
}

function Destinations({ destinations }: Pick<RestorePlan, 'destinations'>) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  if (destinations.length === 0) return null
  return (
    <section className={css['places']}>
      <h3>{messages.destinations}</h3>
      <ul>
        {destinations.slice(0, maxFolders).map(({ folder, count, isMissing }) => (
          <li key={folder}>
            <FileGlyph kind="folder" />
            <bdi>{folderName(folder, t)}</bdi>
            {isMissing && <span className={css['missing']}>{messages.isMissing}</span>}
            <span className={css['count']}>{t.common.count(count)}</span>
          </li>
        ))}
        {destinations.length > maxFolders && (
          <li className={css['more']}>{messages.moreFolders(destinations.length - maxFolders)}</li>
        )}
      </ul>
    </section>
  )
}

function Choice({
  isChosen,
  onChoose,
  label,
  details,
  otherwise,
}: {
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  label: string
  /** The names of the affected items or folders. */
  details: string
  /** What happens when it is not checked. */
  otherwise: string
}) {
  return (
    <div className={css['choice']}>
      <Checkbox checked={isChosen} onChange={onChoose}>
        {label}
      </Checkbox>
      <p>{isChosen ? details : otherwise}</p>
    </div>
  )
}
