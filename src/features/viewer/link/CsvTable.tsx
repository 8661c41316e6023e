import { useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { parseFirstCsvRows } from '#src/lib/csv.ts'
import css from './CsvTable.module.css'

/** Rows that are drawn below the first, which has the names of the columns. */
const maxRows = 1_000

/** Whether a value is short and has a digit, as dates, times, amounts and telephone numbers do. */
const isDateOrNumber = (value: string): boolean => value.length <= 24 && /\d/.test(value)

/** Separated values as a table. */
export function CsvTable({
  name,
  text,
  isPart,
}: {
  name: string
  text: string
  /** Whether it is the beginning of a longer text. */
  isPart: boolean
}) {
  const { t } = useI18n()
  const { rows, total } = useMemo(
    () => parseFirstCsvRows(text, maxRows + 1, isPart),
    [text, isPart],
  )
  const [head = [], ...body] = rows
  // Its first line is longer than what is read.
  if (isPart && rows.length === 0)
    return <p className={css['none']}>{t.sharedLink.tooLarge(name)}</p>
  return (
    <div
      // A wide or long table is scrolled by keys, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={name}
      className={css['scroller']}
    >
      <table dir="auto">
        <thead>
          <tr>
            {head.map((value, column) => (
              // Columns have no other identity.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={column} scope="col">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((values, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {values.map((value, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column} data-unbroken={isDateOrNumber(value) || undefined}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {body.length > 0 && (isPart || total - 1 > maxRows) && (
        <p>{t.sharedLink.firstRows(body.length, isPart ? undefined : total - 1)}</p>
      )}
    </div>
  )
}
