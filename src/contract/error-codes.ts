/** The values of `code` in the envelope that the client tells apart (docs/protocol.md §1.7). */
export const ErrorCode = {
  ok: 0,
  unclassified: -1,
  /** Not an error: sign-in continues with a second factor; `data` is the id of its session. */
  continue: 203,
  signInRequired: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  invalidParameters: 40001,
  nameTaken: 40004,
  signatureExpired: 40005,
  /** The storage policy does not allow this. */
  policyNotAllowed: 40006,
  groupNotAllowed: 40007,
  uploadSessionGone: 40011,
  invalidChunkIndex: 40012,
  invalidContentLength: 40013,
  pathNotFound: 40016,
  userBanned: 40017,
  userInactive: 40018,
  featureDisabled: 40019,
  invalidCredential: 40020,
  userNotFound: 40021,
  wrongSecondFactor: 40022,
  wrongCaptcha: 40026,
  fileTooLarge: 40049,
  insufficientCapacity: 40051,
  illegalName: 40052,
  wrongPassword: 40069,
  /** An item that the write needs is locked (docs/protocol.md §7). */
  lockConflict: 40073,
  batchTooLarge: 40074,
  staleVersion: 40076,
  contentNotFound: 40077,
  wrongCredentials: 40080,
  /** Some items of a batch failed; `aggregated_error` says which. */
  batchIncomplete: 40081,
  ownerOnly: 40082,
  /** Only signed-in users can open the link. */
  visitorsNotAllowed: 40088,
  internal: 50001,
  /** Writing to disk failed. */
  ioFailed: 50004,
} as const
