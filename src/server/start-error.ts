/** Whoever starts or builds can repair the fault: it is reported as one line, with exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
