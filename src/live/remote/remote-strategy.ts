/**
 * Runs a strategy against a v20 host: opens it, runs it with one of two clocks, and always ends it
 * with `onStop`.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { CalendarEvent } from '../../core/risk/calendar.js';
import type { RiskRules } from '../../core/risk/risk-rules.js';
import type { StrategyAccount } from '../../core/strategy/account.js';
import { gapText } from '../../core/strategy/candles/warm-up.js';
import { strategyRandom } from '../../core/strategy/engine-context.js';
import type { Strategy } from '../../core/strategy/strategy.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import type { Refusals } from '../../core/view/refusals.js';
import { CommandSender } from './commands/command-sender.js';
import { DrySender } from './commands/dry-sender.js';
import type { HostConnection } from './connection-text.js';
import { ManualRun, type ManualRunParts } from './manual-run.js';
import { HostCandleWatch } from './market/candle-watch.js';
import type { ManualClock } from './market/manual-clock.js';
import { RemoteMarket } from './market/remote-market.js';
import { TickFeed, type TickStreamOptions } from './market/tick-feed.js';
import { type PlotHost, PlotPoster } from './plot-poster.js';
import { EventList } from './risk/event-list.js';
import { type GuardParts, RiskGuard } from './risk/risk-guard.js';
import type { Sender } from './risk/sender.js';
import { Trader } from './trader.js';
import { WallRun, type WallRunParts } from './wall-run.js';
import { AbortedError, type V20Client } from './wire/v20-client.js';

/** A clock that this program turns, and the address of its price stream. */
export interface ManualSource {
  readonly clock: ManualClock;
  readonly prices: TickStreamOptions;
  /** Called with messages for people about a lost price stream and one that is back. */
  readonly notify: (line: string) => void;
}

export interface TradeOptions {
  readonly client: V20Client;
  readonly accountID: string;
  readonly strategy: Strategy;
  /** Seed of the strategy's random numbers. */
  readonly seed: number;
  /** Sets its random numbers apart from those of other strategies of the scenario. */
  readonly draws?: string | undefined;
  /** Receives a sentence to print: that the strategy waits for candles, or that it never began. */
  readonly onWait?: ((line: string) => void) | undefined;
  /** Called before the strategy begins, with the account and market that it trades in. */
  readonly onConnected?: ((connection: HostConnection) => void) | undefined;
  /** A sandbox's clock, until its end; or the host's own time, until the signal. */
  readonly clock: ManualSource | Pick<WallRunParts, 'streams' | 'stepMs' | 'notify'>;
  /** The calendar, in order; default: it is empty. */
  readonly events?: readonly CalendarEvent[];
  /**
   * Rules of risk. A host with a manual clock is Orrery and holds them itself; on the wall clock they
   * are held here.
   */
  readonly risk?: RiskRules;
  /** Receives a line for each command, and nothing is sent; default: commands are sent. */
  readonly dryRun?: (line: string) => void;
  /** Ends the run early; `onStop` is still called. */
  readonly signal: AbortSignal;
  /** Called at the end, also after a fault of the strategy, with what it drew if it drew anything. */
  readonly onDrawn?: (drawings: Drawings) => void;
  /** Where what it draws is posted while it runs; default: nowhere. */
  readonly plots?: PlotHost;
}

/** How a run against a host ended. */
export interface TradeEnd {
  /** The account at that time. */
  readonly account: StrategyAccount;
  /** What the host refused while the strategy ran. */
  readonly refusals: Refusals;
}

/** Limit of wall time for the last reading of the account, and for the last plots; milliseconds. */
const LAST_LOOK_MS = 3_000;

/**
 * Runs the strategy until its clock ends.
 * @throws StrategyError as a backtest reports it, InputError when the host fails or answers
 * unexpectedly.
 */
export async function trade(options: TradeOptions): Promise<TradeEnd> {
  try {
    return await tradeAndStop(options);
  } finally {
    // Do not wait for missing answers any more.
    options.client.close();
  }
}

