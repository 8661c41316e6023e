import type { GenericSchema, InferInput } from 'valibot'

/** A value of this schema as it is sent. */
export type Wire<S extends GenericSchema> = InferInput<S>

/** What a record has to be on the wire, with fields that other servers may leave out and this one always sends. */
export type WithRequired<T, K extends keyof T> = T & {
  [Field in K]-?: Exclude<T[Field], undefined>
}
