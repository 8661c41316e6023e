import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { InvalidUriError, parentUri, parseUri, rootUri, uriWithScheme } from '#src/contract/uri.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { classicFrontEndLink } from '#src/platform/deployment/classic-front-end.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

/** URI of the folder that a page of ours shows; undefined where it shows none. */
function folderShownAt(pathname: string, search: string): string | undefined {
  if (pathname === '/trash') return rootUri('trash')
  const uri = new URLSearchParams(search).get('uri')
  if (uri === null || !['/files', '/edit', '/view-settings'].includes(pathname)) return undefined
  try {
    parseUri(uri)
    return pathname === '/edit' ? (parentUri(uri) ?? undefined) : uri
  } catch (error) {
    if (error instanceof InvalidUriError) return undefined
    throw error
  }
}

/** The links that the site's settings add, and the way to the same folder in the server's own front end. */
export function ExternalSiteLinks() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  const { data: items = [] } = useQuery(site.navigation())
  const folder = folderShownAt(pathname, search)
  const query = folder && new URLSearchParams({ path: uriWithScheme(folder, runtimeConfig.scheme) })
  const classic = classicFrontEndLink('/home', query?.toString())
  const links = [
    ...items.map(({ name, href }) => ({ text: escapeControlChars(name), href })),
    ...(classic ? [{ text: t.account.openIn(classic.host), href: classic.href }] : []),
  ]
  return links.map(({ text, href }) => (
    <a key={`${href} ${text}`} href={href} target="_blank" rel="noopener noreferrer">
      <ExternalLink aria-hidden="true" />
      <bdi>{text}</bdi>
    </a>
  ))
}
