/**
 * Few chunks instead of dozens: they compress better and need fewer requests. A module belongs to the first chunk whose
 * pattern its path matches, with all that it imports. What more than one page needs is named; then each page has a chunk,
 * then what opens above any page, then what opens in one. `test/size.test.ts` counts the requests of each page.
 */
const shared: Record<string, string> = {
  // What runs first: Vite's helper for dynamic imports, then the first requests.
  start: 'src/(bootstrap|page-modules)|vite/preload-helper',
  prefetch: 'src/api/prefetch',
  // The frame and the lists.
  app: 'src/(main|contract/boolset|lib/(names/text-search|share-state)|lists/use-sorted|stores/manual-copy)|components/(use-page-url|errors/use-error|list/(List[PTF]|ListSta|RowCard|grid|use-|page|shown))|ui/(list/(RowList|columns)|TruncatedName|glyphs/|Timestamp|controls/(Chip|Checkbox|IconButton)|use-copy|menu/(Menu|MoreMenu)\\.tsx)',
  icons:
    'createLucideIcon|icons/(chevron-down|circle-exclamation-point|copy|copy-plus|download|folder-plus|info|lock|rotate-ccw|sliders-horizontal|undo-2|x)\\.',
  errors: 'components/(errors/|frame/use-doc)|lib/href',
  storage: 'src/(api/storage|platform/(storage-origins|frame-download))',
  forms: 'modern/useMutation\\.|platform/unload-guard|stores/draft-store|ui/controls/TextField',
  files:
    'api/raw-request|contract/actions|i18n/names|lib/(numbers/size|operation|names/(plain-text|natural-order))|queries/(start-mutation|files/files\\.|session/site)|ui/use-size',
  'file-lists':
    'components/(folder-name|PathText|list/picked)|stores/batches/batch-list|ui/menu/MenuChip',
  folder:
    'components/folder/(use-crumbs|row-uri|filter|view/(overrides\\.|shown)|cells/(col|use-))',
  writes: 'api/content|operations/lock-gate|queries/(define-mutation|session/users)',
  views: 'components/folder/view/view-ch|queries/views/views|stores/views/view-drafts',
  'sign-in': 'components/(sign-in/|account/AccountPref)',
  'folder-rows': 'components/folder/(FolderItems|use-folder|cells/NewRow)',
  tiles: 'components/folder/(FolderTiles|cells/RowThumbnail)',
  markdown: 'components/markdown/(Markdown\\.|arrange|item)',
}
const path = (pattern: string): RegExp => new RegExp(pattern.replaceAll('/', '[/\\\\]'))
export const chunks = [
  ...Object.entries(shared).map(([name, pattern]) => ({ name, test: path(pattern) })),
  { name: (id: string) => /(\w+Page)\.tsx$/.exec(id)?.[1] ?? null },
  { name: 'overlays', test: path('src/(dialogs|components|ui|queries|operations)/.*tsx?$') },
  { name: (id: string) => path('src/pages/([\\w-]+)').exec(id)?.[1] ?? null },
]
