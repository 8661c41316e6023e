/**
 * The link in pasted or typed text, up to its id and the character behind it: what follows may be its password, which must
 * not get into the address of the page. That character stays so that what is typed next is not taken for more of the id.
 *
 * An address without a scheme or a port looks like the path of a folder named s, unless its id is one of the list.
 */
export function pastedLink(text: string, isListed: (id: string) => boolean): string | undefined {
  const plain = text.replace(/%(?:2F|3A|40)/gi, decodeURIComponent)
  const [, before = '', id = '', end = ''] =
    /^(.*?\/s\/|.*?(?<!https?):\/\/(?=[\w-]+[:@]))([\w-]+?)(?:(?=(?:Password|Expires): )|([^\w-])|$)/.exec(
      plain,
    ) ?? []
  if (id === '' || !(isListed(id) || /:\/\/|:\d+\//.test(before))) return undefined
  if (before.endsWith('/s/')) return before + id + end
  return `${isListed(id) ? '' : before}/s/${id}${end}`
}
