import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { junitText } from '../../../../src/cli/output/junit.js';
import { InputError } from '../../../../src/core/base/input-error.js';

const read = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text).testsuites;
};

describe('the JUnit file', () => {
  it('has a suite a scenario and a case an expectation, with what failed', () => {
    const expectations = [
      { what: 'balance', expected: '10000.0000', actual: '10000.0000', ok: true },
      { what: 'expect.ledger', expected: 'sha256:a', actual: 'sha256:b', ok: false },
    ];
    const { testsuite, ...all } = read(
      junitText([
        { file: 'a.yaml', expectations, seconds: 0.25 },
        {
          file: 'b.yaml',
          error: new InputError('data', { file: 't.csv', line: 2 }, 'is not a row'),
          seconds: 0.5,
        },
      ]),
    );
    expect(all).toEqual({
      name: 'orrery run',
      tests: '4',
      failures: '1',
      errors: '1',
      time: '0.750',
    });
    expect(testsuite[0]).toMatchObject({ name: 'a.yaml', tests: '3', failures: '1', errors: '0' });
    expect(testsuite[0].testcase[2]).toEqual({
      classname: 'a.yaml',
      name: 'expect.ledger',
      time: '0.000',
      failure: { message: 'expected sha256:a, was sha256:b' },
    });
    expect(testsuite[0].testcase[0].time).toBe('0.250');
    expect([testsuite[1].time, testsuite[1].testcase.time]).toEqual(['0.500', '0.500']);
    expect(testsuite[1].testcase.error).toEqual({ message: 't.csv:2: is not a row' });
  });

  it('stays a document whatever a name holds', () => {
    const what = '<b a="1">&amp; ]]> \u0000\u001b\ud800 ä 😀';
    const text = junitText([
      {
        file: `${what}.yaml`,
        seconds: 1,
        expectations: [{ what, expected: what, actual: '', ok: false }],
      },
    ]);
    const [, failed] = read(text).testsuite.testcase;
    expect(failed.name).toBe('<b a="1">&amp; ]]> \ufffd\ufffd\ufffd ä 😀');
    expect(failed.failure.message).toContain('expected <b a="1">&amp; ]]>');
  });
});
