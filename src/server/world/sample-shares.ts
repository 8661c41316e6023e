import { formatBoolset, SharePermission } from '#src/contract/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { day } from '#src/server/world/space.ts'
import type { People, Space } from '#src/server/world/space.ts'

const { read, update, create, delete: remove } = SharePermission
const may = (...flags: number[]) => formatBoolset(flags)

const nobody: PermissionSetting = {
  same_group: null,
  everyone: null,
  other: null,
  anonymous: null,
  group_explicit: {},
  user_explicit: {},
}
const anyone = { ...nobody, anonymous: may(read), everyone: may(read) }

type Access = PermissionSetting | ((people: People) => PermissionSetting)
/** Times are days: `age` before now, `expires` after now. */
type Link = {
  of: string
  age: number
  visited?: number
  downloaded?: number
  expires?: number
  left?: number
  password?: string
  price?: number
  access?: Access
  shareView?: boolean
  showReadme?: boolean
}

const longName = `Memos/${'会议纪要_'.repeat(19)}终-1.md`

/** The owner's links. */
const links: readonly Link[] = [
  {
    of: 'Photos/Lofoten, summer 2026',
    age: 12,
    visited: 482,
    downloaded: 96,
    password: 'skomvaer',
    access: anyone,
    shareView: true,
  },
  {
    of: 'Documents/Quarterly review.pdf',
    age: 19.3,
    visited: 31,
    downloaded: 7,
    left: 13,
    expires: 2.2,
    access: anyone,
  },
  {
    of: 'Work/Design/设计稿 · 第三版',
    age: 9,
    visited: 128,
    downloaded: 54,
    expires: 43.4,
    access: ({ design }) => ({ ...nobody, group_explicit: { [design]: may(read, update) } }),
    shareView: true,
  },
  {
    of: 'Work/Kick-off recording.mp4',
    age: 31.2,
    visited: 67,
    downloaded: 12,
    access: { ...nobody, everyone: may(read) },
  },
  {
    of: 'Finance/2026/Budget 2026.xlsx',
    age: 5.4,
    visited: 9,
    downloaded: 2,
    left: 3,
    expires: 10.6,
    access: ({ colleague, secondFactor }) => ({
      ...nobody,
      user_explicit: { [colleague]: may(read, update), [secondFactor]: may(read) },
    }),
  },
  {
    of: 'مشاريع/تقرير يوليو ٢٠٢٦.txt',
    age: 8,
    visited: 14,
    downloaded: 3,
    expires: -1.3,
    access: anyone,
  },
  {
    of: 'Work/Code/release-0.3.1 notes.txt',
    age: 52.1,
    visited: 212,
    downloaded: 50,
    left: 0,
    access: anyone,
  },
  // In the trash by itself: the service calls it expired.
  { of: 'Documents/Loan form.docx', age: 45.7, visited: 5, downloaded: 1, access: anyone },
  {
    of: 'Desktop/Screenshot 2026-06-30 at 09.12.44.png',
    age: 20.1,
    visited: 3,
    expires: 60,
    access: anyone,
  },
  // In the trash with the folder around it: the service calls it live.
  {
    of: 'Exports, June/Station report.txt',
    age: 24.9,
    visited: 22,
    downloaded: 8,
    access: anyone,
  },
  { of: 'Photos/Home/Birches behind the house.jpg', age: 72.6, visited: 2, access: anyone },
  {
    of: 'Onboarding',
    age: 83.5,
    visited: 340,
    downloaded: 118,
    access: { ...nobody, same_group: may(read) },
    showReadme: true,
  },
  {
    of: 'Press kit/Press kit – final – really final (2) 🎉.pdf',
    age: 91.8,
    visited: 77,
    downloaded: 41,
    expires: 6.3,
    password: 'press-2026',
    access: anyone,
  },
  { of: 'Documents/Attendees.csv', age: 6, visited: 18, downloaded: 6, access: anyone },
  {
    of: 'Photos/Lofoten, summer 2026/DJI_0142 over the sound.jpg',
    age: 10.2,
    visited: 51,
    downloaded: 9,
    price: 400,
    access: anyone,
  },
  {
    of: 'Documents/Rental agreement.pdf',
    age: 110.3,
    visited: 3,
    downloaded: 1,
    expires: -82.1,
    password: 'chairs 160',
    access: anyone,
  },
  { of: 'Press kit', age: 15.8, visited: 893, downloaded: 402, access: anyone, showReadme: true },
  {
    of: 'Documents/Meeting notes 2026-07-06.md',
    age: 11,
    visited: 6,
    access: { ...nobody, same_group: may(read), other: '' },
  },
  {
    of: 'Work/Code',
    age: 139.9,
    visited: 57,
    downloaded: 21,
    access: ({ colleague }) => ({
      ...nobody,
      user_explicit: { [colleague]: may(read, update, create, remove) },
    }),
    shareView: true,
  },
  {
    of: 'Music/潮间带/夜航.wav',
    age: 80.2,
    visited: 45,
    downloaded: 17,
    price: 1250,
    expires: 120,
    access: { ...nobody, other: may(read), anonymous: may(read) },
  },
  { of: longName, age: 58, visited: 4, downloaded: 1, access: anyone },
  {
    of: 'Memos/invoice_\u202efdp.exe.txt',
    age: 64.4,
    visited: 1,
    // Written by something else than this service; nobody can tell what it allows.
    access: { ...nobody, everyone: '??not a set??', anonymous: may(read) },
  },
  {
    of: 'Memos/👩‍👩‍👧‍👦 family plans 👨🏽‍🌾.md',
    age: 13,
    visited: 11,
    downloaded: 2,
    password: '草莓🍓',
    expires: 29.5,
    access: anyone,
  },
  {
    of: '会议记录',
    age: 9.4,
    visited: 36,
    downloaded: 14,
    access: { ...nobody, same_group: may(read, update, create), everyone: may(read) },
  },
  { of: 'Finance/2026/Invoice 2026-014.pdf', age: 47.9, visited: 2, downloaded: 1, left: 0 },
  // The same file once more: links are told apart by more than their names.
  {
    of: 'Finance/2026/Invoice 2026-014.pdf',
    age: 30.5,
    visited: 1,
    expires: 0.4,
    password: 'x7-kattegat',
    access: anyone,
  },
  { of: 'Docs/2025/Annual report 2025.pdf', age: 148.3, visited: 264, downloaded: 131 },
  {
    of: 'Docs/2025/Tide tables.xlsx',
    age: 133.1,
    visited: 40,
    downloaded: 25,
    left: 75,
    expires: -14.6,
    access: anyone,
  },
  {
    of: 'Photos/Home/Erg Chebbi.jpg',
    age: 120.7,
    visited: 19,
    downloaded: 4,
    price: 0,
    expires: 5.1,
    access: { ...nobody, everyone: may(read), other: may(read) },
  },
  { of: "Memos/&lt;b&gt; 'bold' &amp; #1 100%.md", age: 57.9, access: { ...nobody } },
]

