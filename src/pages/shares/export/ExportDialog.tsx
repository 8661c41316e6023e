import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkExportMessages } from '#src/i18n/parts/link-export-messages.ts'
import { usePeopleSearchMessages } from '#src/i18n/parts/people-search-messages.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { userIdsNamedInLinks } from '#src/pages/shares/access/use-access-texts.ts'
import { useFolderPaths } from '#src/pages/shares/folders/use-folder-paths.ts'
import { useHasUncheckedSource } from '#src/pages/shares/folders/use-has-unchecked-source.ts'
import { restNoteOf } from '#src/pages/shares/rest-note.ts'
import { saveBlob } from '#src/platform/files/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import {
  type ExportColumn,
  exportColumns,
  type ExportFormat,
  writeLinksExport,
} from './write-links-export.ts'
import css from './ExportDialog.module.css'

const mediaTypes = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const
const formats = ['csv', 'json'] as const

function* rowsAt(list: PagedList<LinkRow>, rowIndexes: Uint32Array) {
  for (const rowIndex of rowIndexes) {
    const row = list.at(rowIndex)
    if (row) yield row
  }
}

type ExportChoice = {
  readonly format: (typeof formats)[number]
  readonly hasBom: boolean
  readonly columns: ReadonlySet<ExportColumn>
  /** The path of the folder of a link, as far as it is known. */
  readonly pathOf: (row: LinkRow) => string | undefined
}

/** Writes the links into a file or the clipboard. */
function useLinksExport(
  list: PagedList<LinkRow>,
  rowIndexes: Uint32Array,
  { format, hasBom, columns, pathOf }: ExportChoice,
  onDone: () => void,
) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { columns: heads } = useLinkExportMessages()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [lacksNames, setLacksNames] = useState(false)
  const start = async (action: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    setLacksNames(false)
    await action().catch(setFailure)
    setBusy(false)
  }
  /** Resolves to whether all names of people are known. */
  const write = async (as: ExportFormat, onPart: (part: string) => void): Promise<boolean> => {
    const chosen = exportColumns.filter((column) => columns.has(column))
    const now = serviceNow()
    const ids = columns.has('access') ? userIdsNamedInLinks(rowsAt(list, rowIndexes)) : []
    const names = ids.length > 0 ? await client.fetchQuery(users.names(ids)) : undefined
    const me = columns.has('access') ? await client.ensureQueryData(users.me()) : undefined
    const people = { ownGroup: me?.group?.id, nameOf: (id: string) => names?.byId.get(id) }
    const options = { format: as, columns: chosen, heads, hasBom, now, people, pathOf }
    await writeLinksExport(rowsAt(list, rowIndexes), options, t, onPart)
    return names?.isComplete ?? true
  }
  const close = (isComplete: boolean) => {
    if (isComplete) onDone()
    else setLacksNames(true)
  }
  const finish = (key: 'copied' | 'exported', isComplete: boolean) => {
    close(isComplete)
    showToast({ kind: 'done', key, values: { count: rowIndexes.length } })
  }
  const save = async () => {
    const encoder = new TextEncoder()
    const parts: BlobPart[] = []
    const isComplete = await write(format, (part) => parts.push(encoder.encode(part)))
    const day = new Date(serviceNow()).toISOString().slice(0, 10)
    saveBlob(new Blob(parts, { type: mediaTypes[format] }), `latchkey-links-${day}.${format}`)
    finish('exported', isComplete)
  }
  const copy = async () => {
    const parts: string[] = []
    const isComplete = await write('table', (part) => parts.push(part))
    const text = parts.join('')
    if (await copyText(text)) finish('copied', isComplete)
    else {
      close(isComplete)
      showManualCopy(text)
    }
  }
  return {
    isBusy,
    lacksNames,
    failure: useUnlessBackOnline(failure ?? null),
    save: () => void start(save),
    copy: () => void start(copy),
  }
}

/** Saves links as CSV or JSON, or copies them as a table (S11). Passwords are left out unless they are asked for. */
export function ExportDialog({
  list,
  rowIndexes,
  isOfAll,
  onClose,
}: {
  list: PagedList<LinkRow>
  rowIndexes: Uint32Array
  /** Whether rows that are not loaded yet belong to it. */
  isOfAll: boolean
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLinkExportMessages()
  const peopleMessages = usePeopleSearchMessages()
  const [format, setFormat] = useState<(typeof formats)[number]>('csv')
  const [hasBom, setBom] = useState(true)
  const [columns, setColumns] = useState<ReadonlySet<ExportColumn>>(
    new Set(exportColumns.filter((column) => column !== 'password')),
  )
  const { pathOf, isKnown } = useFolderPaths(false)
  const foldersKnown = useMemo(
    () => [...rowsAt(list, rowIndexes)].filter(isKnown).length,
    [list, rowIndexes, isKnown],
  )
  const choice = { format, hasBom, columns, pathOf }
  const { isBusy, failure, lacksNames, save, copy } = useLinksExport(
    list,
    rowIndexes,
    choice,
    onClose,
  )
  const isUncertain = useHasUncheckedSource(list, rowIndexes)
  const toggle = (column: ExportColumn) => {
    const next = new Set(columns)
    if (!next.delete(column)) next.add(column)
    setColumns(next)
  }
  const isLoading = isOfAll && list.loadState.at === 'loading'
  const isImpossible = columns.size === 0 || rowIndexes.length === 0 || isLoading
  return (
    <Dialog
      open
      title={messages.title(rowIndexes.length)}
      description={isOfAll ? restNoteOf(list.loadState, t) : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button disabled={isImpossible} onClick={copy}>
            {messages.copyTable}
          </Button>
          <Button
            variant="primary"
            data-autofocus=""
            busy={isBusy}
            disabled={isImpossible}
            onClick={save}
          >
            {messages.download}
          </Button>
        </>
      }
    >
      <div className={css['format']}>
        <RadioGroup
          label={messages.format}
          value={format}
          options={formats.map((each) => ({ value: each, label: messages.formats[each] }))}
          onChange={setFormat}
        />
        {format === 'csv' && (
          <Checkbox checked={hasBom} onChange={setBom}>
            {messages.bom}
          </Checkbox>
        )}
      </div>
      <fieldset className={css['choices']}>
        <legend>{messages.what}</legend>
        {exportColumns.map((column) => (
          <Checkbox key={column} checked={columns.has(column)} onChange={() => toggle(column)}>
            {messages.columns[column]}
          </Checkbox>
        ))}
      </fieldset>
      {columns.has('folder') && foldersKnown < rowIndexes.length && (
        <p className={css['note']}>{messages.foldersKnown(foldersKnown, rowIndexes.length)}</p>
      )}
      {columns.has('state') && isUncertain && <p className={css['note']}>{messages.uncertain}</p>}
      {columns.has('password') && <p className={css['warning']}>{messages.passwordsText}</p>}
      {lacksNames && (
        <p role="alert" className={css['warning']}>
          {peopleMessages.unread}
        </p>
      )}
      {failure && (
        <p role="alert" className={css['warning']}>
          {describeError(failure, t).title}
        </p>
      )}
    </Dialog>
  )
}
