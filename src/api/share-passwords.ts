import { keepPasswords } from './wire-uri.ts'

/** From now on the password of a link is in every address that goes out through it, and in none above `api`. */
export function addSharePasswords(of: (shareId: string) => string | undefined): void {
  keepPasswords({
    of,
    into: (uri) =>
      uri.replace(/^svc:\/\/([^:@/]+)(?=@share\b)/, (bare, id: string) => {
        const password = of(id)
        return password === undefined ? bare : `${bare}:${encodeURIComponent(password)}`
      }),
    outOf: (uri) =>
      uri.replace(/^(svc:\/\/([^:@/]+)):[^@/]*(?=@share\b)/, (all, bare: string, id: string) =>
        of(id) === undefined ? all : bare,
      ),
  })
}
