/** A fault that whoever starts or builds can repair: reported as one line, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
