import { useEffect, useState } from 'react'
import type { Batch } from '#src/stores/batches.ts'

/** A batch that ends sooner than this needs no progress, in ms. */
const patience = 400

/** The batch once it has taken a while: what is done at once flickers by for nobody. */
export function useLasting(batch: Batch | undefined): Batch | undefined {
  const [lasting, setLasting] = useState<number>()
  const id = batch?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => setLasting(id), patience)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === lasting ? batch : undefined
}
