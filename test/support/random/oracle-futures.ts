/**
 * Random markets with faults, and what becomes of them after forks and rewinds: the ledger of each future, and that
 * of the oracle, which runs the same events from the start and knows no forks.
 */

import { Simulation } from '../../../src/broker/runtime/simulation/simulation.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { residentWindows } from '../../../src/core/market/tick.js';
import type { RejectReason } from '../../../src/core/reason/reject-reasons.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { instant } from '../../../src/core/time/instant.js';
import type {
  MarketChange,
  OracleCommand,
  OracleFault,
  OracleInput,
  OracleTick,
} from '../../oracle/numbers/state.js';
import { runOracle } from '../../oracle/oracle.js';
import { randomRun } from '../../oracle/random/guided-run.js';
import { Dice } from '../../oracle/random/prng.js';
import { type Ledgers, linesOf } from './compare-oracle.js';

/** What a client or a fault does; the ticks are the same in all futures. */
type Act = OracleCommand | OracleFault;

/** One future: how it came about, and both its ledgers. */
export interface Future extends Ledgers {
  readonly name: string;
}

const MINUTE = 60_000_000;
/** Reasons with which a fault refuses an order. */
const REFUSALS = ['INTERNAL_SERVER_ERROR', 'ACCOUNT_ORDER_CREATION_LOCKED'] as const;

/**
 * The futures of the market of `seed`: the straight run, a fork that goes on otherwise while its origin goes on, and
 * a rewind of the fork that goes on otherwise again.
 */
export function futuresOf(seed: number): readonly Future[] {
  const dice = new Dice(seed + 500_000);
  const input = randomRun(seed, 'jumps', 'short');
  const ticks = input.events.filter(event => event.kind === 'tick');
  const commands = input.events.filter(event => event.kind === 'command');
  const straight = byTime([...refused(dice, commands), ...faultsOf(dice, input)]);
  const middle = dice.between(0, straight.length);
  const past = straight.slice(0, middle);
  const origin = new Simulation(scenarioOf(input, ticks, seed));
  send(origin, past);

  const fork = origin.fork();
  const other = otherwise(dice, input, straight.slice(middle));
  const forked = [...past, ...other];
  send(fork, other);
  send(origin, straight.slice(middle));

  const end = Math.max(fork.now, input.from + 1);
  const at = instant(input.from + dice.between(0, end - input.from));
  const before = forked.filter(({ time }) => time <= at);
  const third = otherwise(
    dice,
    input,
    straight.filter(({ time }) => time > at),
  );
  const judged = (name: string, simulation: Simulation, acts: readonly Act[]): Future => {
    simulation.advanceTo(simulation.last);
    const ids = input.accounts.map(({ id }) => id);
    const oracle = runOracle({ ...input, to: simulation.last, events: [...ticks, ...acts] });
    return {
      name,
      ours: linesOf(ids, id => simulation.engine.account(id).log.since(0)),
      theirs: linesOf(ids, id => oracle.transactions.get(id) ?? []),
    };
  };
  const futures = [judged('straight', origin, straight), judged('forked', fork, forked)];
  fork.rewind({ at });
  send(fork, third);
  return [...futures, judged('rewound', fork, [...before, ...third])];
}

/** The market as a scenario without commands. */
function scenarioOf(input: OracleInput, ticks: readonly OracleTick[], seed: number): Scenario {
  const { from, instruments, accounts, before = [] } = input;
  const market = instruments.map(({ instrument, halts }) => {
    const own = [...before, ...ticks].filter(tick => tick.instrument === instrument.name);
    const volumeOf = (volume: number | undefined) => volume ?? 0;
    const windows = residentWindows({
      length: own.length,
      time: Float64Array.from(own, tick => tick.time),
      bid: Int32Array.from(own, tick => tick.bid),
      ask: Int32Array.from(own, tick => tick.ask),
      bidVolume: Float64Array.from(own, tick => volumeOf(tick.bidVolume)),
      askVolume: Float64Array.from(own, tick => volumeOf(tick.askVolume)),
    });
    return {
      instrument,
      halts: halts.map(halt => ({ ...halt, from: instant(halt.from), to: instant(halt.to) })),
      ticks: { instrument: instrument.name, digest: instrument.name, windows },
    };
  });
  return {
    name: `seed ${seed}`,
    seed,
    from: instant(from),
    to: instant(input.to),
    market,
    accounts,
    execution: IDEAL_EXECUTION,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

/** Lets the acts happen at their instants. */
function send(simulation: Simulation, acts: readonly Act[]): void {
  for (const act of acts) {
    simulation.advanceTo(instant(act.time));
    if (act.kind === 'command') {
      simulation.submit(act.accountID, act.command, act.refuse as RejectReason | undefined);
      continue;
    }
    const disturbances = act.changes.map(change => ({
      ...change,
      from: instant(change.from),
      to: instant(change.to),
    }));
    simulation.disturb({ instrument: act.instrument, disturbances });
  }
}

/** The acts without a third of them, and with faults of their own that begin where they begin. */
function otherwise(dice: Dice, input: OracleInput, acts: readonly Act[]): readonly Act[] {
  const [first] = acts;
  if (first === undefined) return [];
  const kept = acts.filter(() => !dice.oneIn(3));
  return byTime([...kept, ...faultsOf(dice, { ...input, from: first.time })]);
}

/** Up to three faults of the market after `from`, each up to two changes; those without one end what holds. */
function faultsOf(dice: Dice, { from, to, instruments }: OracleInput): readonly OracleFault[] {
  return Array.from({ length: dice.between(0, 3) }, (): OracleFault => {
    const time = from + dice.between(0, to - from - 1);
    const { instrument } = dice.pick(instruments);
    const changes = Array.from({ length: dice.between(0, 2) }, () => changeAfter(dice, time));
    return { kind: 'fault', time, instrument: instrument.name, changes };
  });
}

function changeAfter(dice: Dice, time: number): MarketChange {
  const from = time + dice.pick([0, 0, 1, 10 * MINUTE]);
  const kinds: readonly Partial<MarketChange>[] = [
    { spread: dice.between(1, 300) },
    { gap: dice.between(-400, 400) },
    { liquidity: dice.between(1, 2_000) },
    { halt: { side: 'ALL', mode: 'HALTED' } },
    { halt: { side: dice.pick(['ASK', 'BID']), mode: dice.pick(['HALTED', 'REDUCE_ONLY']) } },
  ];
  return {
    from,
    to: from + dice.pick([1, MINUTE, 30 * MINUTE, 3_000 * MINUTE]),
    ...dice.pick(kinds),
  };
}

/** The commands, of which a fault refuses one in eight that makes an order. */
function refused(dice: Dice, commands: readonly OracleCommand[]): readonly OracleCommand[] {
  return commands.map(each => {
    const { type } = each.command;
    const makesOrder = type === 'CreateOrder' || type === 'ReplaceOrder';
    return makesOrder && dice.oneIn(8) ? { ...each, refuse: dice.pick(REFUSALS) } : each;
  });
}

function byTime(acts: readonly Act[]): readonly Act[] {
  return [...acts].sort((one, other) => one.time - other.time);
}
