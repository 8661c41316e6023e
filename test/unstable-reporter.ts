import type { Reporter, TestCase } from 'vitest/node'

/** Names each test that passed only at a second try, with its file, so that it is found and mended. */
export default class UnstableReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    console.log(`Unstable: ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
