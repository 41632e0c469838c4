interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}
export function readParts(args: string[]): string[];
export function countTests(report: TestReport): { passed: number; failed: number; skipped: number };
