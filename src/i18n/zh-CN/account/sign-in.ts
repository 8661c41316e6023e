import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'

export const signIn = {
  title: '登录',
  welcome: (app) => `登录 ${app}`,
  againTitle: '请重新登录',
  againText: '会话已结束，此页面上的内容均已保留。',
  asSomeoneElse: '以其他身份登录（放弃此页面的内容）',
  email: '邮箱',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  submit: '登录',
  keepSignedIn: '保持登录',
  secondFactorTitle: '还差一步',
  secondFactorText: '请输入身份验证器应用中的 6 位验证码。',
  secondFactor: '验证码',
  secondFactorSubmit: '继续',
  captcha: '图中的字符',
  captchaImage: '一张含有待输入字符的图片',
  captchaRefresh: '换一张',
  captchaElsewhere: (host) =>
    host === undefined
      ? '无法在这里登录：此网站要求的验证码需要其他网站的脚本。管理员可以改用图片验证码。'
      : `无法在这里登录：此网站要求的验证码需要其他网站的脚本。请在 ${displayName(host)} 登录，或请管理员改用图片验证码。`,
  emailMissing: '请输入邮箱。',
  emailInvalid: '请输入有效的邮箱地址。',
  passwordMissing: '请输入密码。',
  codeInvalid: '验证码为 6 位数字。',
  captchaMissing: '请输入图中的字符。',
  wrong: '邮箱或密码不正确。',
  wrongCode: '验证码不正确或已过期，请用下一个再试。',
  wrongCaptcha: '字符不正确，请看新的图片。',
  banned: '此账号已被停用。',
  inactive: '此账号尚未激活。',
  tooMany: '尝试次数过多，请几分钟后再试。',
  codeExpired: '等待时间过长，请重新登录。',
  forgot: '忘记密码？',
  signUp: '注册',
  preferences: '语言和主题',
} satisfies Messages['signIn']
