// Browsers drop tabs and line ends inside URLs and read a backslash as a slash, so URLs with any of them are rejected.
const unsafeCharacters = /[\p{Cc}\s\\]/u

/**
 * The URL if it is safe in an `href`: absolute http or https without credentials. React lets `data:` URLs through, and
 * text from the service is not trusted.
 */
export function safeHttpHref(url: string | null | undefined): string | undefined {
  if (!url || unsafeCharacters.test(url) || !/^https?:\/\/[^/]/i.test(url)) return undefined
  try {
    const parsed = new URL(url)
    const plain = parsed.username === '' && parsed.password === ''
    return plain && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
  } catch {
    return undefined
  }
}

const anywhere = 'http://same.invalid'

function decodedPath(pathname: string): string {
  let path = pathname
  for (let round = 0; round < 3 && path.includes('%'); round += 1) path = decodeURIComponent(path)
  return path
}

/**
 * The path, query and fragment to return to after sign-in if they stay on this origin, `/` otherwise. Checked after
 * normalising, since `/.//host` becomes `//host`, and after decoding, since routers decode.
 */
export function sameOriginPathOrRoot(path: string | null | undefined): string {
  if (!path || !path.startsWith('/') || unsafeCharacters.test(path)) return '/'
  try {
    const url = new URL(path, anywhere)
    const decoded = decodedPath(url.pathname)
    const leaves =
      url.origin !== anywhere ||
      /^\/[/\\]/.test(decoded) ||
      unsafeCharacters.test(decoded.replaceAll(' ', ''))
    return leaves || url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
