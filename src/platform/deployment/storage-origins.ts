import { readDeploymentSetting } from './setting.ts'

/* Origins of storages besides this page's own. The policy of the page allows no others (docs/deployment.md). */

/** The origins that the deployment names, such as `https://host:8443`. */
function namedOrigins(): string[] {
  return readDeploymentSetting('origins')
    .split(/\s+/)
    .filter((origin) => URL.canParse(origin))
    .map((origin) => new URL(origin).origin)
}

export const hasStorageOrigins = (): boolean => namedOrigins().length > 0

export const isOnStorageOrigin = (url: string): boolean =>
  URL.canParse(url) && namedOrigins().includes(new URL(url).origin)
