/** Messages of `frame` that the first page does not need. */
export const frameRest = {
  documentTitle: (place: string, app: string) => `${place} · ${app}`,
  goToFiles: 'Go to Files',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  goToShares: 'Go to Shares',
}
