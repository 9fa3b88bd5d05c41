/**
 * Runs a scenario from beginning to end. Input: market, accounts and drivers. Result: ledger,
 * figures and checked expectations. Pure: files, hashes and progress bars belong to the caller.
 */

import { InvariantError } from '../base/assert.js';
import { byCodeUnit } from '../base/by-code-unit.js';
import { ChunkedList } from '../base/chunked-list.js';
import { formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import { type Driver, fanOut } from '../engine/driver.js';
import { type CommandOverride, Engine } from '../engine/engine.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import type { Outcome, Outputs } from '../engine/state/outputs.js';
import type { Ledger } from '../ledger/log/ledger.js';
import type { Transaction } from '../ledger/transaction.js';
import { valueAccount } from '../ledger/valuation.js';
import type { RiskBreach } from '../risk/risk-book.js';
import { type StrategyDelay, StrategyDriver } from '../strategy/strategy-driver.js';
import { StrategyError } from '../strategy/strategy-error.js';
import { type Drawings, joined } from '../strategy/tools/drawings.js';
import { rolloverAfter } from '../time/calendar.js';
import { formatRfc3339, instant, MICROS_PER_HOUR } from '../time/instant.js';
import { type AccountSummary, accountSummary } from '../view/accounts.js';
import { type TradeSummary, tradeSummary } from '../view/trades.js';
import { type JournalInput, journalInput } from './input/input.js';
import { JournalDriver } from './journal-driver.js';
import { journalInputs, type TakenInputs } from './journal-inputs.js';
import { recordedMarket } from './recorded-market.js';
import { type ReplayMode, RunLoop } from './run-loop.js';
import type { Scenario } from './scenario.js';
import { type MadeStrategies, strategyDrivers } from './strategy-drivers.js';
import { checkFields, type ExpectationResult, TimelineDriver } from './timeline-driver.js';

/** A run of a file takes nothing from outside. */
const NOTHING: TakenInputs = { inputs: new ChunkedList(), tickets: new ChunkedList() };

/** The value of an account at one instant; money in home currency, the time RFC 3339. */
export interface EquityPoint {
  readonly time: string;
  readonly accountID: string;
  readonly balance: string;
  readonly NAV: string;
  readonly unrealizedPL: string;
  readonly marginUsed: string;
}

/** How to run a scenario. */
export interface BacktestOptions extends MadeStrategies {
  /** Inputs to replay instead of the timeline and the strategy. */
  readonly recorded?: readonly JournalInput[];
  /** How quiet ticks are replayed; the result is the same. */
  readonly replay?: ReplayMode;
  /** Receives from time to time the number of ticks done, and of all ticks. */
  readonly onProgress?: (done: number, total: number) => void;
  /**
   * Calls `work` until it has nothing left to do. Each call does a piece of the work, at most one
   * hour of the market, and says whether there is more. Returns whether every piece was completed;
   * if not, the run ends, and its failure names the hook that was running.
   */
  readonly guard?: (work: () => boolean) => boolean;
  /** What else has a part in the run, for counterfactuals. */
  readonly beside?: RunIntervention;
}

/** What has a part in a run beside its timeline and its strategy. */
export interface RunIntervention {
  /** Acts after the others at each instant. */
  readonly driver: Driver;
  readonly instead: CommandOverride;
  /** Whether the other drivers get an outcome. */
  readonly isHeard: (outcome: Outcome) => boolean;
}

/** The result of a run. A spread of it lacks the parts that are made when they are first read. */
export interface BacktestResult {
  /** Number of ticks taken. */
  readonly ticks: number;
  /** All transactions of all accounts, in commit order. */
  readonly ledger: readonly Transaction[];
  /** All accepted commands, in order. */
  readonly commands: readonly AcceptedCommand[];
  /** What a journal keeps: the commands, or the inputs that were replayed. */
  readonly inputs: readonly JournalInput[];
  readonly accounts: readonly AccountSummary[];
  /** The checked expectations, in time order. */
  readonly expectations: readonly ExpectationResult[];
  /** One point per account at each 17:00 New York and at the end. */
  readonly equity: readonly EquityPoint[];
  /** Every trade of the run, by account and then by id. */
  readonly trades: readonly (TradeSummary & { readonly accountID: string })[];
  /** The engine as it stands at the end, for forks and queries. */
  readonly engine: Engine;
  /** The strategies that did not begin at the start, because they waited for candles. */
  readonly delays: readonly StrategyDelay[];
  /**
   * The fault of the strategy that ended the run. The other fields show the state at that moment.
   */
  readonly failure?: StrategyError;
  /** What the strategy drew; absent when it drew nothing. */
  readonly drawings?: Drawings;
  /** Rules of risk that were broken, in order of time. */
  readonly breaches: readonly RiskBreach[];
  /** The breach that ended the run before its window. */
  readonly ended?: RiskBreach;
}

/**
 * Runs `scenario`. A fault of the strategy ends the run, and the result names it.
 * @throws StrategyError when its strategy asks for candles that the market does not have.
 */
export function runBacktest(scenario: Scenario, options: BacktestOptions = {}): BacktestResult {
  const { accounts, execution: model, seed, from, to, events } = scenario;
  const timeline = new TimelineDriver(options.recorded === undefined ? scenario.timeline : []);
  const market = recordedMarket(scenario.market, options.recorded ?? timeline.inputs);
  const equity = new EquityDriver(scenario);
  const { beside } = options;
  // Whether a rule ended the run is among what a replay of its inputs does not decide again.
  const end = new RiskEnd(options.recorded === undefined);
  const own: Driver[] = [equity, end, ...commandDrivers(scenario, options, timeline)];
  const drivers = beside === undefined ? own : [...own, beside.driver];
  const engine = Engine.create({
    market,
    accounts,
    model,
    seed,
    from,
    outputs: outputsOf(own, beside),
    ...present({ instead: beside?.instead, historySince: scenario.historySince, events }),
    candles: drivers.flatMap(driver => driver.candles ?? []),
  });
  const { onProgress, replay } = options;
  const loop = new RunLoop(engine, {
    ticks: Array.from(market, entry => entry.ticks?.windows),
    drivers,
    from,
    to,
    ...present({ replay, onProgress }),
    isOver: () => end.isOver,
  });
  const failure = runThrough(engine, loop, drivers, options.guard);
  equity.record(engine);
  const parts = new LazyParts(engine, options.recorded, timeline);
  return Object.assign(parts, {
    ticks: loop.ticks,
    commands: engine.accepted.slice(),
    accounts: engine.state.cells.map(cell => accountSummary(cell.state, cell.market)),
    expectations: [...timeline.results, ...finalResults(scenario, engine)],
    equity: equity.points,
    delays: drivers.flatMap(each => (each instanceof StrategyDriver && each.delay) || []),
    breaches: breachesOf(engine),
    ...present({ failure, drawings: drawingsOf(drivers), ended: end.breach }),
  });
}

/**
 * Owns the parts of a result that are made when they are first read: few runs of a study are. A getter
 * in an object literal would make V8 keep its run until old objects are collected (decision 0121).
 */
class LazyParts {
  readonly engine: Engine;
  readonly #recorded: readonly JournalInput[] | undefined;
  readonly #timeline: TimelineDriver;
  #ledger: readonly Transaction[] | undefined;
  #inputs: readonly JournalInput[] | undefined;
  #trades: BacktestResult['trades'] | undefined;

  constructor(
    engine: Engine,
    recorded: readonly JournalInput[] | undefined,
    timeline: TimelineDriver,
  ) {
    this.engine = engine;
    this.#recorded = recorded;
    this.#timeline = timeline;
  }

  get ledger(): readonly Transaction[] {
    this.#ledger ??= this.engine.ledger.slice();
    return this.#ledger;
  }

  get inputs(): readonly JournalInput[] {
    this.#inputs ??= Array.from(
      this.#recorded ?? journalInputs(NOTHING, this.engine.accepted, this.#timeline.given),
      journalInput,
    );
    return this.#inputs;
  }

  get trades(): BacktestResult['trades'] {
    this.#trades ??= tradesOf(this.engine);
    return this.#trades;
  }
}

