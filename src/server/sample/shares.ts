import { SharePermission } from '#src/contract/boolset.ts'
import { formatBoolset } from '#src/contract/format-boolset.ts'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import type { AccountIds } from './account-files.ts'

const { read, update, create, delete: remove } = SharePermission
const may = (...flags: number[]) => formatBoolset(flags)

const anyone = { ...noPermissions, anonymous: may(read), everyone: may(read) }

type Access = PermissionSetting | ((accounts: AccountIds) => PermissionSetting)
/** A share of the item at `path`. Times are days: `age` before now, `expires` after now. */
export type SampleShare = {
  path: string
  age: number
  visited?: number
  downloaded?: number
  expires?: number
  remainDownloads?: number
  password?: string
  price?: number
  access?: Access
  shareView?: boolean
  showReadme?: boolean
}

const longName = `Memos/${'会议纪要_'.repeat(19)}终-1.md`

/** The owner's shares, in every state. */
export const ownerShares: readonly SampleShare[] = [
  {
    path: 'Photos/Lofoten, summer 2026',
    age: 12,
    visited: 482,
    downloaded: 96,
    password: 'skomvaer',
    access: anyone,
    shareView: true,
  },
  {
    path: 'Documents/Quarterly review.pdf',
    age: 19.3,
    visited: 31,
    downloaded: 7,
    remainDownloads: 13,
    expires: 2.2,
    access: anyone,
  },
  {
    path: 'Work/Design/设计稿 · 第三版',
    age: 9,
    visited: 128,
    downloaded: 54,
    expires: 43.4,
    access: ({ design }) => ({ ...noPermissions, group_explicit: { [design]: may(read, update) } }),
    shareView: true,
  },
  {
    path: 'Work/Kick-off recording.mp4',
    age: 31.2,
    visited: 67,
    downloaded: 12,
    access: { ...noPermissions, everyone: may(read) },
  },
  {
    path: 'Finance/2026/Budget 2026.xlsx',
    age: 5.4,
    visited: 9,
    downloaded: 2,
    remainDownloads: 3,
    expires: 10.6,
    access: ({ colleague, secondFactor }) => ({
      ...noPermissions,
      user_explicit: { [colleague]: may(read, update), [secondFactor]: may(read) },
    }),
  },
  {
    path: 'مشاريع/تقرير يوليو ٢٠٢٦.txt',
    age: 8,
    visited: 14,
    downloaded: 3,
    expires: -1.3,
    access: anyone,
  },
  {
    path: 'Work/Code/release-0.3.1 notes.txt',
    age: 52.1,
    visited: 212,
    downloaded: 50,
    remainDownloads: 0,
    access: anyone,
  },
  // Its own item is in the trash: the service calls such a share expired.
  { path: 'Documents/Loan form.docx', age: 45.7, visited: 5, downloaded: 1, access: anyone },
  {
    path: 'Desktop/Screenshot 2026-06-30 at 09.12.44.png',
    age: 20.1,
    visited: 3,
    expires: 60,
    access: anyone,
  },
  // The folder around its item is in the trash: the service calls such a share valid.
  {
    path: 'Exports, June/Station report.txt',
    age: 24.9,
    visited: 22,
    downloaded: 8,
    access: anyone,
  },
  { path: 'Photos/Home/Birches behind the house.jpg', age: 72.6, visited: 2, access: anyone },
  {
    path: 'Onboarding',
    age: 83.5,
    visited: 340,
    downloaded: 118,
    access: { ...noPermissions, same_group: may(read) },
    showReadme: true,
  },
  {
    path: 'Press kit/Press kit – final – really final (2) 🎉.pdf',
    age: 91.8,
    visited: 77,
    downloaded: 41,
    expires: 6.3,
    password: 'press-2026',
    access: anyone,
  },
  { path: 'Documents/Attendees.csv', age: 6, visited: 18, downloaded: 6, access: anyone },
  {
    path: 'Photos/Lofoten, summer 2026/DJI_0142 over the sound.jpg',
    age: 10.2,
    visited: 51,
    downloaded: 9,
    price: 400,
    access: anyone,
  },
  {
    path: 'Documents/Rental agreement.pdf',
    age: 110.3,
    visited: 3,
    downloaded: 1,
    expires: -82.1,
    password: 'chairs 160',
    access: anyone,
  },
  { path: 'Press kit', age: 15.8, visited: 893, downloaded: 402, access: anyone, showReadme: true },
  {
    path: 'Documents/Meeting notes 2026-07-06.md',
    age: 11,
    visited: 6,
    access: { ...noPermissions, same_group: may(read), other: '' },
  },
  {
    path: 'Work/Code',
    age: 139.9,
    visited: 57,
    downloaded: 21,
    access: ({ colleague }) => ({
      ...noPermissions,
      user_explicit: { [colleague]: may(read, update, create, remove) },
    }),
    shareView: true,
  },
  {
    path: 'Music/潮间带/夜航.wav',
    age: 80.2,
    visited: 45,
    downloaded: 17,
    price: 1250,
    expires: 120,
    access: { ...noPermissions, other: may(read), anonymous: may(read) },
  },
  { path: longName, age: 58, visited: 4, downloaded: 1, access: anyone },
  {
    path: 'Memos/invoice_\u202efdp.exe.txt',
    age: 64.4,
    visited: 1,
    // Not a boolset, as another program might store it.
    access: { ...noPermissions, everyone: '??not a set??', anonymous: may(read) },
  },
  {
    path: 'Memos/👩‍👩‍👧‍👦 family plans 👨🏽‍🌾.md',
    age: 13,
    visited: 11,
    downloaded: 2,
    password: '草莓🍓',
    expires: 29.5,
    access: anyone,
  },
  {
    path: '会议记录',
    age: 9.4,
    visited: 36,
    downloaded: 14,
    access: { ...noPermissions, same_group: may(read, update, create), everyone: may(read) },
  },
  {
    path: 'Finance/2026/Invoice 2026-014.pdf',
    age: 47.9,
    visited: 2,
    downloaded: 1,
    remainDownloads: 0,
  },
  // A second share of the same file: names do not identify shares.
  {
    path: 'Finance/2026/Invoice 2026-014.pdf',
    age: 30.5,
    visited: 1,
    expires: 0.4,
    password: 'x7-kattegat',
    access: anyone,
  },
  { path: 'Docs/2025/Annual report 2025.pdf', age: 148.3, visited: 264, downloaded: 131 },
  {
    path: 'Docs/2025/Tide tables.xlsx',
    age: 133.1,
    visited: 40,
    downloaded: 25,
    remainDownloads: 75,
    expires: -14.6,
    access: anyone,
  },
  {
    path: 'Photos/Home/Erg Chebbi.jpg',
    age: 120.7,
    visited: 19,
    downloaded: 4,
    price: 0,
    expires: 5.1,
    access: { ...noPermissions, everyone: may(read), other: may(read) },
  },
  { path: "Memos/&lt;b&gt; 'bold' &amp; #1 100%.md", age: 57.9, access: { ...noPermissions } },
]

/** Some of the colleague's shares. */
export const colleagueShares: readonly SampleShare[] = [
  { path: 'Field notes', age: 40.8, visited: 16, downloaded: 3, access: anyone, shareView: true },
  {
    path: 'Field notes/Stamsund.txt',
    age: 12,
    visited: 4,
    expires: 17.2,
    password: 'noon',
    access: anyone,
  },
  {
    path: 'Coordinates.pdf',
    age: 60.3,
    visited: 29,
    downloaded: 10,
    remainDownloads: 0,
    access: anyone,
  },
]
