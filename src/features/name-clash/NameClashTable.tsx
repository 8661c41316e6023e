import { type ReactNode, type Ref, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import {
  type decideClashChoices,
  type NameClashChoice,
  type NameClashDecisions,
  type NameClashRule,
  splitClashesByRule,
  withClashChoice,
} from '#src/lib/names/name-clash.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SelectField } from '#src/ui/controls/fields/SelectField.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { ContentPreview } from './ContentPreview.tsx'
import type { NameClash } from './name-clash-question.ts'
import css from './NameClashTable.module.css'

/** Rows that are drawn at first, and with each press of the button below them. */
export const initialDrawnRowCount = 20
const moreRows = 200

type OtherSide = NameClash['existing']

const isNewer = (one: OtherSide, other: OtherSide): boolean =>
  one?.updatedAt != null && other?.updatedAt != null && one.updatedAt > other.updatedAt

/**
 * Names that are taken (T10): what comes and what is there beside each other, what is done with all of them, and in each
 * row what is done with that one instead.
 */
export function NameClashTable({
  clashes,
  decisions,
  decided,
  labels,
  hintOf,
  isBusy = false,
  renderName,
  renderActions,
  onDecide,
  onDrawMore,
}: {
  clashes: readonly NameClash[]
  decisions: NameClashDecisions
  /** What that makes of each of the clashes. */
  decided: ReturnType<typeof decideClashChoices>
  /** Headings of the two sides. */
  labels: { readonly item: string; readonly existing: string }
  /** What a rule leads to for these of them. */
  hintOf: (rule: NameClashRule, clashes: readonly NameClash[]) => string
  isBusy?: boolean
  /** Stands in place of the name. */
  renderName?: (clash: NameClash) => ReactNode
  /** Further actions of a row. */
  renderActions?: (clash: NameClash) => ReactNode
  onDecide: (decisions: NameClashDecisions) => void
  /** So many rows are drawn from now on. */
  onDrawMore?: (drawn: number) => void
}) {
  const { t } = useI18n()
  const messages = t.nameClash
  const [drawn, setDrawn] = useState(initialDrawnRowCount)
  const drawMore = () => {
    setDrawn(drawn + moreRows)
    onDrawMore?.(drawn + moreRows)
  }
  const count = clashes.length
  const canReplace = [...decided.values()].some(({ choices }) => choices.includes('replace'))
  const { byRule, replacing } = splitClashesByRule(decisions.rule, decided, clashes)
  const hints = [
    byRule.length > 0 && hintOf(decisions.rule, byRule),
    replacing.length > 0 && hintOf('replace', replacing),
  ].filter((hint) => hint !== false)
  const rules: readonly NameClashRule[] = canReplace
    ? ['keepBoth', 'newer', 'replace', 'skip']
    : ['keepBoth', 'skip']
  return (
    <div className={css['clashes']}>
      <RadioGroup
        label={messages.rule(count)}
        value={decisions.rule}
        options={rules.map((rule) => ({ value: rule, label: messages[rule] }))}
        onChange={(rule) => !isBusy && onDecide({ ...decisions, rule })}
      />
      <p role="status" className={css['hint']}>
        {hints.join(t.common.betweenSentences)}
      </p>
      <div role="table" aria-label={messages.table} className={css['table']}>
        <div role="row" className={css['head']}>
          <span role="columnheader">{messages.name}</span>
          <span role="columnheader">{labels.item}</span>
          <span role="columnheader">{labels.existing}</span>
          <span role="columnheader">
            <span className="sr-only">{messages.choice}</span>
          </span>
        </div>
        {clashes.slice(0, drawn).map((clash, at) => (
          <div
            key={clash.id}
            role="row"
            aria-label={escapeControlChars(clash.name)}
            className={css['row']}
          >
            <div role="rowheader" className={css['name']}>
              <FileGlyph kind={kindOfName(clash.name, clash.item.isFolder)} />
              {renderName?.(clash) ?? <TruncatedName name={clash.name} />}
            </div>
            <Side
              name={clash.name}
              label={labels.item}
              side={clash.item}
              isNewer={isNewer(clash.item, clash.existing)}
            />
            <Side
              name={clash.name}
              label={labels.existing}
              side={clash.existing}
              isNewer={isNewer(clash.existing, clash.item)}
            />
            <div role="cell" className={css['choice']}>
              {count > 1 && (
                <Choice
                  // The button that was pressed has moved or is gone, so the first new row gets the focus.
                  {...(at === drawn - moreRows && { ref: focusWhenDrawn })}
                  name={clash.name}
                  isException={decisions.exceptions.has(clash.id)}
                  isBusy={isBusy}
                  {...decided.get(clash.id)}
                  onChoose={(choice) => onDecide(withClashChoice(decisions, clash.id, choice))}
                />
              )}
              {renderActions?.(clash)}
            </div>
          </div>
        ))}
      </div>
      {count > drawn && (
        <Button small variant="quiet" onClick={drawMore}>
          {messages.more(count - drawn)}
        </Button>
      )}
    </div>
  )
}

/** Size and date of one of the two, with its picture or first line. */
function Side({
  name,
  label,
  side,
  isNewer: isNew,
}: {
  name: string
  label: string
  side: OtherSide
  isNewer: boolean
}) {
  const { t, language } = useI18n()
  const isOnline = useIsOnline()
  const missing = side === undefined ? t.nameClash.another : isOnline ? '…' : t.nameClash.offline
  return (
    <div role="cell" className={css['side']}>
      <span className={css['label']}>{label}</span>
      {side ? (
        <>
          <ContentPreview name={name} side={side} />
          <span className={css['facts']}>
            {side.isFolder ? t.nameClash.folder : formatBytes(side.size, language)}
            {' · '}
            <span className={isNew ? css['newer'] : undefined}>
              {side.updatedAt === null && side.deletedAt !== undefined ? (
                <>
                  {t.nameClash.wasDeleted}
                  <Timestamp at={side.deletedAt} inSentence />
                </>
              ) : (
                <Timestamp at={side.updatedAt} />
              )}
              {isNew && (
                <span className="sr-only">
                  {t.common.betweenParts}
                  {t.nameClash.isNewer}
                </span>
              )}
            </span>
          </span>
        </>
      ) : (
        <span className={css['facts']}>{missing}</span>
      )}
    </div>
  )
}

const focusWhenDrawn = (select: HTMLSelectElement | null) => select?.focus()

function Choice({
  ref,
  name,
  choice,
  choices = [],
  isException,
  isBusy,
  onChoose,
}: {
  ref?: Ref<HTMLSelectElement>
  name: string
  choice?: NameClashChoice
  choices?: readonly NameClashChoice[]
  /** Whether it is chosen for this one alone. */
  isException: boolean
  isBusy: boolean
  onChoose: (choice: NameClashChoice) => void
}) {
  const { t } = useI18n()
  return (
    <SelectField
      {...(ref && { ref })}
      hideLabel
      label={t.nameClash.choiceFor(displayName(name))}
      value={choice}
      disabled={isBusy}
      options={choices.map((each) => ({ value: each, label: t.nameClash[each] }))}
      {...(isException && css['exception'] && { className: css['exception'] })}
      onChange={({ target }) => onChoose(target.value as NameClashChoice)}
    />
  )
}
