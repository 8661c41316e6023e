// Module state, because no two things of a page may have the same number, whoever makes them.
let last = 0

/** A number that nothing else on this page has. */
export const uniqueNumber = (): number => ++last
