/**
 * Turns parts of a random run towards rules that plain chance seldom reaches: thin books and orders
 * at the very price, limits that watch another side, closes of one side, prices before the window.
 * Each seed draws which of them it has, so that plain runs stay.
 */

import { Prng } from '../../../src/core/base/prng.js';
import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import { formatPoints } from '../../../src/core/market/points.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
import { one, pick } from './draw.js';
import type { RandomRun, RunEvent } from './random-run.js';

type Tick = Extract<RunEvent, { kind: 'tick' }>;

/** The instruments and the last tick of each, if it had any; by slot. */
interface Market {
  readonly instruments: RandomRun['instruments'];
  readonly last: readonly (Tick | undefined)[];
}

type Close = Extract<Command, { type: 'ClosePosition' }>;

/** The run with its corners; the same ones for the same seed, always. */
export function withCorners(run: RandomRun): RandomRun {
  const random = new Prng(run.seed + 2_000_000);
  const has = { thin: one(random, 3), touched: one(random, 3), limits: one(random, 3) };
  const cornered = { closes: one(random, 2), early: one(random, 3) };
  const last: (Tick | undefined)[] = [];
  const market: Market = { instruments: run.instruments, last };
  const events = run.events.map(event => {
    if (event.kind === 'tick') {
      const tick = has.thin ? thinTick(random, event, last[event.slot]) : event;
      last[event.slot] = tick;
      return tick;
    }
    let { command } = event;
    if (has.touched) command = withOrder(random, command, market, touched);
    if (has.limits) command = withOrder(random, command, market, limited);
    if (cornered.closes && command.type === 'ClosePosition') command = oneSided(random, command);
    return { ...event, command: settled(command) };
  });
  return cornered.early ? startEarlier(random, { ...run, events }) : { ...run, events };
}

/** A limit that may not wait watches its own side: what else becomes of it is not settled. */
function settled(command: Command): Command {
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return command;
  const { order } = command;
  const isHasty = order.timeInForce === 'FOK' || order.timeInForce === 'IOC';
  if (order.type !== 'LIMIT' || !isHasty) return command;
  const { triggerCondition: _, ...rest } = order;
  return { ...command, order: rest };
}

/** A tick that often has little depth, and often stays near the one before it. */
function thinTick(random: Prng, tick: Tick, near: Tick | undefined): Tick {
  const thin = one(random, 2) ? { volume: pick(random, [1, 50, 300, 800]) } : {};
  const other = thin.volume !== undefined && one(random, 3) ? { askVolume: 120 } : {};
  if (near === undefined || one(random, 3)) return { ...tick, ...thin, ...other };
  const bid = Math.max(1_000, near.bid + random.nextInt(-8, 8));
  return { ...tick, bid, ask: bid + (tick.ask - tick.bid), ...thin, ...other };
}

type Turn = (random: Prng, order: OrderRequest, price: string) => OrderRequest;

/** Every other entry order of a priced instrument, turned, with a price at or near the market. */
function withOrder(
  random: Prng,
  command: Command,
  { instruments, last }: Market,
  turn: Turn,
): Command {
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return command;
  const { order } = command;
  const slot = instruments.findIndex(({ name }) => name === order.instrument);
  const quote = last[slot];
  const instrument = instruments[slot];
  if (order.units === undefined || quote === undefined || instrument === undefined) return command;
  if (one(random, 2)) return command;
  const level = pick(random, [quote.bid, quote.ask, Math.floor((quote.bid + quote.ask) / 2)]);
  const near = level + pick(random, [0, 0, random.nextInt(-10, 10)]);
  const price = formatPoints(near, instrument.displayPrecision);
  return { ...command, order: turn(random, order, price) };
}

/** A MARKET_IF_TOUCHED order in place of any; with fewer on-fill objects, so that it fills. */
function touched(random: Prng, order: OrderRequest, price: string): OrderRequest {
  const { timeInForce, priceBound, ...rest } = order;
  const rests = timeInForce !== undefined && !['FOK', 'IOC'].includes(timeInForce);
  return {
    ...(one(random, 3) ? rest : bare(rest)),
    ...(rests ? { timeInForce } : {}),
    ...(priceBound !== undefined && one(random, 6) ? { priceBound } : {}),
    ...(one(random, 4) ? { stopLossOnFill: { distance: '0.500', clientExtensions: ID } } : {}),
    type: 'MARKET_IF_TOUCHED',
    price,
  };
}

const ID = { id: 's', tag: 'stop' };

function bare(order: OrderRequest): OrderRequest {
  const {
    takeProfitOnFill: _t,
    stopLossOnFill: _s,
    guaranteedStopLossOnFill: _g,
    trailingStopLossOnFill: _r,
    ...rest
  } = order;
  return rest;
}

/** A LIMIT order that another side than its own triggers, often one that may only reduce. */
function limited(random: Prng, order: OrderRequest, price: string): OrderRequest {
  const { priceBound: _, timeInForce, ...rest } = order;
  const rests = timeInForce !== undefined && !['FOK', 'IOC'].includes(timeInForce);
  return {
    ...(one(random, 2) ? rest : bare(rest)),
    ...(rests ? { timeInForce } : {}),
    type: 'LIMIT',
    price,
    triggerCondition: pick(random, ['INVERSE', 'BID', 'ASK', 'MID'] as const),
    ...(one(random, 2) ? { positionFill: 'REDUCE_ONLY' as const } : {}),
  };
}

/** A close that leaves a side out, or names it by the empty text of clients without absent fields. */
function oneSided(random: Prng, close: Close): Close {
  const { longUnits, shortUnits, ...rest } = close;
  const side = (key: 'longUnits' | 'shortUnits', units: string | undefined) =>
    pick(random, [{}, { [key]: '' }, units === undefined ? {} : { [key]: units }]);
  return { ...rest, ...side('longUnits', longUnits), ...side('shortUnits', shortUnits) };
}

/** Some instruments are quoted before the run, hours or days; some of them not at its start. */
function startEarlier(random: Prng, run: RandomRun): RandomRun {
  const opening = run.events.filter(
    (event): event is Tick => event.kind === 'tick' && event.time === run.from,
  );
  const early = opening.filter(() => one(random, 2));
  const late = early.filter(() => !one(random, 4));
  const before = early.flatMap(tick => {
    const bid = tick.bid + random.nextInt(-20, 20);
    const ask = bid + random.nextInt(0, 25);
    const ago = pick(random, [1, 90_000_000, 7_200_000_000, 200_000_000_000]);
    const last = { ...tick, bid, ask, time: run.from - ago };
    return one(random, 2) ? [{ ...tick, time: last.time - 5_000_000 }, last] : [last];
  });
  before.sort((a, b) => a.time - b.time || a.slot - b.slot);
  const events = run.events.filter(event => !late.some(tick => tick === event));
  return { ...run, before, events };
}