/** Every trade of an engine, by account and then by id. */
function tradesOf({ state }: Engine): BacktestResult['trades'] {
  return state.cells.flatMap(cell =>
    [...cell.state.trades.values()].map(trade => ({
      accountID: cell.state.config.id,
      ...tradeSummary(cell.state, cell.market, trade),
    })),
  );
}

/** What the strategies among the drivers drew. */
function drawingsOf(drivers: readonly Driver[]): Drawings | undefined {
  const drawn = drivers.flatMap(driver =>
    driver instanceof StrategyDriver ? (driver.drawn() ?? []) : [],
  );
  return drawn.length === 0 ? undefined : joined(drawn);
}

/** Calls the drivers, but leaves out the outcomes that they are not to get. */
function outputsOf(own: readonly Driver[], beside: RunIntervention | undefined): Outputs {
  const outputs = fanOut(own);
  if (beside === undefined) return outputs;
  return {
    ...outputs,
    onOutcome(outcome) {
      beside.driver.onOutcome?.(outcome);
      if (beside.isHeard(outcome)) outputs.onOutcome?.(outcome);
    },
  };
}

/** Runs from the start to the end of the window, or to the fault of the strategy. */
function runThrough(
  engine: Engine,
  loop: RunLoop,
  drivers: readonly Driver[],
  guard?: BacktestOptions['guard'],
): StrategyError | undefined {
  const attempt = (work: () => boolean) => {
    if (guard === undefined) while (work());
    else if (!guard(work)) throw stalled(drivers);
  };
  try {
    attempt(() => {
      for (const driver of drivers) driver.start?.(engine);
      return false;
    });
    attempt(() => {
      const next = guard === undefined ? Number.POSITIVE_INFINITY : loop.peekTime();
      if (next < Number.POSITIVE_INFINITY) loop.advanceTo(instant(next + MICROS_PER_HOUR));
      else loop.finish();
      return next < Number.POSITIVE_INFINITY;
    });
    attempt(() => {
      for (const driver of drivers) driver.stop?.(engine);
      return false;
    });
    return undefined;
  } catch (error) {
    if (error instanceof StrategyError) return error;
    throw error;
  }
}

