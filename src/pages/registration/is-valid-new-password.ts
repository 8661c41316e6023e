/** The service takes 6 to 128 characters as a new password (docs/protocol.md §2.4). */
export const isValidNewPassword = (text: string): boolean => text.length >= 6 && text.length <= 128
