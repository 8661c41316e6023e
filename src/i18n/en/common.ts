import { formatNumber, plural } from '../plural.ts'

export const common = {
  search: 'Search',
  clearSearch: 'Clear search',
  selectAll: 'Select all',
  selectNamed: (name: string) => `Select ${name}`,
  retry: 'Retry',
  details: 'Details',
  copyId: 'Copy ID',
  copied: 'Copied',
  copyRefused:
    'The browser did not allow copying. The text is selected; copy it with your keyboard.',
  more: 'More',
  moreActions: 'More actions',
  refresh: 'Refresh',
  all: 'All',
  loading: 'Loading',
  number: (value: number) => formatNumber(value, 'en'),
  soFar: (count: number) => plural('en', count, { other: '# so far' }),
  clearFilters: 'Clear filters',
  restStillLoading: 'The rest is still loading.',
  restFailed: 'The rest could not be loaded.',
  idCopied: 'ID copied',
  offline: 'You are offline.',
}
