/**
 * `orrery cache ls` and `orrery cache clear`: the tick stores that runs have written beside their
 * sources, or in the folder of `--cache`.
 */

import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../../core/base/input-error.js';
import {
  type FoundStore,
  removeStores,
  storesBelow,
  storesIn,
} from '../../data/storage/tick-store/list-stores.js';
import { withFlagRules } from '../flags/flag-rules.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../flags/typed-flags.js';
import { fittedTable } from '../output/terminal/fitted-table.js';
import { print } from '../output/terminal/print.js';

const MEBIBYTE = 1_048_576;

/** The command of both. @param args - as typed. */
export function cacheCommand(args: readonly string[]): CommandModule {
  const ls = commandOf({
    command: 'ls [folder]',
    describe: 'List tick stores',
    builder,
    handler: listStores,
  });
  const clear = commandOf({
    command: 'clear [folder]',
    describe: 'Remove tick stores; the next run writes them again',
    builder,
    handler: clearStores,
  });
  return {
    command: 'cache <command>',
    builder: yargs =>
      yargs
        .command(withFlagRules(ls, args))
        .command(withFlagRules(clear, args))
        .demandCommand(1, 'ls or clear is missing; --help says what they do'),
    handler() {},
  };
}

const builder = (yargs: Argv) =>
  yargs
    .positional('folder', {
      type: 'string',
      default: '.',
      describe: 'folder in and below which the sources lie',
    })
    .option('cache', { type: 'string', describe: 'the folder of stores that --cache named' })
    .option('json', JSON_OPTION);

type CacheFlags = FlagsOf<typeof builder>;

async function listStores(flags: CacheFlags): Promise<void> {
  const { cache, json } = flags;
  const stores = await storesOf(flags);
  if (json) return print(`${JSON.stringify(stores)}\n`);
  if (stores.length > 0) {
    const path = ({ folder, source }: FoundStore) =>
      relative('', cache === undefined ? join(dirname(dirname(folder)), source) : source);
    const table = await fittedTable([
      { head: 'source', align: 'left', cells: stores.map(path), isWrapped: true },
      {
        head: 'ticks',
        align: 'right',
        cells: stores.map(({ rows }) => String(rows ?? 'unusable')),
      },
      { head: 'MiB', align: 'right', cells: stores.map(({ bytes }) => inMebibytes(bytes)) },
    ]);
    print(table);
  }
  print(`${summary(stores)}\n`);
}

async function clearStores(flags: CacheFlags): Promise<void> {
  const stores = await storesOf(flags);
  await removeStores(stores);
  print(flags.json ? `${JSON.stringify(stores)}\n` : `removed ${summary(stores)}\n`);
}

/** @throws InputError when the folder does not exist. */
function storesOf({ folder, cache }: CacheFlags): Promise<FoundStore[]> {
  const place = cache ?? folder;
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError('scenario', { file: place }, 'no such folder');
  }
  return cache === undefined ? storesBelow(place) : storesIn(place);
}

function summary(stores: readonly FoundStore[]): string {
  const bytes = stores.reduce((sum, store) => sum + store.bytes, 0);
  return `${stores.length} tick store${stores.length === 1 ? '' : 's'}, ${inMebibytes(bytes)} MiB`;
}

function inMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}
