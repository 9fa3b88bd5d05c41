import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { ExitCode } from '../../src/cli/exit/exit-codes.js';
import { financingScenario } from '../support/files/financing-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { orrery } from '../support/process/orrery.js';
import { control } from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

/** `serve --store` of a scenario with every file of financing, in real processes. */
describe('a store of dated financing', () => {
  it('that is killed at each rollover has in the end the ledger of the plain run', async () => {
    const file = financingScenario('timeline');
    const { hash } = await runScenario(file);
    const folder = temporaryFolder();
    const args = [file, '--clock', 'manual', '--timeline', '--store', folder];
    for (const to of ['2024-03-05T22:00:00Z', '2024-03-06T21:59:59Z', '2024-03-08T10:00:00Z']) {
      const served = await serve(args);
      const { status, text } = await control(served, 'POST', 'clock/advance', { to });
      expect(status, text).toBe(200);
      served.process.kill('SIGKILL');
      await served.ended;
    }
    const last = await serve(args);
    await control(last, 'POST', 'clock/advance', { to: '2024-03-08T22:00:01Z' });
    const { body } = await control(last, 'GET', 'ledger');
    expect(body.sha256).toBe(hash);
    expect(await last.end('SIGTERM')).toBe(0);
    appendFileSync(join(dirname(file), 'financing/dividends.csv'), 'UK100_GBP,2024-03-07,1\n');
    const { status, stderr } = orrery(['serve', ...args, '--port', '0']);
    expect(stderr).toContain('financing/dividends.csv');
    expect(status).toBe(ExitCode.BAD_USAGE);
  });
});
