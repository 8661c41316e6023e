/** Whether a text looks like an e-mail address, blanks around it left out. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())
