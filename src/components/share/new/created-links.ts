import { useI18n } from '#src/i18n/I18n.tsx'
import { formatExact } from '#src/lib/time.ts'

export type CreatedLink = {
  readonly item: { readonly id: string; readonly name: string }
  /** Without the password. */
  readonly url: string
  /** '' for none. */
  readonly password: string
  /** ms since 1970; null for never. */
  readonly expires: number | null
}

/** Links as text for the clipboard, each with its password and expiry where it has a password. */
export function useLinkText(): (links: readonly CreatedLink[]) => string {
  const { t, locale } = useI18n()
  return (links) => {
    const texts = links.map(({ url, password, expires }) =>
      password
        ? t.shareDetails.linkWithPassword({
            link: url,
            password,
            expires: expires === null ? null : formatExact(expires, locale),
          })
        : url,
    )
    return texts.join(links.some(({ password }) => password) ? '\n\n' : '\n')
  }
}
