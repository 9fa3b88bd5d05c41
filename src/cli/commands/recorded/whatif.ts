/**
 * `orrery whatif DIR`: a recorded run again without some of its commands, or with others, and the
 * difference in money, trade by trade. With `--rerun` its strategy decides anew.
 */

import { readFile } from 'node:fs/promises';
import { rerunSession } from '../../../broker/runtime/rerun-session.js';
import { InputError } from '../../../core/base/input-error.js';
import { formatRfc3339, parseInstant, RFC3339_RULE } from '../../../core/time/instant.js';
import { type AskedChange, ChangeError, changeOf } from '../../../core/whatif/change.js';
import { counterfactual } from '../../../core/whatif/counterfactual.js';
import {
  COMPARED,
  differenceOf,
  type MoneyDifference,
  type OtherRun,
  type TradeDifference,
} from '../../../core/whatif/difference.js';
import { replaySession, type SessionRun } from '../../../core/whatif/session.js';
import { recordedSession } from '../../../data/record/recorded-session.js';
import { checkRecordedLedger } from '../../../data/record/same-ledger.js';
import { VERSION } from '../../../data/version.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { tableStyle } from '../../output/terminal/table-style.js';

export const whatifCommand = commandOf({
  command: 'whatif <run>',
  builder: yargs =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'run folder or journal' })
      .option('without', {
        type: 'string',
        describe: 'ids of orders or other transactions, with commas between them',
      })
      .option('with', {
        type: 'string',
        describe: 'YAML or JSON file: a list of {time, command}, a command as in journal.ndjson',
      })
      .option('rerun', {
        type: 'boolean',
        default: false,
        describe: 'run the strategy again; it decides anew from the change on',
      })
      .option('account', { type: 'string', describe: 'default: the first account' })
      .option('json', JSON_OPTION)
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('scenario')),
  async handler({ run, without, with: file, account, rerun, json, cache, allowPath }) {
    if (without === undefined && file === undefined && !rerun) {
      throw usageError('without', 'or --with or --rerun is needed');
    }
    const { session, loaded, journal } = await recordedSession(run, {
      allowPath,
      ...cacheOf(cache),
    });
    const asked: AskedChange = {
      accountID: account ?? session.scenario.accounts[0]?.id ?? '',
      without: without?.split(',').map(id => id.trim()) ?? [],
      added: file === undefined ? [] : await addedIn(file),
    };
    const base = replaySession(session);
    checkRecordedLedger(journal, base.run.engine.ledger, { run, command: 'whatif', own: VERSION });
    const changed = change(base, asked);
    const other = rerun ? await rerunSession(loaded, base, changed) : counterfactual(base, changed);
    const difference = differenceOf(other, asked.accountID);
    if (json) print(`${JSON.stringify({ difference, dropped: droppedOf(other) })}\n`);
    else await printDifference(difference, other);
  },
});

function change(base: SessionRun, asked: AskedChange) {
  try {
    return changeOf(base, asked);
  } catch (error) {
    throw error instanceof ChangeError ? usageError(error.part, error.message) : error;
  }
}

/** The commands in a file. @throws InputError */
async function addedIn(file: string): Promise<AskedChange['added']> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('scenario', { file }, 'no such file');
  });
  // In a bundle, a CommonJS package that is loaded late has only a default export.
  const { parse } = (await import('yaml')).default;
  let list: unknown;
  try {
    list = parse(text);
  } catch (error) {
    throw new InputError('scenario', { file }, error instanceof Error ? error.message : 'no YAML');
  }
  if (!Array.isArray(list)) throw new InputError('scenario', { file }, 'must be a list');
  return list.map((each: { readonly time?: unknown; readonly command?: unknown }, index) => {
    const parsed = parseInstant(String(each?.time));
    if (parsed !== undefined) return { time: parsed.at, command: each.command };
    const rule = `${RFC3339_RULE}, was ${String(each?.time)}`;
    throw new InputError('scenario', { file, field: `[${index}].time` }, rule);
  });
}

function droppedOf({ dropped }: OtherRun) {
  return dropped.map(each => ({ ...each, time: formatRfc3339(each.time) }));
}

async function printDifference(difference: MoneyDifference, other: OtherRun): Promise<void> {
  const { default: Table } = await import('cli-table3');
  const style = tableStyle();
  const money = new Table({
    head: ['what', `difference, ${difference.currency}`],
    style,
    colAligns: ['left', 'right'],
  });
  money.push(...COMPARED.map(field => [field, signed(difference[field])]));
  print(`${money.toString()}\n`);
  const trades = new Table({
    head: ['instrument', 'opened', 'as it was', 'what if', 'difference'],
    style,
    colAligns: ['left', 'left', 'right', 'right', 'right'],
  });
  trades.push(...difference.trades.map(tradeRow));
  if (difference.trades.length > 0) print(`${trades.toString()}\n`);
  for (const { time, command, reason } of droppedOf(other)) {
    print(`dropped: ${command.type} at ${time}: ${reason}\n`);
  }
}

function tradeRow({ instrument, result, session, counterfactual }: TradeDifference): string[] {
  const side = (each: typeof session) =>
    each === undefined ? 'no trade' : `${each.units} at ${each.price}, ${each.state.toLowerCase()}`;
  const opened = (session ?? counterfactual)?.openTime ?? '';
  return [instrument, opened, side(session), side(counterfactual), signed(result)];
}

/** Money with its sign. */
function signed(money: string): string {
  return /^-|^0\.0+$/.test(money) ? money : `+${money}`;
}
