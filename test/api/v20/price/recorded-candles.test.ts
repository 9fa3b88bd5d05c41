import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { candlesOf } from '../../../../src/cli/commands/candles.js';
import { bucketStart, DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import type { Granularity } from '../../../../src/core/candle/granularity.js';
import type { WireCandle } from '../../../../src/core/candle/query.js';
import { formatRfc3339 } from '../../../../src/core/time/instant.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import type { VolumeUnit } from '../../../../src/data/storage/ticks/columns/volume-units.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { sharedData } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { at } from '../../../support/market/fixtures.js';
import { IS_NIGHTLY } from '../../../support/random/nightly.js';

/**
 * Recordings served in default hours: candles are those of the command line, and those that the rows
 * of the recording fold into. Skipped, and said so, where no recordings are beside the repository.
 */

const present = sharedData('candles') !== undefined;
const HOURLY = 'candles/oanda-hourly-2007-2018/EUR_USD_H1.csv.gz';
const TICKS = 'ticks/GBP_JPY_2012-12-02_2012-12-14_dukascopy.csv.gz';

interface Recording {
  readonly name: string;
  readonly instrument: string;
  /** Has to be said where volumes are in millions; where there are none, nothing is said. */
  readonly volumes?: VolumeUnit;
  readonly granularities: readonly Granularity[];
  /** How many of its first rows `npm test` takes; the nightly run takes all. */
  readonly firstRows: number;
}
const RECORDINGS: readonly Recording[] = [
  { name: HOURLY, instrument: 'EUR_USD', granularities: ['D', 'W'], firstRows: 15_000 },
  {
    name: TICKS,
    instrument: 'GBP_JPY',
    volumes: 'millions',
    granularities: ['D'],
    firstRows: 120_000,
  },
];

/** The file of a recording: all of it, or a copy of its first rows. */
function fileOf({ name, firstRows }: Recording): string {
  const path = sharedData(name) as string;
  if (IS_NIGHTLY) return path;
  const rows = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  const copy = join(temporaryFolder(), basename(path));
  writeFileSync(copy, gzipSync(`${rows.slice(0, 1 + firstRows).join('\n')}\n`));
  return copy;
}

/** A server over a recording, at its end. */
async function servedRecording(path: string, { instrument, volumes }: Recording): Promise<TestApi> {
  const file = join(temporaryFolder(), 'scenario.yaml');
  const entry = JSON.stringify({ ticks: path, volumes });
  const rows = ['version: 1', 'name: recorded', 'market:', `  ${instrument}: ${entry}`];
  const [, quote] = instrument.split('_');
  writeFileSync(file, [...rows, `accounts: [{ currency: ${quote} }]`, ''].join('\n'));
  const { scenario } = await loadScenario(file, { allowPath: [dirname(path)] });
  const api = await testApi(scenario);
  await api.advance({ to: formatRfc3339(api.sandbox.simulation.last) });
  return api;
}

async function served(api: TestApi, instrument: string, granularity: string) {
  const candles: WireCandle[] = [];
  let from = '2000-01-01T00:00:00Z&includeFirst=true';
  for (;;) {
    const query = `price=BA&granularity=${granularity}&count=5000&from=${from}`;
    const { body } = await api.request('GET', `/v3/instruments/${instrument}/candles?${query}`);
    const page = body['candles'] as WireCandle[];
    candles.push(...page);
    if (page.length < 5000) return candles;
    from = `${page.at(-1)?.time}&includeFirst=false`;
  }
}

async function printed(file: string, { instrument, volumes }: Recording, granularity: string) {
  const { candles } = await candlesOf({
    file,
    instrument,
    ...(volumes === undefined ? {} : { volumes }),
    granularity,
    price: 'BA',
    smooth: false,
    includeFirst: true,
    dailyAlignment: 17,
    alignmentTimezone: 'America/New_York',
    weeklyAlignment: 'Friday',
    json: true,
  });
  return candles;
}

type Side = { o: number; h: number; l: number; c: number };

/** Rows of hours, or of ticks, folded by their text: start of the bucket, then both sides. */
function folded(path: string, granularity: Granularity) {
  const [header = '', ...rows] = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const names = header.split(',');
  const column = (side: string, key: string) => {
    const own = names.indexOf(`${side}_${key}`);
    return own < 0 ? names.indexOf(side) : own;
  };
  const columns = ['bid', 'ask'].map(side => ['o', 'h', 'l', 'c'].map(key => column(side, key)));
  const buckets = new Map<string, Side[]>();
  for (const row of rows) {
    const cells = row.split(',');
    const start = bucketStart(at(cells[0] ?? ''), granularity, DEFAULT_ALIGNMENT);
    const key = formatRfc3339(start);
    const sides = columns.map(each => {
      const [o = 0, h = 0, l = 0, c = 0] = each.map(index => Number(cells[index]));
      return { o, h, l, c };
    });
    const known = buckets.get(key);
    if (known === undefined) buckets.set(key, sides);
    else
      known.forEach((side, index) => {
        widen(side, sides[index] as Side);
      });
  }
  return [...buckets].map(([time, sides]) => [time, ...sides]);
}

function widen(side: Side, { h, l, c }: Side): void {
  side.h = Math.max(side.h, h);
  side.l = Math.min(side.l, l);
  side.c = c;
}

const numbers = ({ time, bid, ask }: WireCandle) => [
  time,
  ...[bid, ask].map(side =>
    Object.fromEntries(Object.entries(side ?? {}).map(([key, price]) => [key, Number(price)])),
  ),
];

describe('candles of recordings, served', () => {
  it.skipIf(!present).each(RECORDINGS)(
    '$name: are those of the command line and those its rows fold into [needs the recordings]',
    async recording => {
      const path = fileOf(recording);
      const api = await servedRecording(path, recording);
      for (const granularity of recording.granularities) {
        const candles = await served(api, recording.instrument, granularity);
        expect(candles.length, granularity).toBeGreaterThan(1);
        expect(candles, granularity).toEqual(await printed(path, recording, granularity));
        expect(candles.map(numbers), granularity).toEqual(folded(path, granularity));
      }
    },
  );
});