function stalled(drivers: readonly Driver[]): Error {
  const [found] = drivers.flatMap(each => (each instanceof StrategyDriver && each.stalled()) || []);
  return found ?? new InvariantError('Invariant: the engine comes to an end');
}

function commandDrivers(
  scenario: Scenario,
  { recorded, ...made }: BacktestOptions,
  timeline: TimelineDriver,
): Driver[] {
  if (recorded !== undefined) return [new JournalDriver(recorded)];
  return [timeline, ...strategyDrivers(scenario, made)];
}

/** The expectations of the end of a scenario, checked now; its golden hash is not among them. */
export function finalResults(
  { expect }: Pick<Scenario, 'expect'>,
  engine: Engine,
): ExpectationResult[] {
  const fields = [...expect.accounts].flatMap(([accountID, expected]) =>
    checkFields(engine, accountID, expected, `expect.accounts.${accountID}`),
  );
  const counts = [...expect.transactions].map(([type, expected]) => {
    const actual = countOfType(engine.ledger, type);
    const what = `expect.transactions.${type}`;
    return { what, expected: String(expected), actual: String(actual), ok: actual === expected };
  });
  return [...fields, ...counts];
}

/** The breaches of all accounts, in order of time and then of accounts. */
function breachesOf({ state }: Engine): readonly RiskBreach[] {
  const all = state.cells.flatMap(({ risk }) => risk?.breaches ?? []);
  return all.sort((a, b) => byCodeUnit(a.time, b.time));
}

function countOfType({ entries }: Ledger, type: string): number {
  let count = 0;
  for (const entry of entries) if (entry.type === type) count += 1;
  return count;
}

/** Owns the breach that ends a run: the first one that says so. */
class RiskEnd implements Driver {
  readonly #isHeeded: boolean;
  breach: RiskBreach | undefined;

  constructor(isHeeded: boolean) {
    this.#isHeeded = isHeeded;
  }

  get isOver(): boolean {
    return this.breach !== undefined;
  }

  onBreach(breach: RiskBreach): void {
    if (this.#isHeeded && breach.then === 'end') this.breach ??= breach;
  }
}

/**
 * Owns the values of every account at the rollovers so far. Each rollover and the end add one point
 * per account.
 */
class EquityDriver implements Driver {
  readonly points: EquityPoint[] = [];
  #next: number;

  constructor({ from }: Scenario) {
    this.#next = rolloverAfter(from);
  }

  nextAt(): number {
    return this.#next;
  }

  act(engine: Engine): void {
    this.record(engine);
    this.#next = rolloverAfter(engine.now);
  }

  record(engine: Engine): void {
    const time = formatRfc3339(engine.now);
    for (const { state, market } of engine.state.cells) {
      const { NAV, unrealizedPL, marginUsed } = valueAccount(state, market);
      this.points.push({
        time,
        accountID: state.config.id,
        balance: formatMoney(state.balance),
        NAV: formatMoney(NAV),
        unrealizedPL: formatMoney(unrealizedPL),
        marginUsed: formatMoney(marginUsed),
      });
    }
  }
}
