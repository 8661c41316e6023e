import { plural } from '../plural.ts'

export const toasts = {
  copied: ({ count }: { count: number }) =>
    plural('en', count, { one: 'Link copied', other: '# links copied' }),
}
