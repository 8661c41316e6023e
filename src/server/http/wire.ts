import type { GenericSchema, InferInput } from 'valibot'

/** It is a value of this schema as it is sent. */
export type Wire<S extends GenericSchema> = InferInput<S>

/** A record has these fields on the wire that other servers may leave out and this one always sends. */
export type WithRequired<T, K extends keyof T> = T & {
  [Field in K]-?: Exclude<T[Field], undefined>
}
