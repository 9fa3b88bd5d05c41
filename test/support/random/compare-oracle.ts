/** One random run, played on the engine and on the oracle: their ledgers side by side. */

import { instant } from '../../../src/core/time/instant.js';
import type { OracleInput, OracleTick } from '../../oracle/numbers/state.js';
import { runOracle } from '../../oracle/oracle.js';
import { inOrder, type RandomRun, type RunEvent } from './random-run.js';
import { play, startRun } from './run-engine.js';

type Tick = Extract<RunEvent, { kind: 'tick' }>;

export interface Ledgers {
  /** One line a transaction, account after account, as over the wire. */
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Both ledgers of one run, told to the engine as `run` and to the oracle as `input`. */
export function compare(run: RandomRun, input: OracleInput): Ledgers {
  const engine = startRun(run);
  for (const event of run.events) play(engine, event);
  engine.advanceTo(instant(input.to));
  const oracle = runOracle(input);
  const ids = run.accounts.map(({ id }) => id);
  return {
    ours: linesOf(ids, id => engine.account(id).log.since(0)),
    theirs: linesOf(ids, id => oracle.transactions.get(id) ?? []),
  };
}

/** The logs of the accounts, one after the other. */
export function linesOf(
  ids: readonly string[],
  logOf: (id: string) => readonly object[],
): readonly string[] {
  return ids.flatMap(id => logOf(id).map(each => JSON.stringify(each)));
}

/** What the oracle takes of a run of the engine's generator. */
export function inputOf(run: RandomRun): OracleInput {
  const tickOf = ({ slot, volume, askVolume, ...tick }: Tick): OracleTick => ({
    ...tick,
    instrument: run.instruments[slot]?.name ?? '',
    ...(volume === undefined ? {} : { bidVolume: volume, askVolume: askVolume ?? volume }),
  });
  return {
    from: run.from,
    to: Math.max(run.from, ...run.events.map(event => event.time)) + 1,
    instruments: run.instruments.map((instrument, slot) => ({
      instrument,
      halts: run.halts[slot] ?? [],
    })),
    accounts: run.accounts,
    before: run.before.map(tickOf),
    events: run.events.map(event => (event.kind === 'tick' ? tickOf(event) : event)),
  };
}

/** What the engine takes of a run of the oracle's generator, which has no faults. */
export function runOf(input: OracleInput): RandomRun {
  const names = input.instruments.map(({ instrument }) => instrument.name);
  const tickOf = ({ instrument, bidVolume, askVolume, ...tick }: OracleTick): Tick => ({
    ...tick,
    slot: names.indexOf(instrument),
    ...(bidVolume === undefined ? {} : { volume: bidVolume }),
    ...(askVolume === undefined ? {} : { askVolume }),
  });
  return {
    seed: 1,
    from: input.from,
    instruments: input.instruments.map(({ instrument }) => instrument),
    halts: input.instruments.map(({ halts }) =>
      halts.map(halt => ({ ...halt, from: instant(halt.from), to: instant(halt.to) })),
    ),
    accounts: input.accounts,
    before: (input.before ?? []).map(tickOf),
    events: input.events
      .filter(event => event.kind !== 'fault')
      .map(event => (event.kind === 'tick' ? tickOf(event) : event))
      .sort(inOrder),
  };
}
