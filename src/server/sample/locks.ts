import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { MetadataKey } from '#src/contract/file.ts'
import { LockApplication } from '#src/contract/lock.ts'
import { collaboraViewerId } from '#src/server/http/site.ts'
import { newLockToken } from '#src/server/locks/locks.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { newId } from '#src/server/storage/ids.ts'
import { readSetting, writeSetting } from '#src/server/storage/schema.ts'
import type { AccountIds } from './account-files.ts'

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

/** The setting that remembers the sample locks, for {@link renewSampleLocks}. */
const setting = 'sample_locks'

/** The ids of the items to lock. */
export type SampleLockedItemIds = Record<
  'openInViewer' | 'mounted' | 'ofUnknownHolder' | 'uploading' | 'trashed' | 'shared',
  string
>

/** Seeds a lock of each kind of holder, and the upload that one of them belongs to. */
export function seedLocks(
  service: EmbeddedService,
  accounts: AccountIds,
  items: SampleLockedItemIds,
): void {
  const { owner, colleague } = accounts
  const viewer = { type: 'viewer', viewer_id: collaboraViewerId }
  const locks: Omit<SampleLock, 'token' | 'owner' | 'expires'>[] = [
    { fileId: items.openInViewer, holder: colleague, application: viewer, depth: 0, hours: 12 },
    {
      fileId: items.mounted,
      holder: colleague,
      application: {
        type: 'dav',
        inner_xml: '<D:href xmlns:D="DAV:">Lin Okafor on lins-mac</D:href>',
      },
      depth: 'infinity',
      hours: 72,
    },
    { fileId: items.ofUnknownHolder, application: { type: 'scan-station' }, depth: 0, hours: 72 },
    {
      fileId: items.uploading,
      holder: owner,
      application: { type: 'upload' },
      depth: 'infinity',
      hours: 24,
    },
    { fileId: items.trashed, holder: colleague, application: viewer, depth: 0, hours: 12 },
    // Held by the owner on a file that the colleague may change.
    {
      fileId: items.shared,
      holder: owner,
      application: {
        type: 'dav',
        inner_xml: '<D:href xmlns:D="DAV:">Mei Wang on meis-desk</D:href>',
      },
      depth: 0,
      hours: 72,
    },
  ]
  const sampleLocks = locks.map((lock): SampleLock => ({
    ...lock,
    token: newLockToken(),
    owner,
    expires: service.now() + lock.hours * hour,
  }))
  for (const lock of sampleLocks) service.seed.addLock(lock)
  writeSetting(service.db, setting, JSON.stringify(sampleLocks))
  const upload = sampleLocks.find(({ fileId }) => fileId === items.uploading)
  seedUpload(service, owner, items.uploading, upload?.token ?? '')
}

/** An upload in progress, of which nothing has arrived yet. */
function seedUpload(
  { db, now }: EmbeddedService,
  owner: string,
  fileId: string,
  token: string,
): void {
  const id = randomUUID()
  const [size, chunk] = [182 * 1024 * 1024, 4 * 1024 * 1024]
  db.run(
    `INSERT INTO uploads (id, user_key, file_key, entity_id, size, chunk_size, is_new, lock_token, expires_at,
       created_at)
     SELECT ?, u.key, f.key, ?, ?, ?, 1, ?, ?, f.created_at
     FROM files f JOIN users u ON u.key = f.owner_key WHERE f.id = ? AND u.id = ?`,
    [id, newId(), size, chunk, token, now() + 24 * hour, fileId, owner],
  )
  const metadata = JSON.stringify({ [MetadataKey.uploadSession]: id })
  db.run('UPDATE files SET metadata = ? WHERE id = ?', [metadata, fileId])
}

/** Renews the sample locks that have expired. Those that somebody removed before are not created again. */
export function renewSampleLocks(service: EmbeddedService): void {
  const { db, seed, now } = service
  const saved = readSetting(db, setting)
  if (saved === undefined) return
  db.transaction(() => {
    const remaining: SampleLock[] = []
    for (const lock of v.parse(v.array(SampleLock), JSON.parse(saved))) {
      const exists = hasRow(service, 'SELECT 1 FROM locks WHERE token = ?', lock.token)
      const hasExpired = lock.expires <= now()
      const hasFile = hasRow(service, 'SELECT 1 FROM files WHERE id = ?', lock.fileId)
      // A lock that is missing before it expired was removed by somebody.
      if (!hasFile || (!exists && !hasExpired)) continue
      if (hasExpired) {
        lock.expires = now() + lock.hours * hour
        // Created anew instead of extended, because the file may have been moved.
        db.run('DELETE FROM locks WHERE token = ?', [lock.token])
        seed.addLock(lock)
        db.run('UPDATE uploads SET expires_at = ? WHERE lock_token = ?', [lock.expires, lock.token])
      }
      remaining.push(lock)
    }
    writeSetting(db, setting, JSON.stringify(remaining))
  })
}

const hasRow = ({ db }: EmbeddedService, sql: string, parameter: string): boolean =>
  db.first(sql, [parameter], v.object({})) !== undefined
