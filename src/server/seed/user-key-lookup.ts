import * as v from 'valibot'
import type { Db } from '#src/server/storage/db.ts'

/** Finds the database key of a user by id. Throws for an unknown id. */
export type UserKeyLookup = (id: string) => number

const Key = v.object({ key: v.number() })

/** Remembers the keys, because seeding asks for the same few again and again. */
export function createUserKeyLookup(db: Db): UserKeyLookup {
  const keys = new Map<string, number>()
  return (id) => {
    const key = keys.get(id) ?? db.first('SELECT key FROM users WHERE id = ?', [id], Key)?.key
    if (key === undefined) throw new Error(`no user ${id}`)
    keys.set(id, key)
    return key
  }
}
