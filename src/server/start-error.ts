/** A fault that whoever starts or builds can mend: told as one line, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
