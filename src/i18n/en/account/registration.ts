import { displayName } from '#src/i18n/names.ts'

/** The words of signing up and of the pages that mails lead to, which are loaded with them. */
export const registration = {
  toSignIn: 'Go to sign-in',
  signUpTitle: (app: string) => `Sign up for ${app}`,
  signUp: 'Sign up',
  signUpOff: 'You cannot sign up here. Ask the administrator for an account.',
  /** `host` has pages of the service's own, where it can be shown. */
  captchaElsewhere: (host?: string) =>
    host === undefined
      ? 'This site asks for a captcha that needs scripts of another site, which cannot run here. Ask the administrator.'
      : `This site asks for a captcha that needs scripts of another site, which cannot run here. Do this at ${displayName(host)}, then come back to sign in.`,
  haveAccount: 'You have an account?',
  newPassword: 'Password',
  newPasswordHint: '6 characters at least.',
  newPasswordShort: 'A password has 6 to 128 characters.',
  terms: 'Terms of use',
  privacy: 'Privacy',
  invalid: 'The service did not accept this address or password.',
  signedUpTitle: 'Check your mail',
  signedUpText: (email: string) =>
    `If ${displayName(email)} had no account, it has one now. If a mail comes, follow its link first, then sign in.`,
  forgotTitle: 'Forgot your password?',
  forgotText: 'You get a mail with a link to a new one.',
  forgotSubmit: 'Send mail',
  forgotOff: 'Passwords cannot be reset here. Ask the administrator.',
  sentTitle: 'Check your mail',
  sentText: (email: string) =>
    `If ${displayName(email)} has an account, a mail with a link is on its way. The link is good for an hour.`,
  resetTitle: 'Choose a new password',
  resetNew: 'New password',
  resetSubmit: 'Set password',
  resetDoneTitle: 'You have a new password',
  resetDoneText: 'Sign in with it now.',
  linkGoneTitle: 'This link is no longer good',
  resetGoneText: 'It was used before, or is older than an hour. Ask for another mail.',
  anotherMail: 'Ask for another mail',
  confirming: 'Confirming your address…',
  confirmFailed: 'Your address could not be confirmed',
  confirmedTitle: 'Your address is confirmed',
  confirmedText: 'You can sign in now.',
  confirmGoneText:
    'It was used before, or is too old. Sign in if you can, else sign up again for another mail.',
}
export type RegistrationMessages = typeof registration
