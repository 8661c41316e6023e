/** Whether the browser can open the system's share sheet. */
export const hasShareSheet = (): boolean => 'share' in navigator

/** Opens the system's share sheet. Resolves to false when it cannot be opened; a user who closes it wants nothing sent. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    // The state is invalid while another sheet is open.
    return error instanceof DOMException && /^(?:Abort|InvalidState)Error$/.test(error.name)
  }
}
