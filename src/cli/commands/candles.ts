/**
 * `orrery candles FILE`: candles of a tick file, as CSV or as the v20 response body. Every tick of
 * the file counts, also outside the trading week; the last candle is complete only when a later
 * tick proves that its bucket has ended.
 */

import type { Argv } from 'yargs';
import { present } from '../../core/base/present.js';
import type { WireCandle } from '../../core/candle/query.js';
import { residentWindows, type TickWindow } from '../../core/market/tick.js';
import { instant } from '../../core/time/instant.js';
import { holdSealed } from '../../data/storage/looks/hold.js';
import type { MarketSpan } from '../../data/storage/looks/look.js';
import { readTicks } from '../../data/storage/ticks/read/read-ticks.js';
import { instantFlag, instrumentOf, usageError } from '../flags/arguments.js';
import { dashed } from '../flags/flag-rules.js';
import { commandOf, type FlagsOf } from '../flags/typed-flags.js';
import { candleQuery, foldCandles } from '../library/candle-query.js';
import type { CandleList } from '../library/types/candles.js';
import { print } from '../output/terminal/print.js';
import { withProgress } from '../output/terminal/progress.js';
import { INSTRUMENT_FLAG, VOLUMES_FLAG } from './ticks/tick-file.js';

const builder = (yargs: Argv) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'tick file' })
    .option('instrument', INSTRUMENT_FLAG)
    .option('volumes', VOLUMES_FLAG)
    .option('granularity', { type: 'string', default: 'S5', describe: 'such as M1, H4 or D' })
    .option('price', {
      type: 'string',
      default: 'M',
      describe: 'one or more of the letters M, B and A',
    })
    .option('from', { type: 'string', describe: 'start; default: the first tick' })
    .option('to', { type: 'string', describe: 'end; default: the last tick' })
    .option('count', { type: 'number' })
    .option('smooth', { type: 'boolean', default: false })
    .option('include-first', { type: 'boolean', default: true })
    .option('daily-alignment', { type: 'number', default: 17 })
    .option('alignment-timezone', { type: 'string', default: 'America/New_York' })
    .option('weekly-alignment', { type: 'string', default: 'Friday' })
    .option('json', { type: 'boolean', default: false, describe: 'the v20 response body' });

type CandleFlags = FlagsOf<typeof builder>;

export const candlesCommand = commandOf({
  command: 'candles <file>',
  builder,
  async handler(flags) {
    const body = await candlesOf(flags);
    if (flags.json) print(`${JSON.stringify(body)}\n`);
    else print(toCsv(body.candles));
  },
});

/** The v20 response body for the flags. @throws InputError */
export async function candlesOf(flags: CandleFlags): Promise<CandleList> {
  const query = candleQuery(flags, (option, rule) => usageError(dashed(option), rule));
  const instrument = instrumentOf(flags.instrument, flags.file);
  const { columns } = await withProgress('reading', 'bytes', progress =>
    readTicks(flags.file, {
      instrument,
      ...present({ volumes: flags.volumes }),
      onProgress: (bytes, total) => progress.update(bytes, total),
    }),
  );
  const windows = residentWindows(columns);
  holdSealed(flags.file, spanOfCandles(instrument.name, windows, flags));
  return foldCandles(windows, instrument, query);
}

/** What candles show: from `--from` or the first tick to `--to` or the last one. */
function spanOfCandles(
  name: string,
  windows: readonly TickWindow[],
  { from, to }: Pick<CandleFlags, 'from' | 'to'>,
): MarketSpan {
  const first = instant(windows[0]?.firstTime ?? 0);
  const last = windows.at(-1)?.lastTime ?? 0;
  return {
    instruments: [name],
    from: from === undefined ? first : instantFlag('from', from),
    to: to === undefined ? instant(last + 1) : instantFlag('to', to),
  };
}

function toCsv(candles: readonly WireCandle[]): string {
  const [first] = candles;
  const sides = (['bid', 'mid', 'ask'] as const).filter(side => first?.[side] !== undefined);
  const header = [
    'time',
    'volume',
    'complete',
    ...sides.flatMap(side => ['o', 'h', 'l', 'c'].map(key => `${side}_${key}`)),
  ];
  const rows = candles.map(candle =>
    [
      candle.time,
      candle.volume,
      candle.complete,
      ...sides.flatMap(side => Object.values(candle[side] ?? {})),
    ].join(','),
  );
  return `${[header.join(','), ...rows].join('\n')}\n`;
}
