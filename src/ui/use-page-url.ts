import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Changes part of the URL's state; `replace` adds no history entry. */
export type ChangeUrl<Url> = (part: Partial<Url>, replace?: boolean) => void

/** The parsed state of the current URL and a function to change it. `parse` and `format` are those of the page. */
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