async function tradeAndStop(options: TradeOptions): Promise<TradeEnd> {
  const { client, accountID, strategy, seed, clock, onWait, onConnected } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const market = new RemoteMarket(client, accountID);
  const sending = senderOf(options);
  const guard = guardOf(options, { market, sender: sending, end: () => ending.abort() });
  const sender = guard ?? sending;
  const events = new EventList(options.events ?? []);
  await market.readInstruments();
  const candles = new HostCandleWatch(client, strategy, market.instruments);
  const random = strategyRandom(seed, options.draws);
  const trader = new Trader(strategy, { market, sender, store: candles.store, random });
  const poster = options.plots && new PlotPoster(options.plots, () => trader.drawn());
  const told = { onWait, onConnected };
  const parts = { strategy, market, candles, trader, sender, events, guard, signal, ...told };
  try {
    await ('prices' in clock ? runManual(parts, clock) : runWall({ ...parts, ...clock }));
    await sender.settle();
    // If the host is gone, the account of the last step is used.
    const look = market.lastLook().catch(() => undefined);
    await inTime(look);
    trader.stop();
  } finally {
    const drawings = trader.drawn();
    if (drawings !== undefined) options.onDrawn?.(drawings);
    await inTime(poster?.post());
    poster?.close();
  }
  if (trader.gaps !== undefined) {
    onWait?.(`the strategy never began: it waits for ${gapText(trader.gaps)}`);
  }
  return { account: market.account, refusals: trader.refusals.refusals };
}

/** Waits for something at the end of a run, but not for long. */
async function inTime(done: Promise<void> | undefined): Promise<void> {
  await Promise.race([done, sleep(LAST_LOOK_MS, undefined, { ref: false })]);
}

/** The sender of the run; it sends nothing in a dry run. */
function senderOf({ client, accountID, clock, dryRun }: TradeOptions): Sender {
  if (dryRun !== undefined) return new DrySender(dryRun);
  return new CommandSender({
    client,
    accountID,
    ...('prices' in clock
      ? { mayBeOver: true, acceptance: isAnswered => clock.clock.acceptance(isAnswered) }
      : { onLost: clock.notify }),
  });
}

/** The guard of the rules; undefined when there are none, or when the host holds them. */
function guardOf(
  { risk, events = [], clock }: TradeOptions,
  parts: Pick<GuardParts, 'sender' | 'end'> & { readonly market: RemoteMarket },
): RiskGuard | undefined {
  if (risk === undefined || 'prices' in clock) return undefined;
  const { market, sender, end } = parts;
  const { account } = market;
  const { notify } = clock;
  return new RiskGuard({
    rules: risk,
    events,
    account,
    now: () => market.time,
    sender,
    notify,
    end,
  });
}

type Parts = Omit<ManualRunParts, 'clock' | 'feed'> &
  Pick<WallRunParts, 'guard'> &
  Pick<TradeOptions, 'onWait' | 'onConnected'>;

async function runManual(parts: Parts, source: ManualSource): Promise<void> {
  const { clock, prices, notify } = source;
  const at = await clock.look();
  const hasTicks = parts.strategy.onTick !== undefined;
  const feed = hasTicks ? new TickFeed(parts.market, prices, notify) : undefined;
  try {
    await feed?.open();
    await start(parts);
    await untilStopped(new ManualRun({ ...parts, clock, feed }, at).run());
  } finally {
    feed?.close();
  }
}

async function runWall(parts: WallRunParts & Parts): Promise<void> {
  const run = new WallRun(parts);
  try {
    await run.open();
    await start(parts, () => run.openStreams);
    await untilStopped(run.run());
  } finally {
    run.close();
  }
}

/** @param streams - names of the open streams; absent: the run needs none. */
async function start(parts: Parts, streams?: () => readonly string[]): Promise<void> {
  const { market, candles, trader, events, guard, onWait, onConnected } = parts;
  await market.firstLook();
  const instruments = market.instruments.map(({ name }) => name);
  onConnected?.({ account: market.account, instruments, streams: streams?.() });
  events.start(market.time);
  guard?.start();
  await candles.start(market.time);
  trader.beginIfWarm();
  if (trader.gaps !== undefined) onWait?.(`the strategy waits for ${gapText(trader.gaps)}`);
}

/** Ends `run` without an error when the signal stops it. */
async function untilStopped(run: Promise<void>): Promise<void> {
  await run.catch((error: unknown) => {
    if (!(error instanceof AbortedError)) throw error;
  });
}
