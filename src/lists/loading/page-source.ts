/** `next` says how to ask for the next page and is absent on the last one. */
export type Page<Row, Param, Head = unknown> = {
  /**
   * It has the rows, or a function that parses them. Rows of each page but the first, which is shown at once, are
   * parsed after the next one has been requested.
   */
  rows: readonly Row[] | (() => readonly Row[])
  next?: Param | undefined
  /** The service ended a search before it had looked at everything. */
  isIncomplete?: boolean
  /** The answer says this about the list as a whole; that of the first page counts. */
  head?: Head
}

/** It reads one page. `param` is undefined for the first one, then the `next` of the page before. */
export type PageSource<Row, Param, Head = unknown> = (
  param: Param | undefined,
  signal: AbortSignal,
) => Promise<Page<Row, Param, Head>>

export const rowsOfPage = <Row>({ rows }: Page<Row, unknown>): readonly Row[] =>
  typeof rows === 'function' ? rows() : rows
