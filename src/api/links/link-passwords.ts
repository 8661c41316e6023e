import { setLinkPasswords } from '#src/api/wire/wire-uri.ts'

/**
 * From now on requests add the password of a share link to its URIs, and responses lose it again: no URI above `api`
 * contains one.
 */
export function setLinkPasswordLookup(of: (linkId: string) => string | undefined): void {
  setLinkPasswords({
    of,
    addTo: (uri) =>
      uri.replace(/^svc:\/\/([^:@/]+)(?=@share\b)/, (bare, id: string) => {
        const password = of(id)
        return password === undefined ? bare : `${bare}:${encodeURIComponent(password)}`
      }),
    removeFrom: (uri) =>
      uri.replace(/^(svc:\/\/([^:@/]+)):[^@/]*(?=@share\b)/, (all, bare: string, id: string) =>
        of(id) === undefined ? all : bare,
      ),
  })
}
