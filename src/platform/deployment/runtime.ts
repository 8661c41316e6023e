/** Deployment settings, read once from the `<meta name="latchkey:…">` tags of index.html (docs/deployment.md). */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="latchkey:${name}"]`)?.content ?? ''
}

export const runtime = {
  /** Path of the API on this origin, without a trailing slash. */
  apiBase: meta('api').replace(/\/+$/, '') || '/api/v4',
  /** URI scheme of the server. */
  scheme: meta('scheme') || 'svc',
  title: meta('title') || 'Latchkey',
}
