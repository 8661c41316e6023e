export const isRtl = (): boolean => document.documentElement.dir === 'rtl'

/** The arrow key that means the same from left to right: in a right-to-left page the left arrow leads on. */
export function toLeftToRightKey(key: string): string {
  if (!isRtl()) return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
