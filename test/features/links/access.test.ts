import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import { accessSummaryOf, createAccessFormatter } from '#src/features/links/access/access.ts'
import { en } from '#src/i18n/en/catalogue.ts'
import { displayName } from '#src/i18n/names.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { sharePermissionsOf } from '#src/server/shares/share-permissions.ts'

const { read, update, create, delete: remove } = SharePermission
const r = encodeBoolset([read])
const rc = encodeBoolset([read, update])
const ra = encodeBoolset([read, create])
const rd = encodeBoolset([read, remove])
const c = encodeBoolset([update])
const names: Record<string, string> = { lin: 'Lin', amara: 'Amara' }
const people = { ownGroup: 'staff', nameOf: (id: string) => names[id] }
const textOf = createAccessFormatter(en, people)
const line = (
  part: Partial<PermissionSetting> | null,
  { isProtected = false, price = null as number | null } = {},
) => textOf({ permissions: part && { ...noPermissions, ...part }, isProtected, price })
const isAmber = (part: Partial<PermissionSetting>) =>
  accessSummaryOf({ ...noPermissions, ...part }, 'staff').isOpenToChange

describe('S1 access in one line', () => {
  it.each([
    [null, 'Public', false],
    [{}, 'Public', false],
    [{ everyone: '' }, 'Public', false],
    [{ everyone: r }, 'Public', false],
    [{ everyone: rc }, 'Public · can change', true],
    [{ everyone: ra }, 'Public · can change', true],
    [{ everyone: rd }, 'Public · can change', true],
    [{ everyone: r, same_group: rc }, 'Public · your group can change', false],
    [{ everyone: r, group_explicit: { staff: ra } }, 'Public · your group can change', false],
    [{ everyone: r, other: rc }, 'Public · signed-in people can change', true],
    [{ everyone: r, anonymous: rc }, 'Public · people not signed in can change', true],
    [{ everyone: r, user_explicit: { lin: rc } }, 'Public · Lin can change', false],
    [
      { everyone: r, same_group: rc, user_explicit: { lin: rc } },
      'Public · your group and Lin can change',
      false,
    ],
    [{ everyone: r, group_explicit: { guests: rc } }, 'Public · 1 group can change', true],
    [{ anonymous: r }, 'People not signed in', false],
    [{ anonymous: rc }, 'People not signed in · can change', true],
    [{ anonymous: r, other: r }, 'Public', false],
    [{ anonymous: rc, other: rc }, 'Public · can change', true],
    [{ anonymous: r, same_group: r }, 'People not signed in and your group', false],
    [
      { anonymous: r, same_group: rc },
      'People not signed in and your group · your group can change',
      false,
    ],
    [{ other: r }, 'Signed-in people', false],
    [{ other: rc }, 'Signed-in people · can change', true],
    [{ other: r, same_group: rc }, 'Signed-in people · your group can change', false],
    [{ other: rc, same_group: rc }, 'Signed-in people · can change', true],
    [{ same_group: r }, 'Your group', false],
    [{ same_group: rc }, 'Your group · can change', false],
    [
      { same_group: r, group_explicit: { guests: rc } },
      'Your group and 1 group · 1 group can change',
      true,
    ],
    [{ group_explicit: { a: r, b: r } }, '2 groups', false],
    [{ user_explicit: { lin: rc, amara: rc } }, 'Lin and 1 more · can change', false],
    [{ user_explicit: { lin: r, amara: rc } }, 'Lin and 1 more · Amara can change', false],
    [{ user_explicit: { lin: r } }, 'Lin', false],
    [{ user_explicit: { unknown: rc } }, '1 named person · can change', false],
    [
      { user_explicit: { unknown: r, other: rc } },
      '2 named people · 1 named person can change',
      false,
    ],
    [{ user_explicit: { lin: '' }, same_group: r }, 'Your group', false],
    [{ everyone: '!raw!' }, 'Not known', false],
    [{ everyone: '!raw!', same_group: rc }, 'Your group · can change · partly not known', false],
    [{ everyone: encodeBoolset([7]) }, 'Nobody', false],
    [{ everyone: c }, 'Nobody', false],
    [{ same_group: r, user_explicit: { lin: c } }, 'Your group', false],
    [{ everyone: r, user_explicit: { lin: c } }, 'Public · Lin can change', false],
    [{ everyone: c, user_explicit: { lin: r } }, 'Lin · can change', false],
    [{ same_group: c, group_explicit: { staff: r } }, 'Your group · can change', false],
  ] as const)('%j is "%s"', (part, words, amber) => {
    expect(line(part)).toBe(words)
    expect(isAmber(part ?? {})).toBe(amber)
  })

  it('says of every audience that it needs the password', () => {
    expect(line(null, { isProtected: true })).toBe('Public, with password')
    expect(line({ everyone: rc }, { isProtected: true })).toBe('Public, with password · can change')
    expect(line({ same_group: rc }, { isProtected: true })).toBe(
      'Your group, with password · can change',
    )
  })

  it('says that a link costs something, and no number without a unit', () => {
    expect(line(null, { price: 400 })).toBe('Public · paid')
    expect(line({ everyone: rc }, { isProtected: true, price: 5 })).toBe(
      'Public, with password · can change · paid',
    )
    expect(line(null, { price: 0 })).toBe('Public')
  })

  it('calls each audience by one term, alone and behind other words, and in Chinese too', () => {
    for (const kind of ['everyone', 'anonymous', 'other', 'same_group'] as const)
      for (const messages of [en, zhCN]) {
        const { audiences, inSentence } = messages.links.access
        expect(inSentence(audiences[kind]).toLowerCase()).toBe(audiences[kind].toLowerCase())
      }
  })

  it.each([
    [{ everyone: r, same_group: rc }, '公开 · 你的组可更改'],
    [{ everyone: r, user_explicit: { lin: rc } }, '公开 · Lin 可更改'],
    [{ same_group: r, user_explicit: { lin: r } }, '你的组和 Lin'],
    [{ user_explicit: { lin: r, amara: r } }, 'Lin 和另外 1 人'],
    [{ user_explicit: { unknown: r, other: r } }, '2 位指定人员'],
    [
      { anonymous: r, same_group: rc, user_explicit: { lin: rc } },
      '未登录的人、你的组和 Lin · 你的组和 Lin 可更改',
    ],
  ] as const)('%j is "%s" in Chinese, with a space beside Latin letters only', (part, words) => {
    const permissions = { ...noPermissions, ...part }
    const textInChinese = createAccessFormatter(zhCN, people)
    expect(textInChinese({ permissions, isProtected: false, price: null })).toBe(words)
  })

  it('has a space between Chinese and a name that is isolated from its direction', () => {
    const { list, whoCanChange } = zhCN.links.access
    const lin = displayName('Lin')
    expect(whoCanChange(list(['你的组', lin]))).toBe(`你的组和 ${lin} 可更改`)
    expect(list([lin, '你的组'])).toBe(`${lin} 和你的组`)
  })

  const user = (id: string, group: string) =>
    ({ key: id, id, group_id: group }) as unknown as UserRow
  const owner = user('the owner', 'staff')
  const visitors = {
    nobody: null,
    stranger: user('guest', 'guests'),
    colleague: user('colleague', 'staff'),
    lin: user('lin', 'others'),
  }
  const values = [null, '', c, r, rc, ra]

  it('says the same as the service does to each visitor, whatever the setting', () => {
    for (const everyone of values)
      for (const anonymous of values)
        for (const other of values)
          for (const same_group of values)
            for (const lin of values) {
              const setting = { ...noPermissions, everyone, anonymous, other, same_group }
              const full = { ...setting, user_explicit: lin === null ? {} : { lin } }
              const { openers, changers } = accessSummaryOf(full, 'staff')
              const isOf = (kinds: readonly { kind: string; id?: string }[], who: string) =>
                kinds.some(
                  ({ kind, id }) =>
                    kind === 'everyone' ||
                    (kind === 'anonymous' && who === 'nobody') ||
                    (kind === 'other' && who !== 'nobody') ||
                    (kind === 'same_group' && who === 'colleague') ||
                    (kind === 'user' && id === who),
                )
              for (const [who, visitor] of Object.entries(visitors)) {
                const may = sharePermissionsOf(visitor, JSON.stringify(full), owner)
                const what = `${who}: ${JSON.stringify(full)}`
                const mayOpen = may.includes(read)
                expect(isOf(openers, who), what).toBe(mayOpen)
                expect(isOf(changers, who), what).toBe(mayOpen && may.some((one) => one !== read))
              }
            }
  })
})
