/**
 * A link in pasted text, up to its id: what comes behind may be its password, which must not get into the address of the
 * page.
 */
export function pastedLink(text: string): { link: string; id: string } | undefined {
  const plain = text.replace(/%(?:2F|3A|40)/gi, decodeURIComponent)
  const [, before = '', id] =
    /^(.*?\/s\/|.*?:\/\/(?=[^/]*@share))([\w-]+?)(?=(?:Password|Expires): |[^\w-]|$)/.exec(plain) ??
    []
  return id ? { link: (before.endsWith('/s/') ? before : '/s/') + id, id } : undefined
}
