import { deploymentSetting } from './setting.ts'

/** Every request and page needs these settings, which are read once. */
export const runtimeConfig = {
  /** The API is below this path of the origin, which has no slash at its end. */
  apiBase: deploymentSetting('api').replace(/\/+$/, '') || '/api/v4',
  /** The server uses this scheme in URIs. */
  scheme: deploymentSetting('scheme') || 'svc',
  title: deploymentSetting('title') || 'Latchkey',
}
