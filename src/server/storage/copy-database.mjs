// @ts-check
/* Runs in a thread of its own, in plain JavaScript because Node 20 cannot run TypeScript there. Writes a consistent copy
   of the database at `path` to `target`, while others read and write it. */
import { renameSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import Libsql from 'libsql'

const { path, target } = /** @type {{ path: string, target: string }} */ (workerData)
const draft = `${target}.new`
const database = new Libsql(path)
try {
  database.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`)
} finally {
  database.close()
}
renameSync(draft, target)
