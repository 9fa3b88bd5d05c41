/** `audit --liquidity`: its table, its JSON, its exit code, and what it cannot be given with. */

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../../../src/cli/command-line.js';
import { ExitCode } from '../../../../src/cli/exit/exit-codes.js';
import { ROOT } from '../../../support/files/paths.js';

let stdout = '';

beforeEach(() => {
  stdout = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const audit = (scenario: string, ...flags: string[]) =>
  runCommandLine(['audit', join(ROOT, 'scenarios', `${scenario}.yaml`), '--liquidity', ...flags]);

describe('audit --liquidity', () => {
  it('ends with the exit code of a difference where the result depends on it', async () => {
    await audit('liquidity-comes-back');
    expect(stdout).toMatch(/│ at once +│ +\d/);
    expect(process.exitCode).toBe(ExitCode.DIFFERENT);
  });

  it('ends with 0 where it does not, and prints the times as JSON', async () => {
    await audit('market-order', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      times: [{ back: 'at once' }, { back: '10s' }, { back: '1m' }, { back: '10m' }, {}],
      largestFill: { instrument: 'EUR_USD', liquidity: '10000000' },
    });
    expect(process.exitCode).toBeUndefined();
  });

  it('is refused with another audit, a program, or a flag of programs', async () => {
    await expect(audit('depth', '--bar-path')).rejects.toThrow(
      /liquidity: cannot be given with --bar-path/,
    );
    await expect(audit('depth', '--', 'node', 'bot.js')).rejects.toThrow(
      /liquidity: cannot be given with a program/,
    );
    await expect(audit('depth', '--strict')).rejects.toThrow(/strict: is for a program/);
  });
});
