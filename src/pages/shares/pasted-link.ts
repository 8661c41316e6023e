/**
 * A link in pasted or typed text, up to its id and the character behind it: what follows may be its password, which must
 * not get into the address of the page. That character stays so that what is typed next is not taken for more of the id.
 */
export function pastedLink(text: string): { link: string; id: string } | undefined {
  const plain = text.replace(/%(?:2F|3A|40)/gi, decodeURIComponent)
  const [, before = '', id, end = ''] =
    /^(.*?\/s\/|.*?(?<!https?):\/\/(?=[\w-]+[:@]))([\w-]+?)(?:(?=(?:Password|Expires): )|([^\w-])|$)/.exec(
      plain,
    ) ?? []
  return id ? { link: (before.endsWith('/s/') ? before : '/s/') + id + end, id } : undefined
}
