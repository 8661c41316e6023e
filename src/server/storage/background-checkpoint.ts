import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { libraryPath } from './connection.ts'

/*
 * Text, because the built service is one file, which is no entry for a worker. The worker opens a connection for each
 * checkpoint, so that it holds none when the service closes its own.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { path, libraryPath, isRunning } = workerData
const Database = require(libraryPath)
function checkpoint() {
  const database = new Database(path)
  try {
    const [{ log, checkpointed }] = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all()
    return { isWhole: checkpointed === log }
  } finally {
    database.close()
  }
}
parentPort.on('message', () => {
  let result
  try {
    result = checkpoint()
  } catch (error) {
    result = { error: String(error) }
  }
  Atomics.store(isRunning, 0, 0)
  Atomics.notify(isRunning, 0)
  parentPort.postMessage(result)
})`

const Result = v.union([v.object({ isWhole: v.boolean() }), v.object({ error: v.string() })])

/** Milliseconds that closing the database waits for a checkpoint. */
const finishTimeoutMs = 30_000

/** Checkpoints of one database in a thread of its own, since one can take a second of disk time. */
export type BackgroundCheckpoint = {
  /**
   * Copies the write-ahead log into the database file while this thread reads and writes; at most one at a time.
   * Resolves to whether that was the whole log, and rejects with errors of the disk.
   */
  run(): Promise<boolean>
  /** Blocks until the running checkpoint, if there is one, has ended. */
  finish(): void
}

/** The thread starts with the first checkpoint and does not keep the process alive. */
export function createBackgroundCheckpoint(path: string): BackgroundCheckpoint {
  const isRunning = new Int32Array(new SharedArrayBuffer(4))
  let thread: Worker | undefined
  let waiting: { resolve: (isWhole: boolean) => void; reject: (error: Error) => void } | undefined

  function start(): Worker {
    const worker = new Worker(workerSource, {
      eval: true,
      workerData: { path, libraryPath, isRunning },
    })
    worker.on('message', (message: unknown) => {
      const result = v.parse(Result, message)
      if ('isWhole' in result) waiting?.resolve(result.isWhole)
      else waiting?.reject(new Error(result.error))
    })
    const fail = (error: Error) => {
      thread = undefined
      Atomics.store(isRunning, 0, 0)
      waiting?.reject(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the thread for checkpoints has ended')))
    worker.unref()
    return worker
  }

  return {
    run: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        thread ??= start()
        Atomics.store(isRunning, 0, 1)
        thread.postMessage('run')
      }),
    finish() {
      Atomics.wait(isRunning, 0, 1, finishTimeoutMs)
    },
  }
}
