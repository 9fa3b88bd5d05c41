import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../../../../src/broker/api/server.js';
import { ScenarioShelf } from '../../../../../src/broker/runtime/scenario-shelf.js';
import { keepingIn } from '../../../../../src/cli/commands/serve-store.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { lines } from '../../../../support/files/tick-files.js';
import { printedBy } from '../../../../support/process/in-process.js';

/** `orrery verify` of a store whose further simulations have scenarios in another folder. */

const CONTROL_TOKEN = 'token-of-the-control-plane';
const OPTIONS = {
  host: '127.0.0.1',
  port: 0,
  mode: 'manual',
  speed: 1,
  dialect: 'current',
  controlToken: CONTROL_TOKEN,
} as const;

const ticks = (ask: string) =>
  lines('time,bid,ask', `2024-03-05T10:00:00Z,1.1,${ask}`, '2024-03-05T10:20:00Z,1.1,1.1003');

/** A scenario with ticks of its own, in a new folder. */
function writeScenario(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const market = `market: { EUR_USD: { ticks: ${name}.csv } }`;
  writeFileSync(join(folder, `${name}.yaml`), `version: 1\nname: ${name}\n${market}\n`);
  writeFileSync(join(folder, `${name}.csv`), ticks('1.1001'));
}

let root = '';

const path = (...parts: string[]) => join(root, ...parts);

/** A store of `served`, in which a simulation was made of `other` and one of an upload. */
async function makeStore(): Promise<void> {
  const shelf = new ScenarioShelf(path('others'));
  const loaded = await loadScenario(path('served', 'served.yaml'), shelf.options);
  const { keep } = keepingIn(path('store'), { loaded, timeline: false, shelf });
  const server = await startServer(loaded.scenario, { ...OPTIONS, shelf, keep });
  const market = { EUR_USD: { ticks: 'other.csv' } };
  for (const scenario of ['other.yaml', { version: 1, name: 'upload', market }]) {
    const made = await fetch(`${server.controlUrl}/simulations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${CONTROL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scenario }),
    });
    expect(made.status, await made.text()).toBe(201);
  }
  await server.close();
}

const verify = (...flags: string[]) => printedBy('verify', path('store'), '--no-cache', ...flags);

/** Verifies with the folder of scenarios. @returns the message with which it is refused. */
const refusal = () =>
  verify('--scenarios', path('others')).then(
    () => '',
    ({ message }) => message,
  );

beforeEach(async () => {
  root = temporaryFolder();
  writeScenario(path('served'), 'served');
  writeScenario(path('others'), 'other');
  await makeStore();
});

describe('verify of a store', () => {
  it('finds the scenarios in the folder of --scenarios, and only there', async () => {
    const printed = await verify('--scenarios', path('others'));
    expect(printed).toMatch(
      /^whole: \d+ records\nmain at .*\ns1 at .*\ns2 at .*\nits last record has the checksum [0-9a-f]{64}\n$/,
    );
    await expect(verify()).rejects.toThrow('cannot be replayed: other.yaml: There is no scenario');
  });

  it('names the file that has changed or is missing', async () => {
    const changed = /cannot be replayed: other\.csv: has changed: its sha256 was \w+, is now \w+$/;
    const files = path('kept');
    cpSync(path('others'), files, { recursive: true });
    const restore = () => cpSync(files, path('others'), { recursive: true });

    writeFileSync(path('others', 'other.csv'), ticks('1.1002'));
    expect(await refusal()).toMatch(changed);
    rmSync(path('others', 'other.csv'));
    expect(await refusal()).toMatch(/other\.yaml:\d+:\d+: market\.EUR_USD\.ticks: .*other\.csv/);
    restore();
    writeFileSync(
      path('others', 'other.yaml'),
      'version: 1\nname: else\nmarket: { EUR_USD: { ticks: other.csv } }\n',
    );
    expect(await refusal()).toMatch(/replayed: other\.yaml: has changed: its sha256 was/);
    restore();
    expect(await refusal()).toBe('');

    writeFileSync(path('served', 'served.csv'), ticks('1.1002'));
    expect(await refusal()).toContain(`another file of ticks, ${path('served', 'served.csv')}: `);
    renameSync(path('served', 'served.csv'), path('served', 'gone.csv'));
    expect(await refusal()).toMatch(/served\.yaml:\d+:\d+: market\.EUR_USD\.ticks: .*served\.csv/);
    renameSync(path('served', 'served.yaml'), path('served', 'gone.yaml'));
    expect(await refusal()).toContain(path('served', 'served.yaml'));
  });
});
