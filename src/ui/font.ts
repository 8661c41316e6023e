/** Asks for Inter. Call it after the first row is on screen: before that, the font would compete with the data. */
export async function loadFont(): Promise<void> {
  try {
    await import('./font.css')
  } catch {
    // The fallback has the same metrics; a font that cannot be fetched is no failure.
  }
}
