/** "files.example.org/", with whatever is between that and the link. */
const hostAtStart = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\//i

/** Capitals or digits among small letters, as in most ids and in few names of folders. */
const mixedLetters = /^(?=.*[a-z])(?=.+[A-Z]|.*\d)[\w-]{4,}$/

/**
 * The link in pasted or typed text, up to its id and the character behind it: what follows may be its password, which must
 * not get into the address of the page. That character stays so that what is typed next is not taken for more of the id.
 *
 * An address without a scheme or a port looks like the path of a folder named s, unless its id is one of the list, or it
 * begins with a name like that of a host and something follows what looks like an id.
 */
export function stripPasswordFromPastedLink(
  text: string,
  isListed: (id: string) => boolean,
): string | undefined {
  const plain = text.replace(/%(?:2F|3A|40)/gi, decodeURIComponent)
  const [, before = '', id = '', end = ''] =
    /^(.*?\/s\/|.*?(?<!https?):\/\/(?=[\w-]+[:@]))([\w-]+?)(?:(?=(?:Password|Expires): )|([^\w-])|$)/.exec(
      plain,
    ) ?? []
  const isBare = end === '/' && hostAtStart.test(before) && mixedLetters.test(id)
  if (id === '' || !(isListed(id) || isBare || /:\/\/|:\d+\//.test(before))) return undefined
  if (before.endsWith('/s/')) return before + id + end
  return `${isListed(id) ? '' : before}/s/${id}${end}`
}
