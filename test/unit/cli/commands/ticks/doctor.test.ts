import { afterEach, expect, it } from 'vitest';
import { ExitCode } from '../../../../../src/cli/exit/exit-codes.js';
import { lines, tickFile } from '../../../../support/files/tick-files.js';
import { printedBy } from '../../../../support/process/in-process.js';

const GOOD = lines('time,bid,ask', '2024-03-05T10:00:00Z,1.1,1.1001');
const CROSSED = lines(
  'time,bid,ask',
  '2024-03-05T10:00:00Z,1.1,1.1001',
  '2024-03-05T10:00:01Z,1.2,1.1',
);

afterEach(() => {
  process.exitCode = undefined;
});

it('says in sentences what is wrong with each file, and ends with 3 for a fault', async () => {
  const [good, crossed] = [tickFile(GOOD), tickFile(CROSSED)];
  expect(await printedBy('ticks', 'doctor', good)).toBe(
    `${good}: EUR_USD, canonical, 1 ticks, 2024-03-05T10:00 to 2024-03-05T10:00 UTC
  note    The ticks do not show whether the clock is right: the file has no
          whole weekend.
  verdict Nothing is wrong with it.
`,
  );
  expect(process.exitCode).toBeUndefined();
  const told = await printedBy('ticks', 'doctor', good, crossed);
  expect(told).toMatch(
    /\n {2}FAULT {3}1 crossed quote, bid above ask, 50\.0 % of the rows \(lines 3\)\./,
  );
  expect(process.exitCode).toBe(ExitCode.BAD_DATA);
});

it('gives the same as JSON', async () => {
  const report = JSON.parse(await printedBy('ticks', 'doctor', tickFile(CROSSED), '--json'));
  expect(report).toEqual([
    expect.objectContaining({ instrument: 'EUR_USD', ticks: 1, good: false }),
  ]);
  const [{ findings }] = report as [{ findings: { kind: string }[] }];
  expect(findings.map(({ kind }) => kind)).toEqual(['crossed', 'clock-untold']);
});
