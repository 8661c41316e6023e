/* Each code is a constant, so that the build keeps only those that are used. Imported as `ErrorCode`. */

export const ok = 0
export const unclassified = -1
/** Not an error: sign-in continues with a second factor; `data` is the id of its session. */
export const secondFactorRequired = 203
export const signInRequired = 401
export const forbidden = 403
export const notFound = 404
export const conflict = 409
export const invalidParameters = 40001
export const nameTaken = 40004
export const signatureExpired = 40005
/** The storage policy does not allow this. */
export const policyNotAllowed = 40006
export const groupNotAllowed = 40007
export const uploadSessionGone = 40011
export const invalidChunkIndex = 40012
export const invalidContentLength = 40013
export const pathNotFound = 40016
export const userBanned = 40017
export const userInactive = 40018
export const featureDisabled = 40019
export const invalidToken = 40020
export const userNotFound = 40021
export const wrongSecondFactor = 40022
export const wrongCaptcha = 40026
/** A mail could not be sent. */
export const mailFailed = 40028
export const emailTaken = 40032
/** The address waits to be confirmed; the mail was sent again. */
export const emailNotConfirmed = 40033
export const fileTooLarge = 40049
export const insufficientCapacity = 40051
export const illegalName = 40052
/** The bytes that a storage has of an upload are not as many as were announced. */
export const storedSizeDiffers = 40055
export const wrongPassword = 40069
/** An item that the write needs is locked (docs/protocol.md §7). */
export const lockConflict = 40073
export const batchTooLarge = 40074
export const staleVersion = 40076
export const contentNotFound = 40077
export const wrongCredentials = 40080
/** Some items of a batch failed; `aggregated_error` says which. */
export const batchIncomplete = 40081
export const ownerOnly = 40082
/** Only signed-in users can open the link. */
export const visitorsNotAllowed = 40088
export const internal = 50001
/** Writing to disk failed. */
export const ioFailed = 50004

/* Services never send the codes below: the client finds these things out itself before it sends again. */

/** Its URI does not lead to the item any more. */
export const staleUri = -1001
/** The URI of the target folder leads to another folder. */
export const targetFolderReplaced = -1002
/** The link that a URI leads through has ended: a 404 about a file, which says 40016 when it is not there itself. */
export const linkEnded = -1003
/** Another view has been saved for the folder than the one that was to be taken back. */
export const viewChanged = -1005
/** The access of a link is not what the change of it was worked out from. */
export const linkChanged = -1006
/** A link that was to be deleted because it was dead works again. */
export const linkRevived = -1007
