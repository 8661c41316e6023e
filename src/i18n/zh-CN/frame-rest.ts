import type { RemainingMessages } from '../messages.ts'

export const frameRest = {
  documentTitle: (place, app) => `${place} · ${app}`,
  goToFiles: '前往文件',
  notifications: '通知',
  dismiss: '知道了',
  goToShares: '前往分享',
} satisfies RemainingMessages['frame']
