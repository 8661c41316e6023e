import * as v from 'valibot'
import type { PermissionSetting } from '#src/contract/share.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import { newId } from '#src/server/storage/ids.ts'

export type ShareBuilders = {
  /** Shares an item; returns the share's id. Times are milliseconds since 1970. */
  addShare(
    fileId: string,
    share?: {
      password?: string
      expires?: number
      remainDownloads?: number
      downloaded?: number
      visited?: number
      price?: number
      permissionSetting?: PermissionSetting
      shareView?: boolean
      showReadme?: boolean
      createdAt?: number
    },
  ): string
}

const Row = v.object({ key: v.number(), owner_key: v.number() })

export function createShareBuilders({ db, now }: ServiceContext): ShareBuilders {
  return {
    addShare(fileId, share = {}) {
      const file = db.first('SELECT key, owner_key FROM files WHERE id = ?', [fileId], Row)
      if (!file) throw new Error(`no file ${fileId}`)
      const id = newId()
      db.run(
        `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, downloaded, visited, price,
           permission_setting, share_view, show_readme, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          file.owner_key,
          file.key,
          share.password ?? null,
          share.expires ?? null,
          share.remainDownloads ?? null,
          share.downloaded ?? 0,
          share.visited ?? 0,
          share.price ?? null,
          share.permissionSetting ? JSON.stringify(share.permissionSetting) : null,
          share.shareView ?? false,
          share.showReadme ?? false,
          share.createdAt ?? now(),
        ],
      )
      return id
    },
  }
}
