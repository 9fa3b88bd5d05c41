/** A market that keeps a dashboard busy: instruments, each with twenty ticks a second. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instrumentTable } from '../../../core/market/instrument-table.js';

const TICKS_A_SECOND = 20;
const MS_A_TICK = 1000 / TICKS_A_SECOND;
const FROM = Date.UTC(2024, 2, 5, 10);
/** Pairs of the eight large currencies come first: there are 28 of them. */
const LARGE = /^(?:(?:EUR|GBP|AUD|NZD|USD|CAD|CHF|JPY)_?){2}$/;
/** Currencies that no other of the first instruments converts. */
const FAR = /HKD|CNH|THB|HUF|INR/;
/** Points between bid and ask, and the largest step of a tick. */
const SPREAD = 15;
const STEP = 4;

/** The instruments of a market of `count`: the pairs of large currencies before the others. */
export function namesOf(count: number): readonly string[] {
  const names = [...instrumentTable().keys()].filter(name => !FAR.test(name));
  const isLarge = (name: string) => LARGE.test(name);
  return [...names.filter(isLarge), ...names.filter(name => !isLarge(name))].slice(0, count);
}

/** Writes ticks of `names` and a scenario that plays them. @returns the path of the scenario. */
export async function writeMarket(
  folder: string,
  seconds: number,
  names: readonly string[],
): Promise<string> {
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
  - { id: 101-001-1000001-001, currency: USD, balance: "1000000" }
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
