/**
 * `orrery candles FILE`: candles of a tick file, as CSV or as the v20 response body. Every tick of
 * the file counts, also outside the trading week; the last candle is complete only when a later
 * tick proves that its bucket has ended.
 */

import type { Argv, CommandModule } from 'yargs';
import { present } from '../../core/base/present.js';
import { type Alignment, WEEKDAYS, type Weekday } from '../../core/candle/alignment.js';
import { isGranularity, unknownGranularity } from '../../core/candle/granularity.js';
import { formatCandle, queryCandles, type WireCandle } from '../../core/candle/query.js';
import { CandleSeries } from '../../core/candle/series.js';
import { residentWindows } from '../../core/market/tick.js';
import { type Instant, instant } from '../../core/time/instant.js';
import { isZoneName } from '../../core/time/zone.js';
import type { VolumeUnit } from '../../storage/ticks/columns/volume-units.js';
import { readTicks } from '../../storage/ticks/read/read-ticks.js';
import { checkWhole, instantFlag, instrumentOf, usageError } from '../flags/arguments.js';
import { print } from '../output/terminal/print.js';
import { withProgress } from '../output/terminal/progress.js';
import { VOLUMES_FLAG } from './ticks/tick-file.js';

interface CandleFlags {
  readonly file: string;
  readonly instrument?: string;
  readonly volumes?: VolumeUnit;
  readonly granularity: string;
  readonly price: string;
  readonly from?: string;
  readonly to?: string;
  readonly count?: number;
  readonly smooth: boolean;
  readonly includeFirst: boolean;
  readonly dailyAlignment: number;
  readonly alignmentTimezone: string;
  readonly weeklyAlignment: string;
  readonly json: boolean;
}

export const candlesCommand: CommandModule<object, CandleFlags> = {
  command: 'candles <file>',
  builder: yargs =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'tick file' })
      .option('instrument', {
        type: 'string',
        describe: 'instrument in any spelling; default: from the file name',
      })
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
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'the v20 response body',
      }) as unknown as Argv<CandleFlags>,
  async handler(flags) {
    const body = await candlesOf(flags);
    if (flags.json) print(`${JSON.stringify(body)}\n`);
    else print(toCsv(body.candles));
  },
};

/** The v20 response body for the flags. @throws InputError */
export async function candlesOf(flags: CandleFlags): Promise<{
  readonly instrument: string;
  readonly granularity: string;
  readonly candles: readonly WireCandle[];
}> {
  const { granularity } = flags;
  if (!isGranularity(granularity)) {
    throw usageError('granularity', unknownGranularity(granularity));
  }
  if (!/^[MBA]+$/.test(flags.price))
    throw usageError('price', `must be one or more of the letters M, B and A, was ${flags.price}`);
  const alignment = alignmentOf(flags);
  const from = flags.from === undefined ? undefined : instantFlag('from', flags.from);
  const to = flags.to === undefined ? undefined : instantFlag('to', flags.to);
  if (from !== undefined && to !== undefined && from > to)
    throw usageError('from', 'must not be after --to');
  if (flags.count !== undefined) checkWhole('count', flags.count, 1);
  const instrument = instrumentOf(flags.instrument, flags.file);
  const { columns } = await withProgress('reading', 'bytes', progress =>
    readTicks(flags.file, {
      instrument,
      ...present({ volumes: flags.volumes }),
      onProgress: (bytes, total) => progress.update(bytes, total),
    }),
  );
  const series = new CandleSeries();
  for (const window of residentWindows(columns)) series.append(window, 0, window.length);
  const last = instant(columns.time[columns.length - 1] as number);
  const request = {
    granularity,
    alignment,
    includeFirst: flags.includeFirst,
    smooth: flags.smooth,
    ...present({ from, to }),
    count: flags.count ?? Number.POSITIVE_INFINITY,
  };
  const candles = queryCandles(series, request, last as Instant);
  return {
    instrument: instrument.name,
    granularity,
    candles: candles.map(candle => formatCandle(candle, flags.price, instrument.displayPrecision)),
  };
}

function alignmentOf(flags: CandleFlags): Alignment {
  const { dailyAlignment, alignmentTimezone, weeklyAlignment } = flags;
  checkWhole('daily-alignment', dailyAlignment, 0, 23);
  if (!isZoneName(alignmentTimezone)) {
    throw usageError('alignment-timezone', `unknown time zone ${alignmentTimezone}`);
  }
  if (!(WEEKDAYS as readonly string[]).includes(weeklyAlignment)) {
    throw usageError(
      'weekly-alignment',
      `must be one of ${WEEKDAYS.join(', ')}, was ${weeklyAlignment}`,
    );
  }
  return { dailyAlignment, alignmentTimezone, weeklyAlignment: weeklyAlignment as Weekday };
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
