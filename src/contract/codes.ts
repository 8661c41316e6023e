/** The `code` values of the envelope that this client tells apart (spec §7; the rest: public server). */
export const Code = {
  ok: 0,
  unclassified: -1,
  /** Not an error: the sign-in goes on with a second factor, `data` is its session id. */
  continue: 203,
  signInRequired: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  invalidParameters: 40001,
  nameTaken: 40004,
  signatureExpired: 40005,
  /** The storage policy does not take this. */
  policyRefuses: 40006,
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
  /** Something a write would touch is locked (spec §7). */
  lockConflict: 40073,
  batchTooLarge: 40074,
  staleVersion: 40076,
  nothingThere: 40077,
  wrongSignIn: 40080,
  /** Some items of a batch failed; `aggregated_error` says which. */
  batchIncomplete: 40081,
  ownerOnly: 40082,
  /** Only who is signed in may open the link. */
  notForVisitors: 40088,
  internal: 50001,
  /** The disk would not take it. */
  ioFailed: 50004,
} as const
