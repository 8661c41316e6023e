import { Link } from 'react-router-dom'
import { useLinkOfUri } from '#src/features/file-lists/use-link-of-uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { canUnlock, type LockEntry } from '#src/jobs/locks/lock-question.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { lockedItemNameAndPath, type HolderApplicationText } from './lock-text.ts'
import css from './LockConflictDialog.module.css'

type Props = {
  entry: LockEntry
  holder: HolderApplicationText
  /** URL of the page about what holds it. */
  holderHref: string | undefined
  person: string | undefined
  /** A sentence in place of the checkbox that says who can unlock it. */
  onlyOwner: string | undefined
  /** Whether there is anything to choose among the entries. */
  hasChoice: boolean
  isChosen: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
}

/** One locked item: what and where it is, what holds it, who that is. */
export function LockConflictRow({
  entry,
  holder,
  holderHref,
  person,
  onlyOwner,
  hasChoice,
  isChosen,
  isBusy,
  onChoose,
}: Props) {
  const { t } = useI18n()
  const isMine = canUnlock(entry)
  const item = lockedItemNameAndPath(entry, t, useLinkOfUri(entry.path)?.name)
  return (
    <li className={css['entry']}>
      {hasChoice && (
        <span className={css['checkbox']}>
          {isMine && (
            <Checkbox
              checked={isChosen}
              disabled={isBusy}
              name={t.locks.select(item.name)}
              onChange={onChoose}
            />
          )}
        </span>
      )}
      <FileGlyph kind={item.kind} />
      <span className={css['what']}>
        <TruncatedName name={item.name} />
        {item.path.length > 0 && (
          <small data-one-line="">
            <PathText names={item.path} />
          </small>
        )}
      </span>
      <span className={css['holder']}>
        {holderHref === undefined ? (
          holder.what
        ) : (
          // The link opens a tab of its own, because this dialog stays over every page.
          <Link to={holderHref} target="_blank" rel="noopener">
            {holder.what}
          </Link>
        )}
        {person !== undefined && (
          <small className={css['person']}>
            <bdi>{person}</bdi>
          </small>
        )}
        {holder.detail !== undefined && (
          <small>
            <bdi>{holder.detail}</bdi>
          </small>
        )}
        {onlyOwner && <small>{onlyOwner}</small>}
      </span>
    </li>
  )
}
