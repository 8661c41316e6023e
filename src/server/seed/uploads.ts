import * as v from 'valibot'
import type { Context } from '#src/server/http/call.ts'

export type UploadBuilders = {
  /** Ids of the upload sessions that are open, in no certain order. */
  uploadSessionIds(): string[]
}

const Row = v.object({ id: v.string() })

export function createUploadBuilders({ db }: Context): UploadBuilders {
  return {
    uploadSessionIds: () => db.query('SELECT id FROM uploads', [], Row).map(({ id }) => id),
  }
}
