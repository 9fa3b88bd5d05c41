// Writes the folder of a run, and reads its ledger.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLedger, runScenario } from 'orrery-fx';

const out = join(await mkdtemp(join(tmpdir(), 'orrery-')), 'run');
await runScenario('scenarios/take-profit.yaml', { out });
const fills = (await readLedger(out)).filter(({ type }) => type === 'ORDER_FILL');
for (const { id, instrument, units, price, pl } of fills)
  console.log(id, instrument, units, price, pl);
