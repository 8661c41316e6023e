import { serviceNow as now } from '#src/api/wire/service-time.ts'

/** The time by the clock of the service, in ms since 1970. */
export const serviceNow = (): number => now()
