/**
 * Whether a page shows this one inside of itself, where it could lay something else over our buttons. Policies that stand
 * in a page cannot forbid that (`frame-ancestors`), and some web servers send none.
 */
export const isPageInFrame = (): boolean => window.top !== window.self
