// It is module state, because no two things of a page may have the same number, whoever makes them.
let last = 0

/** Nothing else on this page has the number. */
export const uniqueNumber = (): number => ++last
