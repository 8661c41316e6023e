import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Changes a part of what the address says; `replace` leaves no step in the history. */
export type ChangeUrl<Url> = (part: Partial<Url>, replace?: boolean) => void

/** What the address of a page says, and the way to change it. `parse` and `format` are the page's pair. */
export function usePageUrl<Url extends object>(
  parse: (params: URLSearchParams) => Url,
  format: (url: Url) => URLSearchParams,
): [Url, ChangeUrl<Url>] {
  const [params, setParams] = useSearchParams()
  const url = useMemo(() => parse(params), [parse, params])
  const change: ChangeUrl<Url> = (part, replace = false) =>
    setParams(format({ ...url, ...part }), { replace })
  return [url, change]
}
