import * as v from 'valibot'
import type { ServiceContext } from '#src/server/http/request-context.ts'

export type UploadReader = {
  /** Ids of the upload sessions that are open, in no certain order. */
  uploadSessionIds(): string[]
}

const Row = v.object({ id: v.string() })

export function createUploadReader({ db }: ServiceContext): UploadReader {
  return {
    uploadSessionIds: () => db.query('SELECT id FROM uploads', [], Row).map(({ id }) => id),
  }
}
