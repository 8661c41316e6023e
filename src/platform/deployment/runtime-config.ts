import { deploymentSetting } from './setting.ts'

/** What every request and page needs of the settings, read once. */
export const runtimeConfig = {
  /** Path of the API on this origin, without a trailing slash. */
  apiBase: deploymentSetting('api').replace(/\/+$/, '') || '/api/v4',
  /** URI scheme of the server. */
  scheme: deploymentSetting('scheme') || 'svc',
  title: deploymentSetting('title') || 'Latchkey',
}
