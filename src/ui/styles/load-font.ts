/** Calls back if the browser has the file of the font in its cache. */
function ifCached(callback: () => void): void {
  new PerformanceObserver((list, observer) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming) || !entry.name.includes('basic-latin'))
        continue
      observer.disconnect()
      if (entry.transferSize === 0) callback()
    }
  }).observe({ type: 'resource', buffered: true })
}

/**
 * Loads Inter. Call it after the first row is on screen, so that the font does not compete with the data. The text of a
 * page that is being read does not change under the reader: a font that came over the network is shown with the next
 * page, or when the tab is hidden. `onNextPage` calls back once, when another page is entered.
 */
export async function loadFontForNextPage(onNextPage: (show: () => void) => void): Promise<void> {
  try {
    await import('./font.css')
    await document.fonts.load('1em "Inter Variable"')
  } catch {
    // The fallback has the same metrics.
    return
  }
  const show = () => void document.documentElement.toggleAttribute('data-font', true)
  ifCached(show)
  onNextPage(show)
  document.addEventListener('visibilitychange', show, { once: true })
}
