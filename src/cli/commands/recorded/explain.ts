/**
 * `orrery explain DIR ID`: says why a transaction of a recorded run came about, or why an order has
 * not filled. The run is made again from its journal, and must give the recorded ledger.
 */

import type { Argv } from 'yargs';
import { InputError } from '../../../core/base/input-error.js';
import type { EngineState } from '../../../core/engine/state/engine-state.js';
import { explain } from '../../../core/explain/explain.js';
import type { Explanation } from '../../../core/explain/explanation.js';
import { runBacktest } from '../../../core/run/backtest.js';
import { recordedSession } from '../../../data/record/recorded-session.js';
import { checkRecordedLedger } from '../../../data/record/same-ledger.js';
import { VERSION } from '../../../data/version.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

const builder = (yargs: Argv) =>
  yargs
    .positional('run', { type: 'string', demandOption: true, describe: 'folder of a run' })
    .positional('id', { type: 'string', demandOption: true, describe: 'transaction or order' })
    .option('account', { type: 'string', describe: "account; default: the scenario's first" })
    .option('json', JSON_OPTION)
    .option('cache', CACHE_OPTION)
    .option('allow-path', allowPathOption('scenario'));

type ExplainFlags = FlagsOf<typeof builder>;

export const explainCommand = commandOf({
  command: 'explain <run> <id>',
  builder,
  async handler(flags) {
    const said = explained(await replayed(flags), flags);
    print(flags.json ? `${JSON.stringify(said)}\n` : textOf(said));
  },
});

/** The engine at the end of the recorded run. @throws InputError when its ledger is another. */
async function replayed({ run, cache, allowPath }: ExplainFlags): Promise<EngineState> {
  const { journal, loaded } = await recordedSession(run, { allowPath, ...cacheOf(cache) });
  const { engine, ledger } = runBacktest(loaded.scenario, { recorded: journal.inputs });
  checkRecordedLedger(journal, ledger, { run, command: 'explain', own: VERSION });
  return engine.state;
}

/** @throws InputError when there is no such account or id. */
function explained(state: EngineState, { run, id, account }: ExplainFlags): Explanation {
  const ids = state.cells.map(cell => cell.state.config.id);
  const chosen = account ?? ids[0];
  const cell = state.cells.find(each => each.state.config.id === chosen);
  if (cell === undefined) {
    throw new InputError(
      'scenario',
      { file: '--account' },
      `there is no account ${chosen}; there are ${ids.join(', ')}`,
    );
  }
  const said = /^\d{1,15}$/.test(id) ? explain(state, cell, Number(id)) : undefined;
  if (said === undefined) {
    const { firstID, lastID } = cell.log;
    const range = `account ${chosen} has ${firstID} to ${lastID}`;
    throw new InputError(
      'scenario',
      { file: run },
      `there is no transaction or order ${id}; ${range}`,
    );
  }
  return said;
}

/** An explanation for people: one line for each of its parts. */
function textOf(said: Explanation): string {
  const { transactionID, type, reason, time, tick, side } = said;
  const where = tick?.between === undefined ? '' : `, between ${tick.between}`;
  const by = transactionID === undefined ? 'still waiting at' : `transaction ${transactionID},`;
  const lines = [
    said.sentence,
    `what    ${[type, reason].filter(each => each !== undefined).join(' ')}, ${by} ${time}`,
    ...(tick === undefined
      ? []
      : [`tick    ${tick.instrument} ${tick.bid} bid, ${tick.ask} ask at ${tick.time}${where}`]),
    ...(side === undefined ? [] : [`side    ${side.toLowerCase()}`]),
    `rule    ${said.rule}`,
    `        ${said.section}`,
    ...(said.needed === undefined ? [] : [`needed  ${said.needed.sentence}`]),
    ...(said.conversion ?? []).map(conversionLine),
  ];
  return `${lines.join('\n')}\n`;
}

function conversionLine(each: NonNullable<Explanation['conversion']>[number]): string {
  const { what, tradeID, amount, currency, factor, kind, home, path } = each;
  const of = tradeID === undefined ? what : `${what} of trade ${tradeID}`;
  const way = path.map(({ pair, bid, ask, operation }) => `${operation} by ${pair} ${bid}/${ask}`);
  const by = path.length === 0 ? 'home currency' : way.join(', then ');
  return `money   ${of}: ${amount} ${currency} x ${factor} (${kind}; ${by}) = ${home}`;
}
