import { describe, expect, test } from 'vitest';
import { countTests, readParts } from './test.mjs';

describe('parts', () => {
  test('are all of them in order by default', () => {
    const projects = ['unit', 'dom', 'architecture', 'style', 'conformance', 'browser'];
    expect(readParts([])).toEqual(['format', 'lint', 'types', 'spelling', ...projects]);
    expect(readParts(['--renew'])).toEqual(['browser']);
  });

  test.each([[['--only', 'unit']], [['--only=unit']]])('%j selects the unit tests', (args) => {
    expect(readParts(args)).toEqual(['unit']);
  });

  test('can be separated by commas or given one by one', () => {
    expect(readParts(['--only', 'lint,unit', '--only=types'])).toEqual(['lint', 'unit', 'types']);
  });

  test.each([
    [['--only', 'units'], 'There is no part "units" of the tests.'],
    [['--only'], '--only needs the name of a part.'],
    [['unit'], '"unit" is not an option of the tests.'],
    [['--renew', '--only', 'unit'], '--renew takes no other option, but got "--only unit".'],
    [['--only', 'unit,'], 'There is no part "" of the tests.'],
  ])('%j is reported', (args, message) => {
    expect(() => readParts(args)).toThrow(message);
  });
});

describe('counts', () => {
  const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

  test('come from the report', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
    expect(countTests({ ...report, testResults })).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  test('include one failure for a file that failed to load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(countTests({ ...report, testResults }).failed).toBe(2);
  });
});
