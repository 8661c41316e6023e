import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Starts a write outside of a component's render state: in an operation, an undo, or a command that must go on when its
 * page is left. A component that shows the state of its write uses `useMutation` with the same options instead.
 * Rejects as the write does; the mutation cache reports the error unless the options say that it is shown inline.
 */
export const startMutation = <D, V>(
  client: QueryClient,
  options: MutationOptions<D, Error, V>,
  variables: V,
): Promise<D> => client.getMutationCache().build(client, options).execute(variables)
