const utf8 = new TextEncoder()

/** Text as the bytes of a file. */
export const text = (content: string): Uint8Array => utf8.encode(content)

/** The text of a document: a title and what follows it. A paragraph starting with `# ` is a heading. */
export type DocumentText = { title: string; paragraphs: readonly string[] }
