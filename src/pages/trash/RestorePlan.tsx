import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { momentName } from '#src/lib/free-name.ts'
import type { RestorePlan as Plan } from '#src/queries/restore-plan.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { folderName } from '#src/views/folder-name.ts'
import css from './RestorePlan.module.css'
import type { PlanChoice } from './use-trash-commands.ts'

/** So many names and folders are told. */
const mostNames = 5
const mostFolders = 6

/** What a restore will meet, before it begins (T9): shown only when there is something to decide. */
export function RestorePlan({
  plan,
  onGo,
  onClose,
}: {
  plan: Plan
  onGo: (choice: PlanChoice) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const [recreates, setRecreates] = useState(true)
  const [keepsBoth, setKeepsBoth] = useState(true)
  const { total, destinations, missing, homeless, clashes } = plan
  const words = t.operations.restoring
  const go = () =>
    onGo({ recreates, aside: keepsBoth ? words.aside(momentName(new Date())) : undefined })
  const list = (names: readonly string[], count: number) =>
    count > names.length
      ? `${names.join(', ')}, ${words.more(count - names.length)}`
      : names.join(', ')
  return (
    <Dialog
      open
      title={words.planTitle(total)}
      description={words.planText(new Set([...homeless, ...clashes]).size)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" data-autofocus="" onClick={go}>
            {words.go(total)}
          </Button>
        </>
      }
    >
      {homeless.length > 0 && (
        <Choice
          isChosen={recreates}
          onChoose={setRecreates}
          label={words.planMissing(missing.length, homeless.length)}
          what={list(
            missing.slice(0, mostNames).map((folder) => folderName(folder, t)),
            missing.length,
          )}
          otherwise={words.planMissingNot}
        />
      )}
      {clashes.length > 0 && (
        <Choice
          isChosen={keepsBoth}
          onChoose={setKeepsBoth}
          label={words.planClashes(clashes.length)}
          what={list(
            clashes.slice(0, mostNames).map(({ name }) => displayName(name)),
            clashes.length,
          )}
          otherwise={words.planClashesNot}
        />
      )}
      <section className={css['places']}>
        <h3>{words.destinations}</h3>
        <ul>
          {destinations.slice(0, mostFolders).map(({ folder, count, isMissing }) => (
            <li key={folder}>
              <FileGlyph kind="folder" />
              <bdi>{folderName(folder, t)}</bdi>
              {isMissing && <span className={css['missing']}>{words.isMissing}</span>}
              <span className={css['count']}>{t.common.count(count)}</span>
            </li>
          ))}
          {destinations.length > mostFolders && (
            <li className={css['more']}>{words.more(destinations.length - mostFolders)}</li>
          )}
        </ul>
      </section>
    </Dialog>
  )
}

function Choice({
  isChosen,
  onChoose,
  label,
  what,
  otherwise,
}: {
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  label: string
  /** What it is about, by name. */
  what: string
  /** What happens when it is not chosen. */
  otherwise: string
}) {
  return (
    <div className={css['choice']}>
      <Checkbox checked={isChosen} onChange={onChoose}>
        {label}
      </Checkbox>
      <p>{isChosen ? what : otherwise}</p>
    </div>
  )
}
