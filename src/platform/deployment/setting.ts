/** A `<meta name="latchkey:…">` tag of index.html (docs/deployment.md); '' where there is none. */
export const readDeploymentSetting = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="latchkey:${name}"]`)?.content ?? ''
