// Writes the folder of a run, and reads its ledger.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLedger, runScenario } from 'orrery-fx';

const folder = await mkdtemp(join(tmpdir(), 'orrery-'));
const out = join(folder, 'run');
await runScenario('scenarios/take-profit.yaml', { out });
const fills = (await readLedger(out)).filter(({ type }) => type === 'ORDER_FILL');
for (const { id, instrument, units, price, pl } of fills)
  console.log(id, instrument, units, price, pl);
await rm(folder, { recursive: true });
