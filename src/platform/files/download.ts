/**
 * Has the browser download `url` without leaving the page. The file is called `name`, or as the server says when that
 * is ''; the name that another origin gives always wins.
 */
export function downloadFromUrl(url: string, name = ''): void {
  const { protocol, origin } = new URL(url, location.href)
  if (protocol.startsWith('http') && origin !== location.origin) {
    downloadInFrame(url)
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Opens `url` in a tab of its own, which cannot reach this page. */
export function openUrlInNewTab(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  downloadFromUrl(url, name)
  // The browser may read the blob after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

export const saveTextFile = (text: string, name: string, type = 'application/json'): void =>
  saveBlob(new Blob([text], { type }), name)

/** How long a frame waits for an answer, in ms. */
const answerTimeoutMs = 120_000

/**
 * Has the browser download from another origin, where a link cannot ask for that: it would leave the page, and ask before
 * when something is unsaved. The frame has no rights but to download. When there is something to show instead, such as
 * a picture or an error, it is opened in a tab of its own.
 */
function downloadInFrame(url: string): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-downloads')
  frame.referrerPolicy = 'no-referrer'
  frame.hidden = true
  frame.src = url
  frame.addEventListener('load', () => {
    frame.remove()
    openUrlInNewTab(url)
  })
  document.body.append(frame)
  setTimeout(() => frame.remove(), answerTimeoutMs)
}
