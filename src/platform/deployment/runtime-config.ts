import { readDeploymentSetting } from './setting.ts'

/** What every request and page needs of the settings, read once. */
export const runtimeConfig = {
  /** Path of the API on this origin, without a trailing slash. */
  apiBase: readDeploymentSetting('api').replace(/\/+$/, '') || '/api/v4',
  /** URI scheme of the server. */
  scheme: readDeploymentSetting('scheme') || 'svc',
  title: readDeploymentSetting('title') || 'Latchkey',
}
