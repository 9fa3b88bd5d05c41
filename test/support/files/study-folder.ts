/** A folder with everything that a small study needs: a week of hourly ticks, a strategy, a scenario. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary.js';

const HOUR_MS = 3_600_000;
const START = Date.parse('2024-03-04T00:00:00Z');
const HOURS = 5 * 24 - 3;

/** Turns its position every so many candles; `mode` makes it misbehave. */
const STRATEGY = `
let made = 0;
export function strategy({ units = 1000, every = 4, mode = 'trade', exitAt = 0 }) {
  if (mode === 'refuse') throw new Error('cannot stand it');
  let count = 0;
  let side = 0;
  // A loop in the factory for some units, and below in a hook for the others.
  if (mode === 'loop' && units > 1000) for (;;);
  if (mode === 'leaky') units += 100 * made++;
  return {
    candles: [{ instrument: mode === 'lost' ? 'USD_JPY' : 'EUR_USD', granularity: 'H1' }],
    onStart() {
      if (mode === 'exit' || units === exitAt) process.exit(7);
      if (mode === 'loop') for (;;);
      if (mode === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    },
    onCandle(context) {
      count += 1;
      if (count % every > 0) return;
      if (mode === 'throw') {
        console.log('what a strategy logs is no result');
        throw new Error('broke at a candle\\nsecond line');
      }
      const wanted = side === 1 ? -1 : 1;
      const size = (wanted - side) * units;
      side = wanted;
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(size) });
    },
  };
}
`;

export const SCENARIO = `version: 1
name: small
market: { EUR_USD: { ticks: t.csv } }
accounts: [{ currency: USD, balance: "10000" }]
strategy: { use: ./strategy.ts, params: { units: 5000 } }
`;

/** Writes `study.yaml` and what it is of. @param study - its text after the name. */
export function studyFolder(study: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{}');
  write('t.csv', ticks());
  write('strategy.ts', STRATEGY);
  write('s.yaml', SCENARIO);
  write('study.yaml', `version: 1\nname: small\nscenario: s.yaml\n${study}`);
  return { folder, file: join(folder, 'study.yaml') };
}

/** Hourly ticks from Monday to Friday: a wave of 7 hours on one of 31, in points. */
function ticks(): string {
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const points = 108_500 + Math.abs((hour % 14) - 7) * 30 + Math.abs((hour % 62) - 31) * 11;
    const time = new Date(START + hour * HOUR_MS).toISOString();
    return `${time},${price(points)},${price(points + 12)}`;
  });
  return `time,bid,ask\n${rows.join('\n')}\n`;
}

function price(points: number): string {
  return `${Math.floor(points / 100_000)}.${String(points % 100_000).padStart(5, '0')}`;
}
