import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type {
  NameClash,
  NameClashAnswer,
  NameClashes,
} from '#src/jobs/questions/name-clash-question.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { nameClashChoices } from '#src/lib/names/name-clash.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { NameClashDialog } from './NameClashDialog.tsx'
import { NameClashFacts, type NameClashSide } from './NameClashFacts.tsx'
import css from './NameClashDialog.module.css'

/** Clashes that are drawn; the answer is for all of them. */
const maxDrawn = 50

/** Names that are taken in the folder that items are moved or copied to, with both dates and sizes. */
export function TransferQuestion({
  question: {
    props: { kind, to, clashes, total },
    answer,
  },
}: {
  question: Question<NameClashes, NameClashAnswer>
}) {
  const { t } = useI18n()
  const messages = t.operations.transfers
  const count = clashes.length
  const folder = to === '' ? t.files.title : to
  const kept = clashes.filter(
    ({ item, existing }) => !nameClashChoices(item, existing).includes('replace'),
  )
  const files = count - kept.length
  return (
    <NameClashDialog
      title={messages.title(count, folder)}
      text={messages.text(count, total, kind)}
      more={Math.max(count - maxDrawn, 0)}
      hints={{
        keepBoth: t.uploads.keepBothHint(count, 'item'),
        ...(files > 0 && {
          replace: messages.replaceHint(
            files,
            kept.map(({ name }) => name),
          ),
        }),
        skip: messages.skipHint,
      }}
      onAnswer={answer}
    >
      {clashes.slice(0, maxDrawn).map((clash, at) => (
        // Items of several folders may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FileGlyph kind={kindOfName(clash.name, clash.item.isFolder)} />
          <span className={css['what']}>
            <TruncatedName name={clash.name} />
            {clash.existing && (
              <NameClashFacts
                coming={sideOf(messages[kind], clash.item, t)}
                present={sideOf(t.nameClash.present, clash.existing, t)}
              />
            )}
          </span>
        </li>
      ))}
    </NameClashDialog>
  )
}

const sideOf = (label: string, version: NameClash['item'], t: Messages): NameClashSide => ({
  ...version,
  label,
  event: t.nameClash.wasChanged,
  at: version.updatedAt,
})
