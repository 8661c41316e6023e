export const linkPage = {
  locked: 'This link is protected',
  lockedText: 'Enter the password that came with it.',
  unlock: 'Continue',
  /** No link can have such an address. */
  mistypedTitle: 'There is no such link',
  mistypedText:
    'Part of the address is missing or mistyped. Open the link where you got it, or copy all of it.',
}

export type LinkPageMessages = typeof linkPage
