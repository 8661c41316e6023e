import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Metadata } from '#src/contract/file.ts'
import { LockApplication } from '#src/contract/lock.ts'
import { newId } from '#src/server/ids.ts'
import { newLockToken } from '#src/server/locks.ts'
import { readSetting, writeSetting } from '#src/server/schema.ts'
import type { Service } from '#src/server/service.ts'
import { collaboraViewerId } from '#src/server/site.ts'
import type { People } from '#src/server/world/space.ts'

const hour = 3600_000

const SampleLock = v.object({
  token: v.string(),
  fileId: v.string(),
  owner: v.string(),
  holder: v.exactOptional(v.string()),
  application: LockApplication,
  depth: v.picklist([0, 'infinity']),
  hours: v.number(),
  expires: v.number(),
})
type SampleLock = v.InferOutput<typeof SampleLock>

const setting = 'sample_locks'
const Found = v.object({ expires_at: v.nullable(v.number()) })

/** Which items are locked, by their ids. */
export type Locked = Record<
  'opened' | 'mounted' | 'claimed' | 'uploading' | 'trashed' | 'shared',
  string
>

/** Locks of every kind of holder. */
export function layLocks(service: Service, people: People, locked: Locked): void {
  const { owner, colleague } = people
  const viewer = { type: 'viewer', viewer_id: collaboraViewerId }
  const wanted: Omit<SampleLock, 'token' | 'owner' | 'expires'>[] = [
    { fileId: locked.opened, holder: colleague, application: viewer, depth: 0, hours: 12 },
    {
      fileId: locked.mounted,
      holder: colleague,
      application: {
        type: 'dav',
        inner_xml: '<D:href xmlns:D="DAV:">Lin Okafor on lins-mac</D:href>',
      },
      depth: 'infinity',
      hours: 72,
    },
    { fileId: locked.claimed, application: { type: 'scan-station' }, depth: 0, hours: 72 },
    {
      fileId: locked.uploading,
      holder: owner,
      application: { type: 'upload' },
      depth: 'infinity',
      hours: 24,
    },
    { fileId: locked.trashed, holder: colleague, application: viewer, depth: 0, hours: 12 },
    // Of the owner, where the colleague meets it.
    {
      fileId: locked.shared,
      holder: owner,
      application: {
        type: 'dav',
        inner_xml: '<D:href xmlns:D="DAV:">Mei Wang on meis-desk</D:href>',
      },
      depth: 0,
      hours: 72,
    },
  ]
  const locks = wanted.map((lock): SampleLock => ({
    ...lock,
    token: newLockToken(),
    owner,
    expires: service.now() + lock.hours * hour,
  }))
  for (const lock of locks) service.lay.addLock(lock)
  writeSetting(service.db, setting, JSON.stringify(locks))
  layUpload(service, owner, locked.uploading, locks[3]?.token ?? '')
}

function layUpload({ db, now }: Service, owner: string, fileId: string, token: string): void {
  const id = randomUUID()
  const [size, chunk] = [182 * 1024 * 1024, 4 * 1024 * 1024]
  db.run(
    `INSERT INTO uploads (id, user_key, file_key, entity_id, size, chunk_size, is_new, mime_type, lock_token, expires_at,
       created_at)
     SELECT ?, u.key, f.key, ?, ?, ?, 1, 'video/mp4', ?, ?, f.created_at
     FROM files f JOIN users u ON u.key = f.owner_key WHERE f.id = ? AND u.id = ?`,
    [id, newId(), size, chunk, token, now() + 24 * hour, fileId, owner],
  )
  const metadata = JSON.stringify({ [Metadata.uploadSession]: id })
  db.run('UPDATE files SET metadata = ? WHERE id = ?', [metadata, fileId])
}

/** See `relayLocks`. */
export function relaySampleLocks(service: Service): void {
  const { db, lay, now } = service
  const kept = readSetting(db, setting)
  if (kept === undefined) return
  db.transaction(() => {
    const left: SampleLock[] = []
    for (const lock of v.parse(v.array(SampleLock), JSON.parse(kept))) {
      const isThere = db.first('SELECT expires_at FROM locks WHERE token = ?', [lock.token], Found)
      const isOver = lock.expires <= now()
      const hasFile = db.first('SELECT id FROM files WHERE id = ?', [lock.fileId], v.object({}))
      // Gone before its time: somebody unlocked it, and it shall not come back.
      if (!hasFile || (!isThere && !isOver)) continue
      if (isOver) {
        lock.expires = now() + lock.hours * hour
        db.run('DELETE FROM locks WHERE token = ?', [lock.token])
        // The item may have been moved since.
        lay.addLock(lock)
        db.run('UPDATE uploads SET expires_at = ? WHERE lock_token = ?', [lock.expires, lock.token])
      }
      left.push(lock)
    }
    writeSetting(db, setting, JSON.stringify(left))
  })
}
