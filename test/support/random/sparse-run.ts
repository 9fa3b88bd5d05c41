/**
 * Seeded random runs: jumping prices, weekends and rollovers, and commands that hit and miss.
 * Few ticks lie between the commands.
 */

import { Prng } from '../../../src/core/base/prng.js';
import type { Halt } from '../../../src/core/engine/state/market-entry.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { instant } from '../../../src/core/time/instant.js';
import { at, guaranteedPair } from '../market/fixtures.js';
import { pick, pickSome } from './draw.js';
import { makeAccounts } from './random-account.js';
import { drawMakers, makeCommand } from './random-command.js';
import { withCorners } from './random-corners.js';
import { inOrder, type RandomRun, type RunEvent } from './random-run.js';
import { withStrays } from './stray-fields.js';

const STARTS = [
  '2024-03-05T10:00:00Z',
  '2024-03-06T21:50:00Z',
  '2024-03-08T21:50:00Z',
  '2024-11-01T20:50:00Z',
];
const MIDS: Readonly<Record<string, number>> = {
  EUR_USD: 108_500,
  USD_JPY: 150_100,
  GBP_USD: 126_900,
  EUR_GBP: 85_500,
  AUD_USD: 65_050,
};

/** The run of `seed`: the same one, always. */
export function randomRun(seed: number): RandomRun {
  const random = new Prng(seed);
  const strays = new Prng(seed + 1_000_000);
  const names = ['EUR_USD', 'USD_JPY', 'AUD_USD', ...pickSome(random, ['GBP_USD', 'EUR_GBP'])];
  const instruments = names.map(name => guaranteedPair(name, yenFields(name)));
  const accounts = makeAccounts(random);
  const from = at(pick(random, STARTS));
  const walk = names.map(name => MIDS[name] as number);
  const makers = drawMakers(random);
  const events: RunEvent[] = [];
  let time: number = from;
  for (const slot of names.keys()) events.push(nextTick(random, walk, { slot, time, wildness: 0 }));
  const steps = random.nextInt(40, 160);
  const wildness = pick(random, [5, 20, 120, 600]);
  for (let step = 0; step < steps; step++) {
    time += pick(random, [0, 1_000, 1_000_000, 60_000_000, 900_000_000, 30_000_000_000]);
    if (random.nextInt(0, 99) < 55) {
      const slot = random.nextInt(0, names.length - 1);
      events.push(nextTick(random, walk, { slot, time, wildness }));
    } else {
      const config = pick(random, accounts);
      const slot = random.nextInt(0, names.length - 1);
      const instrument = instruments[slot] as Instrument;
      const level = walk[slot] as number;
      const made = makeCommand(makers, { random, instrument, level, now: time });
      const command = withStrays(strays, made);
      events.push({ kind: 'command', time, accountID: config.id, command });
    }
  }
  const halts = instruments.map(() => makeHalts(random, from));
  return withCorners({
    seed,
    from,
    instruments,
    halts,
    accounts,
    before: [],
    events: events.sort(inOrder),
  });
}

/** Now and then a span in which the instrument, or one side of it, does not trade. */
function makeHalts(random: Prng, from: number): Halt[] {
  if (random.nextInt(0, 2) > 0) return [];
  const start = from + random.nextInt(1, 40) * 1_800_000_000;
  return [
    {
      from: instant(start),
      to: instant(start + random.nextInt(1, 20) * 1_800_000_000),
      side: pick(random, ['ALL', 'BID', 'ASK']),
      mode: pick(random, ['HALTED', 'REDUCE_ONLY']),
    },
  ];
}

function yenFields(name: string): Partial<Instrument> {
  return name.endsWith('JPY')
    ? {
        minimumGuaranteedStopLossDistance: '0.100',
        guaranteedStopLossOrderExecutionPremium: '0.010',
        guaranteedStopLossOrderLevelRestriction: { volume: '1000000', priceRange: '0.250' },
      }
    : {};
}

interface Step {
  readonly slot: number;
  readonly time: number;
  /** Points that the bid moves at most, but for one move in twenty, which is ten times as far. */
  readonly wildness: number;
}

/** Moves the bid of the instrument in `walk`. @returns its tick. */
function nextTick(random: Prng, walk: number[], { slot, time, wildness }: Step): RunEvent {
  const jump = random.nextInt(0, 19) === 0 ? 10 : 1;
  const move = random.nextInt(-wildness, wildness) * jump;
  walk[slot] = Math.max(1_000, (walk[slot] as number) + move);
  const bid = walk[slot] as number;
  const thin = random.nextInt(0, 7) === 0 ? { volume: pick(random, [50, 800, 5_000, 60_000]) } : {};
  return { kind: 'tick', time, slot, bid, ask: bid + random.nextInt(0, 25), ...thin };
}
