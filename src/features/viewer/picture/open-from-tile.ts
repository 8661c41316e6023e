import './opened-picture.css'

/** The name of the picture while it moves. */
const transitionName = 'opened-picture'

const hasMotion = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Opens the viewer and focuses it. Where the browser has view transitions, the picture in the row that was opened grows
 * into the stage, and the viewer opens with the next frame. Returns what cancels that.
 */
export function openViewerFromTile(
  viewer: HTMLDialogElement,
  stage: HTMLElement,
  opener: Element | null,
): () => void {
  const show = () => {
    viewer.showModal()
    viewer.focus()
  }
  const picture = opener?.closest('[data-index]')?.querySelector('img')
  if (!picture || !hasMotion()) {
    show()
    return () => {}
  }
  let isCancelled = false
  picture.style.viewTransitionName = transitionName
  const transition = document.startViewTransition(() => {
    // Two elements of one name would end the transition.
    picture.style.viewTransitionName = ''
    if (isCancelled) return
    stage.style.viewTransitionName = transitionName
    viewer.setAttribute('data-grown', '')
    show()
  })
  // A transition may be skipped, for instance in a tab in the background; the viewer opens all the same.
  transition.ready.catch(() => undefined)
  void transition.finished.then(() => {
    stage.style.viewTransitionName = ''
  })
  return () => {
    isCancelled = true
    transition.skipTransition()
  }
}