const colleagueLinks: readonly Link[] = [
  { of: 'Field notes', age: 40.8, visited: 16, downloaded: 3, access: anyone, shareView: true },
  {
    of: 'Field notes/Stamsund.txt',
    age: 12,
    visited: 4,
    expires: 17.2,
    password: 'noon',
    access: anyone,
  },
  { of: 'Coordinates.pdf', age: 60.3, visited: 29, downloaded: 10, left: 0, access: anyone },
]

function layLinks(wanted: readonly Link[], people: People, spaces: readonly Space[]): void {
  // Made in the order of their age, which makes that the order of their keys as well.
  for (const link of [...wanted].sort((a, b) => b.age - a.age)) {
    const space = spaces.find((space) => space.has(link.of))
    if (!space) throw new Error(`nothing at ${link.of}`)
    const { lay, now } = space.service
    const at = (days: number) => Math.floor(now() + days * day)
    const { access } = link
    lay.addShare(space.idOf(link.of), {
      // Nothing can have been shared before it was there.
      createdAt: at(-Math.min(link.age, space.ageOf(link.of))),
      visited: link.visited ?? 0,
      downloaded: link.downloaded ?? 0,
      shareView: link.shareView ?? false,
      showReadme: link.showReadme ?? false,
      ...(link.expires === undefined ? {} : { expires: at(link.expires) }),
      ...(link.left === undefined ? {} : { remainDownloads: link.left }),
      ...(link.password === undefined ? {} : { password: link.password }),
      ...(link.price === undefined ? {} : { price: link.price }),
      ...(access
        ? { permissionSetting: typeof access === 'function' ? access(people) : access }
        : {}),
    })
  }
}

/** Lays the owner's links in every state and some of the colleague's. `gone` knows what is in the trash. */
export function layShares(space: Space, gone: Space, colleague: Space): void {
  layLinks(links, space.people, [space, gone])
  layLinks(colleagueLinks, space.people, [colleague])
}
