import { displayName } from '#src/i18n/names.ts'

export const signIn = {
  title: 'Sign in',
  welcome: (app: string) => `Sign in to ${app}`,
  againTitle: 'Please sign in again',
  againText: 'Your session has ended. Everything on this page is kept.',
  asSomeoneElse: 'Sign in as someone else (discards this page)',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign in',
  keepSignedIn: 'Keep me signed in',
  secondFactorTitle: 'One more step',
  secondFactorText: 'Enter the 6-digit code from your authenticator app.',
  secondFactor: 'Code',
  secondFactorSubmit: 'Continue',
  captcha: 'Characters in the picture',
  captchaImage: 'A picture with characters to type',
  captchaRefresh: 'Another picture',
  /** `host` has pages of the service's own, where it can be shown. */
  captchaElsewhere: (host?: string) =>
    host === undefined
      ? 'You cannot sign in here: this site asks for a captcha that needs scripts of another site. Its administrator can choose captchas with pictures.'
      : `You cannot sign in here: this site asks for a captcha that needs scripts of another site. Sign in at ${displayName(host)}, or ask its administrator for captchas with pictures.`,
  emailMissing: 'Enter your email.',
  emailInvalid: 'Enter a valid email address.',
  passwordMissing: 'Enter your password.',
  codeInvalid: 'The code has 6 digits.',
  captchaMissing: 'Type the characters in the picture.',
  wrong: 'Wrong email or password.',
  wrongCode: 'Wrong or expired code. Try the next one.',
  wrongCaptcha: 'Wrong characters. Try the new picture.',
  banned: 'This account has been blocked.',
  inactive: 'This account has not been activated yet.',
  tooMany: 'Too many attempts. Wait a few minutes, then retry.',
  codeExpired: 'That took too long. Please sign in again.',
  forgot: 'Forgot your password?',
  signUp: 'Sign up',
  preferences: 'Language and theme',
}
