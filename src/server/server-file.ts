import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The path of a file or folder that the service reads from its sources, such as `sample/files`: beside this module, or in
 * the sources when the module is in `dist/server/main.js`. Throws when it is missing, as in a bundle without its sources.
 */
export function serverFilePath(name: string): string {
  const path = ['./', '../../src/server/']
    .map((folder) => fileURLToPath(new URL(folder + name, import.meta.url).href))
    .find((each) => existsSync(each))
  if (path === undefined) throw new Error(`src/server/${name} is missing`)
  return path
}
