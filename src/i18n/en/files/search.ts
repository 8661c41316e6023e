/** The filters of a search of files. */
export const search = {
  filters: 'Filters',
  inAndBelow: (folder: string) => `In ${folder} and its subfolders`,
  inAllFiles: 'In all files',
  kind: 'Kind',
  anyKind: 'Any kind',
  modified: 'Modified',
  anyTime: 'Any time',
  spans: { '7d': 'Last 7 days', '30d': 'Last 30 days', year: 'This year' },
  between: 'Between two days…',
  betweenTitle: 'Modified between two days',
  from: 'From',
  to: 'To',
  show: 'Show',
  daysMissing: 'Choose at least one day.',
  daysTurned: 'This day is before the first one.',
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  size: 'Size',
  anySize: 'Any size',
  upTo: (size: string) => `Up to ${size}`,
  moreThan: (size: string) => `More than ${size}`,
  end: 'End search',
}

export type SearchMessages = typeof search
