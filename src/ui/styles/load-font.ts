/** Loads Inter. Call it after the first row is on screen, so that the font does not compete with the data. */
export async function loadFont(): Promise<void> {
  try {
    await import('#src/ui/styles/font.css')
  } catch {
    // A failure is ignored: the fallback has the same metrics.
  }
}
