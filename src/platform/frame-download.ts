import { openUrl } from './download.ts'

/** How long a frame waits for an answer, in ms. */
const answerTimeoutMs = 120_000

/**
 * Has the browser download from another origin, where a link cannot ask for that: it would leave the page, and ask before
 * when something is unsaved. The frame has no rights but to download. When there is something to show instead, such as
 * a picture or an error, it is opened in a tab of its own.
 */
export function downloadInFrame(url: string): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-downloads')
  frame.referrerPolicy = 'no-referrer'
  frame.hidden = true
  frame.src = url
  frame.addEventListener('load', () => {
    frame.remove()
    openUrl(url)
  })
  document.body.append(frame)
  setTimeout(() => frame.remove(), answerTimeoutMs)
}
