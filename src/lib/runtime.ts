/** What the page was deployed with, read once from the `<meta name="latchkey:…">` tags of index.html. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="latchkey:${name}"]`)?.content ?? ''
}

export const runtime = {
  /** Path on this origin below which the service answers, without a trailing slash. */
  apiBase: meta('api').replace(/\/+$/, '') || '/api/v4',
  /** Scheme that the service writes addresses with. */
  scheme: meta('scheme') || 'svc',
  title: meta('title') || 'Latchkey',
}
