import type { RegistrationMessages } from '#src/i18n/en/account/registration.ts'
import { displayName } from '#src/i18n/names.ts'

export const registration = {
  toSignIn: '前往登录',
  signUpTitle: (app) => `注册 ${app}`,
  signUp: '注册',
  signUpOff: '这里不能注册账号，请向管理员申请。',
  captchaElsewhere: (host) =>
    host === undefined
      ? '此网站要求的验证码需要其他网站的脚本，无法在这里运行，请联系管理员。'
      : `此网站要求的验证码需要其他网站的脚本，无法在这里运行。请在 ${displayName(host)} 完成，然后回来登录。`,
  haveAccount: '已有账号？',
  newPassword: '密码',
  newPasswordHint: '至少 6 个字符。',
  newPasswordShort: '密码需为 6 到 128 个字符。',
  terms: '使用条款',
  privacy: '隐私政策',
  invalid: '服务没有接受此邮箱或密码。',
  signedUpTitle: '请查看邮箱',
  signedUpText: (email) =>
    `如果 ${displayName(email)} 此前没有账号，现在已经有了。如果收到邮件，请先打开其中的链接，然后登录。`,
  forgotTitle: '忘记密码？',
  forgotText: '你会收到一封邮件，其中的链接可用来设置新密码。',
  forgotSubmit: '发送邮件',
  forgotOff: '这里不能重置密码，请联系管理员。',
  sentTitle: '请查看邮箱',
  sentText: (email) =>
    `如果 ${displayName(email)} 有账号，一封带有链接的邮件正在发送。链接一小时内有效。`,
  resetTitle: '设置新密码',
  resetNew: '新密码',
  resetSubmit: '设置密码',
  resetDoneTitle: '新密码已设置',
  resetDoneText: '现在请用它登录。',
  linkGoneTitle: '此链接已失效',
  resetGoneText: '链接已被使用，或已超过一小时。请重新发送邮件。',
  anotherMail: '重新发送邮件',
  confirming: '正在确认你的邮箱…',
  confirmFailed: '无法确认你的邮箱',
  confirmedTitle: '邮箱已确认',
  confirmedText: '现在可以登录了。',
  confirmGoneText: '链接已被使用，或已过期。如果可以，请直接登录；否则请重新注册以获取新邮件。',
} satisfies RegistrationMessages
