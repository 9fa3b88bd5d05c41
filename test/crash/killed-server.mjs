/**
 * A server's simulation that trades, with a store, and kills itself at a call to the disk.
 * `node killed-server.mjs FOLDER CALL`: CALL is the number of the call from 0; `none` for none. It
 * prints the number of inputs that were acknowledged, after each acknowledgement, and at the end
 * the number of calls.
 */

import { writeSync } from 'node:fs';
import { headerOf, ONLY_MAIN } from '../../dist/cli/commands/serve-store.js';
import { SandboxClock } from '../../dist/runtime/sandbox-clock.js';
import { Sandboxes } from '../../dist/runtime/sandboxes.js';
import { Simulation } from '../../dist/runtime/simulation.js';
import { loadScenario } from '../../dist/storage/scenario/scenario-file.js';
import { DISK } from '../../dist/store/storage.js';
import { openStore } from '../../dist/store/store.js';

const [folder, call] = process.argv.slice(2);
const ORDERS = 60;
let calls = 0;

/** Kills the process instead of the call, or, for every second write, in the middle of it. */
function before(half) {
  if (String(calls++) !== call) return undefined;
  if (half !== undefined && calls % 2 === 0) return half().then(kill);
  return kill();
}

const kill = () => process.kill(process.pid, 'SIGKILL');

function deadly(file) {
  return {
    async append(bytes) {
      await before(() => file.append(bytes.subarray(0, bytes.length >> 1)));
      return file.append(bytes);
    },
    async sync() {
      await before();
      return file.sync();
    },
    async truncate(length) {
      await before();
      return file.truncate(length);
    },
    close: () => file.close(),
  };
}

const storage = {
  list: path => DISK.list(path),
  async open(path, mode) {
    await before();
    return deadly(await DISK.open(path, mode));
  },
  read: (path, start) => DISK.read(path, start),
  async rename(from, to) {
    await before();
    return DISK.rename(from, to);
  },
  async syncFolder(path) {
    await before();
    return DISK.syncFolder(path);
  },
};

const loaded = await loadScenario('scenarios/quickstart.yaml', {});
const simulation = new Simulation(loaded.scenario);
const clock = new SandboxClock(simulation, 'manual');
const sandboxes = new Sandboxes({ simulation, clock, dialect: 'current' });
const header = await headerOf(folder, loaded, false);
const fail = error => {
  throw error;
};
const keeper = await openStore(folder, sandboxes, {
  header,
  makers: ONLY_MAIN,
  onFailure: fail,
  tell: () => {},
  storage,
});
const [{ id: accountID }] = loaded.scenario.accounts;
for (let order = simulation.inputs.length; order < ORDERS; order++) {
  simulation.advanceTicks(7);
  const units = String((order % 9) - 4 || 5);
  await simulation.submit(accountID, {
    type: 'CreateOrder',
    order: { type: 'MARKET', instrument: 'EUR_USD', units },
  });
  // Every third answer is not waited for: its record shares the write of the next.
  const kept = keeper.settled(sandboxes.main, true);
  if (order % 3 === 0) continue;
  await kept;
  writeSync(1, `${simulation.inputs.length}\n`);
}
await keeper.close();
writeSync(1, `calls ${calls}\n`);
