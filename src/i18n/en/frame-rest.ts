/** What `frame` says beyond the first page. */
export const frameRest = {
  documentTitle: (place: string, app: string) => `${place} · ${app}`,
  goToFiles: 'Go to Files',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  goToShares: 'Go to Shares',
}
