/** A market that keeps a dashboard busy: fifty instruments, each with twenty ticks a second. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instrumentTable } from '../../../core/market/instrument-table.js';

const INSTRUMENTS = 50;
const TICKS_A_SECOND = 20;
const MS_A_TICK = 1000 / TICKS_A_SECOND;
const FROM = Date.UTC(2024, 2, 5, 10);
/** Currencies that no other of the first instruments converts. */
const FAR = /HKD|CNH|THB|HUF|INR/;
/** Points between bid and ask, and the largest step of a tick. */
const SPREAD = 15;
const STEP = 4;

/** Writes ticks and a scenario that plays them. @returns the path of the scenario. */
export async function writeMarket(folder: string, seconds: number): Promise<string> {
  const names = [...instrumentTable().keys()].filter(name => !FAR.test(name)).slice(0, INSTRUMENTS);
  for (const name of names) await writeFile(join(folder, `${name}.csv`), ticksOf(name, seconds));
  const file = join(folder, 'load.yaml');
  const market = names.map(name => `  ${name}: { ticks: ${name}.csv }\n`).join('');
  const to = new Date(FROM + 1000 * seconds).toISOString();
  await writeFile(
    file,
    `version: 1
name: load
window: { from: ${new Date(FROM).toISOString()}, to: ${to} }
market:
${market}accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "100000" }
`,
  );
  return file;
}

/** A walk of the price that is the same in every run. */
function ticksOf(name: string, seconds: number): string {
  const { displayPrecision = 5 } = instrumentTable().get(name) ?? {};
  const points = 10 ** displayPrecision;
  const rows = ['time,bid,ask'];
  let bid = Math.round((name.endsWith('JPY') ? 150 : 1.1) * points);
  let draw = 1;
  for (let tick = 0; tick < seconds * TICKS_A_SECOND; tick++) {
    draw = (draw * 1_103_515_245 + 12_345) % 2_147_483_648;
    bid += (draw % (2 * STEP + 1)) - STEP;
    const time = new Date(FROM + tick * MS_A_TICK).toISOString();
    const text = (value: number) => (value / points).toFixed(displayPrecision);
    rows.push(`${time},${text(bid)},${text(bid + SPREAD)}`);
  }
  return `${rows.join('\n')}\n`;
}
