import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  confirmEmail,
  requestPasswordReset,
  resetPassword,
  signUp,
} from '#src/api/accounts/registration.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { keys } from '#src/lists/keys.ts'

const meta = createWriteMeta({ invalidates: () => [] })

/** Accounts of people who are not signed in. */
export const registration = {
  signUp: () => mutationOptions({ mutationFn: signUp, meta }),
  requestReset: () => mutationOptions({ mutationFn: requestPasswordReset, meta }),
  resetPassword: () => mutationOptions({ mutationFn: resetPassword, meta }),
  /** Confirms an address by the link of a mail, which works once. */
  confirmEmail: (id: string, sign: string) =>
    queryOptions({
      queryKey: keys.users.emailConfirmation(id, sign),
      queryFn: async () => {
        await confirmEmail(id, sign)
        return true
      },
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { isInline: true },
    }),
}
