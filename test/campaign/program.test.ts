import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as turn } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { runCampaign } from '../../src/exec/campaign/campaign.js';
import { programSubject } from '../../src/exec/campaign/program.js';
import { DRAWN_PROPERTIES } from '../../src/exec/campaign/properties.js';
import type { Subject } from '../../src/exec/campaign/subject.js';
import { MAIN, ROOT } from '../support/files/paths.js';
import { temporaryFile, temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { orrery } from '../support/process/orrery.js';

/** Runs of the correct client, in the long form and in the short one. */
const LONG_RUNS = process.env['ORRERY_PROGRAM_RUNS'];
const QUIET_RUNS = Number(LONG_RUNS ?? 1);
const DATA = join(ROOT, 'data');
const SCENARIO = `
version: 1
name: campaign
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T12:00:00Z }
market:
  EUR_USD: { ticks: ${join(DATA, 'EUR_USD_2024-03.csv.gz')} }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "100000" }
`;
/** A bot that sends an order again whenever the first answer is no success. */
const SENDS_AGAIN = `
const { ORRERY_URL, ORRERY_TOKEN, ORRERY_ACCOUNT } = process.env;
const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };
const send = () => fetch(\`\${ORRERY_URL}/v3/accounts/\${ORRERY_ACCOUNT}/orders\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${ORRERY_TOKEN}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ order }),
}).then(({ status }) => status === 201, () => false);
for (let tries = 0; tries < 5 && !(await send()); tries++) {
  await new Promise(resolve => setTimeout(resolve, 1000));
}
`;

/** A bot that asks the REST host for a stream; exit code 4 where it has none. */
const STREAMS_BY_REST = `
const { ORRERY_TOKEN, ORRERY_ACCOUNT } = process.env;
const path = '/v3/accounts/' + ORRERY_ACCOUNT + '/transactions/stream';
const answer = await fetch('https://api-fxpractice.oanda.com' + path, {
  headers: { authorization: 'Bearer ' + ORRERY_TOKEN },
});
process.exit(answer.status === 200 ? 0 : 4);
`;

/** A client of the campaign as a program. */
async function program(name: string): Promise<Subject> {
  const outfile = join(temporaryFolder(), 'main.mjs');
  const entryPoints = [join(ROOT, 'test/campaign/main.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  const options = { allowPath: [DATA] };
  const loaded = await loadScenario(temporaryFile('campaign.yaml', SCENARIO), options);
  const command = [process.execPath, outfile, name];
  return programSubject({ loaded, command, tell: () => undefined });
}

describe('a campaign against a program', () => {
  it(`leaves the correct client alone in ${QUIET_RUNS} runs`, async () => {
    const verdict = await runCampaign(await program('correct'), {
      runs: QUIET_RUNS,
      seed: 1,
      properties: DRAWN_PROPERTIES,
      intends: new Map(),
    });
    expect(verdict).toEqual({ kind: 'held', runs: QUIET_RUNS });
  });

  it.skipIf(LONG_RUNS === undefined)(
    'writes a scenario that breaks it [needs ORRERY_RUNS]',
    async () => {
      const out = temporaryFolder();
      const scenario = temporaryFile('campaign.yaml', SCENARIO);
      const bot = temporaryFile('bot.mjs', SENDS_AGAIN);
      const flags = ['--allow-path', DATA, '--out', out, '--property', 'duplicate'];
      const args = ['campaign', scenario, ...flags, '--', process.execPath, bot];
      const { status, stdout } = orrery(args);
      expect(status).toBe(1);
      expect(stdout).toContain(
        'units of EUR_USD were held and on order long; intended: 1000 at most',
      );
      const options = { allowPath: [DATA] };
      const { scenario: found } = await loadScenario(join(out, 'campaign-duplicate.yaml'), options);
      expect(found.faults).toEqual([expect.objectContaining({ applied: true, count: 1 })]);
    },
  );

  it('holds one that still runs at the end, and keeps what it prints in a file', () => {
    const out = temporaryFolder();
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const bot = temporaryFile('bot.mjs', "setInterval(() => console.log('on'), 1200000);");
    const flags = ['--allow-path', DATA, '--out', out, '--runs', '1'];
    const args = ['campaign', scenario, ...flags, '--', process.execPath, bot];
    const { status, stdout, stderr } = orrery(args);
    expect([status, stdout], stderr).toEqual([
      0,
      `${scenario}: nothing broke in 1 schedules of faults\noutput of the program: ${join(out, 'campaign-program.log')}\n`,
    ]);
    const printed = readFileSync(join(out, 'campaign-program.log'), 'utf8');
    expect(printed).toContain('== a run with 0 rules of faults\non\n');
    expect(stderr).not.toContain('on\n');
  });

  it('says after Ctrl-C what it has tried', async () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const bot = temporaryFile('bot.mjs', 'setInterval(() => {}, 1200000);');
    const args = ['campaign', scenario, '--allow-path', DATA, '--runs', '1000000'];
    const child = spawn(process.execPath, [MAIN, ...args, '--', process.execPath, bot], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const log = scenario.replace(/\.yaml$/, '-program.log');
    let stdout = '';
    child.stdout.on('data', piece => {
      stdout += piece;
    });
    const ended = new Promise(resolve => child.once('close', resolve));
    // The fourth run is that of the second schedule.
    while (!existsSync(log) || readFileSync(log, 'utf8').split('==').length < 5) await turn(20);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(stdout).toMatch(/stopped; nothing broke in \d+ schedules of faults so far/);
  });

  it('says that it breaks without any fault', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const program = [process.execPath, '-e', 'process.exit(3)'];
    const { status, stdout } = orrery([
      'campaign',
      scenario,
      '--allow-path',
      DATA,
      '--',
      ...program,
    ]);
    expect(stdout).toContain(
      `${scenario}: breaks without any fault: the client failed: exit code 3\n`,
    );
    expect(status).toBe(2);
  });

  it('ends a bot that keeps time still at --stall-limit, and says so', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const program = [process.execPath, temporaryFile('bot.mjs', 'for (;;) Date.now();')];
    // Long enough to reach the loop, also on a busy machine.
    const seconds = patience(300) / 1_000;
    const flags = ['--allow-path', DATA, '--stall-limit', `${seconds}`];
    const { status, stdout, stderr } = orrery(['campaign', scenario, ...flags, '--', ...program]);
    expect(stderr).toContain(`--stall-limit ends the run in ${seconds} s`);
    expect(stdout).toMatch(
      /without any fault: the client failed: it kept simulated time still, at .*bot\.mjs:1/,
    );
    expect(status).toBe(2);
  });

  it('gives a program streams on every host with --any-host', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const bot = temporaryFile('bot.mjs', STREAMS_BY_REST);
    const run = (...flags: readonly string[]) =>
      orrery([
        ...['campaign', scenario, '--allow-path', DATA, '--runs', '1', '--property', 'alive'],
        ...[...flags, '--', process.execPath, bot],
      ]);
    expect(run().stdout).toContain('breaks without any fault: the client failed: exit code 4');
    const lifted = run('--any-host');
    expect([lifted.status, lifted.stdout]).toEqual([0, expect.stringContaining('nothing broke')]);
  });

  it('says that a program was refused each request', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const bot = temporaryFile('bot.mjs', STREAMS_BY_REST.replace(': 4', ': 0'));
    const flags = ['--allow-path', DATA, '--', process.execPath, bot];
    const { status, stdout } = orrery(['campaign', scenario, ...flags]);
    expect(stdout).toContain(
      'the client failed: each of its requests was refused; orrery exec says why',
    );
    expect(status).toBe(2);
  });

  it('takes flags of programs with a program only', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const { status, stderr } = orrery(['campaign', scenario, '--any-host']);
    expect(stderr).toContain('--any-host: is for a program');
    expect(status).toBe(2);
  });

  it('refuses a scenario without a strategy when no program is named', () => {
    const scenario = temporaryFile('campaign.yaml', SCENARIO);
    const { status, stderr } = orrery(['campaign', scenario, '--allow-path', DATA]);
    expect(stderr).toBe(`${scenario}: has no strategy; name a program after --\n`);
    expect(status).toBe(2);
  });
});
