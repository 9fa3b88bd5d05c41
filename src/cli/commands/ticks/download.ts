/**
 * `orrery ticks download --url HOST --instrument I --from T --to T`: the S5 bid and ask candles of a
 * v20 host, as ticks on the path of bars. A download that was interrupted goes on where it stopped;
 * a file that is there already is not written over.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import type { TickColumns } from '../../../core/market/tick.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_HOUR,
} from '../../../core/time/instant.js';
import { makeFolder } from '../../../data/storage/files/make-folder.js';
import { sha256 } from '../../../data/storage/files/sha256.js';
import { writingFault } from '../../../data/storage/files/write-whole.js';
import { CandlePart } from '../../../data/storage/ticks/candle-part.js';
import { readTicks } from '../../../data/storage/ticks/read/read-ticks.js';
import {
  CANDLE_MICROS,
  type CandleWindow,
  GRANULARITY,
  hostCandles,
} from '../../../live/remote/market/host-candles.js';
import { V20Client } from '../../../live/remote/wire/v20-client.js';
import { instantFlag, instrumentFlag, tokenFrom, usageError } from '../../flags/arguments.js';
import { commandOf, URL_OPTION } from '../../flags/typed-flags.js';
import { withProgress } from '../../output/terminal/progress.js';
import { describeTicks, printDescription, writeWithProgress } from './tick-file.js';

/** Waits before a request is repeated, in milliseconds, for hosts that are busy or away. */
const WAITS_MS = [1_000, 5_000, 15_000, 60_000];
/** Characters of the digest that keeps the parts of different downloads apart. */
const KEY_LENGTH = 8;

export const ticksDownloadCommand = commandOf({
  command: 'download',
  describe: 'Download S5 candles of a v20 account as ticks; resumed when interrupted',
  builder: yargs =>
    yargs
      .option('url', URL_OPTION)
      .option('instrument', { type: 'string', demandOption: true, describe: 'one instrument' })
      .option('from', { type: 'string', demandOption: true, describe: 'start, RFC 3339' })
      .option('to', { type: 'string', demandOption: true, describe: 'end, RFC 3339' })
      .option('out', {
        type: 'string',
        describe: 'file to write; default: INSTRUMENT_FROM_TO.csv.gz',
      })
      .option('overwrite', {
        type: 'boolean',
        default: false,
        describe: 'replace the file if it is there already',
      })
      .option('json', { type: 'boolean', default: false, describe: 'one JSON document' })
      .epilogue('ORRERY_TOKEN holds the token of the account.'),
  async handler(flags) {
    const instrument = instrumentFlag('instrument', flags.instrument);
    const { name } = instrument;
    const from = instantFlag('from', flags.from);
    const to = instantFlag('to', flags.to);
    if (to <= from) throw usageError('to', 'must be after --from');
    const { out = `${name}_${flags.from.slice(0, 10)}_${flags.to.slice(0, 10)}.csv.gz` } = flags;
    if (!flags.overwrite && existsSync(out)) {
      throw usageError('out', `${out} is there already: give another name, or --overwrite`);
    }
    await makeFolder(dirname(out)).catch(error => {
      throw writingFault(error, out);
    });
    // The part is known by what it is a part of; a later end of the span only makes it longer.
    const key = sha256([flags.url, name, from].join(' ')).slice(0, KEY_LENGTH);
    const part = `${out}.${key}.part`;
    await download(clientOf(flags.url), { instrument: name, from, to }, part);
    const ticks = await readTicks(part, { instrument, granularity: GRANULARITY });
    await writeWithProgress(out, instrument, ticks.columns, ticks.bars);
    await rm(part);
    const description = { out, ...describeTicks(ticks, { listGaps: false }) };
    printDescription(description, ticks.columns, flags.json);
    sayWhereItEnds(ticks.columns, to);
  },
});

/** Says that candles end long before the end that was asked for: the host says nothing of it. */
function sayWhereItEnds({ time, length }: TickColumns, to: Instant): void {
  const last = time[length - 1] as Instant;
  if (to - last < MICROS_PER_HOUR) return;
  process.stderr.write(
    `the last candle is of ${formatRfc3339(last)}: from there to --to, ${formatRfc3339(to)}, the host has none; ` +
      'its market was closed, or this is its present. The same command with --overwrite asks again.\n',
  );
}

function clientOf(url: string): V20Client {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw usageError('url', `must be an http or https URL, was ${url}`);
  const token = tokenFrom('ORRERY_TOKEN');
  if (token !== undefined) return new V20Client(url, token, { waitsMs: WAITS_MS });
  const place = { file: 'environment', field: 'ORRERY_TOKEN' };
  throw new InputError('scenario', place, 'must hold a token');
}

/** Adds to the part what it does not hold yet. @throws InputError */
async function download(client: V20Client, span: CandleWindow, path: string): Promise<void> {
  const part = await CandlePart.open(path).catch(error => {
    throw writingFault(error, path);
  });
  try {
    const from = part.last === undefined ? span.from : instant(part.last + CANDLE_MICROS);
    await withProgress('downloading', 'hours', async progress => {
      for await (const candles of hostCandles(client, { ...span, from })) {
        await part.add(candles);
        const last = candles[candles.length - 1]?.start ?? span.to;
        progress.update(hours(span.from, last), hours(span.from, span.to));
      }
    });
  } finally {
    client.close();
    await part.close();
  }
}

function hours(from: Instant, to: Instant): number {
  return Math.ceil((to - from) / MICROS_PER_HOUR);
}
