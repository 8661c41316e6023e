import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt'])
/** Below this many bytes, compression saves less than its header costs. */
const minSize = 512

/**
 * Writes a `.gz` and a `.br` file beside each file of text in the built page, for web servers that send them as they are
 * (nginx `gzip_static`, caddy `precompressed`). Not beside `index.html`, which deployments edit.
 */
export function precompressPlugin(): Plugin {
  return {
    name: 'latchkey:precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle: {
      sequential: true,
      order: 'post',
      handler({ dir }) {
        if (dir !== undefined) compressFolder(dir)
      },
    },
  }
}

function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !compressible.has(extname(path)) || statSync(path).size < minSize) {
      continue
    }
    const body = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
    )
  }
}
