import { columnKey, hasSameColumns, withViewDefaults } from '#src/contract/views/view-rules.ts'
import type { ViewColumn, ViewSetting } from '#src/contract/views/view.ts'
import { columnName, type CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { layouts, resolveView, sortOfView } from './resolved-view.ts'

/** One difference between two views, in words. */
export type ViewChangeText = { readonly field: keyof ViewSetting; readonly text: string }

function layoutWord({ view = '' }: ViewSetting, t: Messages): string {
  const layout = layouts.find((each) => each === view)
  return layout ? t.viewSettings.layouts[layout] : displayName(view)
}

/** "Name ↑"; the key itself for an unknown order. */
function sortWords(view: ViewSetting, t: Messages): string {
  const by = sortOfView(view)?.by
  const messages: Readonly<Record<string, string>> = t.viewSettings.sortKeys
  const word = (by && messages[by]) ?? t.viewSettings.orderUnknown(view.order ?? '')
  return `${word} ${view.order_direction === 'desc' ? '↓' : '↑'}`
}

/** The columns of `these` that are missing in `those`; duplicates are counted. */
function without(these: readonly ViewColumn[], those: readonly ViewColumn[]): ViewColumn[] {
  const left = new Map<string, number>()
  for (const column of those) {
    const key = columnKey(column)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return these.filter((column) => {
    const key = columnKey(column)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

function columnWords(
  from: readonly ViewColumn[],
  to: readonly ViewColumn[],
  t: Messages,
  properties: CustomPropertyNames | undefined,
): string[] {
  const messages = t.viewSettings.change
  const nameOf = (column: ViewColumn) =>
    columnName(column, t, properties) ?? t.viewSettings.columnUnknown(column.type)
  const added = without(to, from)
  const removed = without(from, to)
  const parts = [
    ...added.map((column) => `+ ${nameOf(column)}`),
    ...removed.map((column) => `− ${nameOf(column)}`),
  ]
  const [common, before] = [without(to, added), without(from, removed)]
  const isMoved = common.some((column, at) => {
    const other = before[at]
    return other !== undefined && columnKey(column) !== columnKey(other)
  })
  if (isMoved) parts.push(messages.columnOrder)
  const widths = (columns: readonly ViewColumn[]) =>
    columns.map((column) => `${columnKey(column)} ${column.width ?? ''}`).sort()
  if (widths(common).join('\n') !== widths(before).join('\n')) parts.push(messages.columnWidths)
  return parts.length > 0 ? parts : [messages.columnsNamed]
}

/** The differences between two views in words, in the order of the fields in the form. */
export function describeViewChanges(
  from: ViewSetting,
  to: ViewSetting,
  t: Messages,
  properties?: CustomPropertyNames,
): ViewChangeText[] {
  const messages = t.viewSettings.change
  const [before, after] = [withViewDefaults(from), withViewDefaults(to)]
  const changes: ViewChangeText[] = []
  const add = (field: ViewChangeText['field'], text: string) => changes.push({ field, text })
  if (before.view !== after.view) {
    add('view', messages.layout(layoutWord(before, t), layoutWord(after, t)))
  }
  const isSorted =
    (before.order ?? '') === (after.order ?? '') && before.order_direction === after.order_direction
  if (!isSorted) add('order', messages.sort(sortWords(before, t), sortWords(after, t)))
  if (before.page_size !== after.page_size) {
    add('page_size', messages.pageSize(before.page_size ?? 0, after.page_size ?? 0))
  }
  if (before.thumbnail !== after.thumbnail)
    add('thumbnail', messages.thumbnails(after.thumbnail ?? false))
  if (before.gallery_width !== after.gallery_width) {
    add('gallery_width', messages.galleryWidth(before.gallery_width ?? 0, after.gallery_width ?? 0))
  }
  if (!hasSameColumns(before, after)) {
    const [shown, wanted] = [resolveView(before).columns, resolveView(after).columns]
    add('columns', messages.columns(columnWords(shown, wanted, t, properties)))
  }
  return changes
}
