import { test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { createService } from '#src/server/service.ts'
import { layWorld } from '#src/server/world/lay.ts'
for (const world of ['sample', 'large'] as const)
  test(world, { timeout: 200000 }, async () => {
    const dir = mkdtempSync('/tmp/world-')
    const service = await createService({ dir })
    const t = performance.now()
    let longest = 0,
      last = t
    const { accounts } = await layWorld(service, world, {
      onProgress: (d, n) => {
        const x = performance.now()
        longest = Math.max(longest, x - last)
        last = x
        if (world === 'large' && d % 50000 === 0) console.log(d, n, x - t)
      },
    })
    console.log(world, performance.now() - t, 'longest', longest, accounts)
    service.close()
    rmSync(dir, { recursive: true })
  })
