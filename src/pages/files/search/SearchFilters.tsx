import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import type { SearchMessages } from '#src/i18n/en/files/search.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useSearchMessages } from '#src/i18n/parts/search-messages.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { formatDate } from '#src/lib/time.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { MenuChip } from '#src/ui/menu/MenuChip.tsx'
import {
  parseByteRange,
  parseDayRange,
  parseSearchKind,
  searchKinds,
  sizeRanges,
  changeTimeSpans,
} from './search.ts'
import css from './SearchFilters.module.css'

function sizeWords(size: string, messages: SearchMessages, language: string): string {
  const { from = null, to = null } = parseByteRange(size) ?? {}
  const sizeText = (bytes: number) => formatBytes(bytes, language)
  if (to === null) return messages.moreThan(sizeText(from ?? 0))
  return from === null ? messages.upTo(sizeText(to)) : messages.fromTo(sizeText(from), sizeText(to))
}

function daysWords(
  days: { from: string; to: string } | null,
  messages: SearchMessages,
  locale: string,
): string {
  if (!days) return messages.modified
  const dayText = (text: string) =>
    formatDate(new Date(`${text}T12:00:00`).getTime(), Date.now(), locale)
  if (!days.to) return messages.since(dayText(days.from))
  return days.from
    ? messages.fromTo(dayText(days.from), dayText(days.to))
    : messages.until(dayText(days.to))
}

/** The scope of the search and its filters: kind, time of change, size. */
export function SearchFilters({
  url,
  folder,
  onChange,
  onEnd,
}: {
  url: FilesUrl
  /** Display name of the folder; undefined for the root of one's own files. */
  folder: string | undefined
  onChange: (part: Partial<FilesUrl>) => void
  onEnd: () => void
}) {
  const { t, language, locale } = useI18n()
  const messages = useSearchMessages()
  const [isChoosing, setChoosing] = useState(false)

  const kind = parseSearchKind(url)
  const days = parseDayRange(url.changed)
  const span = changeTimeSpans.find((each) => each === url.changed)
  const size = parseByteRange(url.size) && kind !== 'folder' ? url.size : null
  const choice = (key: string, label: string, checked: boolean, part: Partial<FilesUrl>) => ({
    key,
    label,
    checked,
    onSelect: () => onChange(part),
  })
  const askDays = () => setChoosing(true)
  const choose = (changed: string) => {
    setChoosing(false)
    onChange({ changed })
  }
  return (
    <>
      <FilterChipRow
        label={messages.filters}
        chips={[
          {
            key: 'kind',
            isOn: kind !== undefined,
            chip: (
              <MenuChip
                name={messages.kind}
                isOn={kind !== undefined}
                entries={[
                  choice('any', messages.anyKind, kind === undefined, { kind: null }),
                  ...searchKinds.map((each) =>
                    choice(each, t.kinds[each], kind === each, { kind: each }),
                  ),
                ]}
              >
                {kind ? t.kinds[kind] : messages.kind}
              </MenuChip>
            ),
          },
          {
            key: 'modified',
            isOn: span !== undefined || days !== null,
            chip: (
              <MenuChip
                name={messages.modified}
                isOn={span !== undefined || days !== null}
                entries={[
                  choice('any', messages.anyTime, !span && !days, { changed: null }),
                  ...changeTimeSpans.map((each) =>
                    choice(each, messages.spans[each], span === each, { changed: each }),
                  ),
                  { ...choice('between', messages.between, days !== null, {}), onSelect: askDays },
                ]}
              >
                {span ? messages.spans[span] : daysWords(days, messages, locale)}
              </MenuChip>
            ),
          },
          {
            key: 'size',
            isOn: size !== null,
            chip: kind !== 'folder' && (
              <MenuChip
                name={messages.size}
                isOn={size !== null}
                entries={[
                  choice('any', messages.anySize, size === null, { size: null }),
                  ...sizeRanges.map((each) =>
                    choice(each, sizeWords(each, messages, language), size === each, {
                      size: each,
                    }),
                  ),
                ]}
              >
                {size ? sizeWords(size, messages, language) : messages.size}
              </MenuChip>
            ),
          },
          {
            key: 'end',
            chip: (
              <ToggleChip icon={<X aria-hidden="true" />} onToggle={onEnd}>
                {messages.end}
              </ToggleChip>
            ),
          },
          {
            key: 'where',
            chip: (
              <span className={css['where']}>
                {folder === undefined ? messages.inAllFiles : messages.inAndBelow(folder)}
              </span>
            ),
          },
        ]}
      />
      {isChoosing && (
        <DaysDialog
          days={days ?? { from: '', to: '' }}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

function DaysDialog({
  days,
  onChoose,
  onClose,
}: {
  days: { from: string; to: string }
  onChoose: (changed: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useSearchMessages()
  const form = useId()
  const [from, setFrom] = useState(days.from)
  const [to, setTo] = useState(days.to)
  const [wasTried, setTried] = useState(false)
  const problem =
    !from && !to ? messages.daysMissing : from && to && to < from ? messages.daysTurned : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problem) onChoose(`${from}..${to}`)
  }
  return (
    <Dialog
      open
      width="narrow"
      title={messages.betweenTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {messages.show}
          </Button>
        </>
      }
    >
      <form id={form} className={css['days']} noValidate onSubmit={submit}>
        <TextField
          type="date"
          label={messages.from}
          data-autofocus=""
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          type="date"
          label={messages.to}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          {...(wasTried && problem ? { error: problem } : {})}
        />
      </form>
    </Dialog>
  )
}
