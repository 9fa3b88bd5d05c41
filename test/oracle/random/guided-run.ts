/**
 * Random runs for the comparison with the engine: a seed names one input, for ever.
 * Each seed draws its own instruments, accounts, hours and kinds of commands (a swarm), so that
 * rare combinations come up. The oracle runs along, so that commands can name what is open; events
 * of one instant may run in another order later, and then name something else.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
import { isConvertible } from '../numbers/convert.js';
import {
  type Account,
  isTradeable,
  marketOf,
  type OracleCommand,
  type OracleEvent,
  type OracleInput,
  type OracleTick,
  openTrades,
  pendingOrders,
  type World,
} from '../numbers/state.js';
import { applyEvent, openWorld } from '../oracle.js';
import { unitsAvailable } from '../rules/decide.js';
import { Dice } from './prng.js';
import { type CommandKind, randomCommand } from './random-command.js';
import {
  randomAccount,
  randomHalts,
  randomInstrument,
  randomPairs,
  startOf,
} from './random-market.js';
import type { Features, Scene } from './random-order.js';

const SECOND = 1_000_000;
const HOUR = 3_600 * SECOND;

/** Starts: a plain Tuesday, minutes before a Wednesday 17:00, before the Friday close, each 2024. */
const STARTS = [
  Date.UTC(2024, 2, 5, 10),
  Date.UTC(2024, 2, 6, 21, 50),
  Date.UTC(2024, 2, 8, 21, 50),
  Date.UTC(2024, 6, 10, 20, 52),
].map(milliseconds => milliseconds * 1000);

const TYPES: readonly OrderRequest['type'][] = [
  'MARKET',
  'LIMIT',
  'STOP',
  'MARKET_IF_TOUCHED',
  'TAKE_PROFIT',
  'STOP_LOSS',
  'TRAILING_STOP_LOSS',
];

const KINDS: readonly CommandKind[] = [
  'ReplaceOrder',
  'CancelOrder',
  'SetOrderClientExtensions',
  'CloseTrade',
  'SetTradeClientExtensions',
  'SetTradeOrders',
  'ClosePosition',
  'ConfigureAccount',
  'TransferFunds',
  'ResetResettablePL',
];

interface Row {
  readonly instrument: string;
  readonly places: number;
  mid: number;
  /** Points; zero until the first tick. */
  bid: number;
  ask: number;
}

/** What a run begins with. */
interface Setting extends Required<Omit<OracleInput, 'to' | 'events'>> {
  readonly features: Features;
  /** Kinds of command that the run uses. */
  readonly kinds: readonly CommandKind[];
  /** Whether the books have little depth. */
  readonly thin: boolean;
  readonly book: readonly Row[];
}

/**
 * The run of a seed.
 * @param path - whether most ticks end a leg, as those of bars do; default: every tick is a jump.
 * @param length - a short run has 10 to 60 ticks, a long one 40 to 300; default: long.
 */
export function randomRun(
  seed: number,
  path: 'jumps' | 'legs' = 'jumps',
  length: 'long' | 'short' = 'long',
): OracleInput {
  const dice = new Dice(seed);
  const setting = randomSetting(dice);
  const { from, instruments, accounts, before, features, kinds, thin, book } = setting;
  const world = openWorld({ from, instruments, accounts, before });
  const events: OracleEvent[] = [];
  const add = (event: OracleTick | OracleCommand) => {
    events.push(event);
    applyEvent(world, event);
  };
  const last = length === 'short' ? dice.between(10, 60) : dice.between(40, 300);
  let time = from;
  for (let index = 0; index < last; index++) {
    time += pause(
      dice,
      book.some(row => isClosed(world, row.instrument)),
    );
    const first = index < book.length && !dice.oneIn(20) ? book[index] : undefined;
    const tick = tickOf(dice, first ?? dice.pick(book), { time, thin, wild: features.leverage });
    add(path === 'legs' && !dice.oneIn(4) ? legOf(tick) : tick);
    while (dice.oneIn(3)) {
      time += dice.pick([0, 0, 1, 250_000]);
      const account = dice.pick(world.accounts);
      const scene = sceneOf(world, account, book, time);
      const command = nextCommand(dice, features, kinds, scene);
      add({ kind: 'command', time, accountID: account.config.id, command });
    }
  }
  return { from, to: time + dice.between(1, 7) * HOUR + 7, instruments, accounts, before, events };
}

function randomSetting(dice: Dice): Setting {
  const pairs = randomPairs(dice);
  const thin = dice.oneIn(4);
  const fixtures = pairs.map(name => randomInstrument(dice, name, thin));
  const guaranteed = fixtures.some(({ guaranteedStopLossOrderMode: mode }) => mode !== 'DISABLED');
  const features = randomFeatures(dice, guaranteed);
  const accounts = Array.from({ length: dice.between(1, 3) }, (_, at) =>
    randomAccount(dice, pairs, at + 1),
  );
  const kinds = KINDS.filter(() => dice.oneIn(2));
  const from = dice.pick(STARTS);
  const halting = dice.oneIn(3);
  const instruments = fixtures.map(instrument => ({
    instrument,
    halts: halting ? randomHalts(dice, from, from + HOUR) : [],
  }));
  const book = fixtures.map(({ name, displayPrecision: places }, at): Row => {
    return { instrument: name, places, mid: startOf(pairs[at] ?? 'EUR_USD'), bid: 0, ask: 0 };
  });
  // Every pair has a price from before the window, so that every amount converts; of a market that
  // quotes a pair but not its way to the home currency the rules say nothing.
  const before = book.map(row => {
    const ago = dice.pick([1, 90 * SECOND, 30 * HOUR]);
    return tickOf(dice, row, { time: from - ago, thin, wild: false });
  });
  before.sort((a, b) => a.time - b.time);
  return { from, instruments, accounts, before, features, kinds, thin, book };
}

/** Whether a priced market is shut now, for the hour or for the week. */
function isClosed(world: World, name: string): boolean {
  const market = marketOf(world, name);
  return market.quote !== undefined && !isTradeable(world, market);
}

/** What a client of the account could know. */
function sceneOf(world: World, account: Account, book: readonly Row[], time: number): Scene {
  const priced = book.filter(({ bid }) => bid > 0);
  return {
    time,
    lastId: account.log.length,
    orders: pendingOrders(account).map(({ id, type, clientExtensions }) => {
      return { id, type, clientId: clientExtensions?.id };
    }),
    trades: openTrades(account).map(({ id, instrument, units, clientExtensions }) => {
      return { id, instrument, long: units.sign > 0, clientId: clientExtensions?.id };
    }),
    prices: priced.map(row => ({
      ...row,
      most: sign =>
        isConvertible(world, account, marketOf(world, row.instrument))
          ? Number(unitsAvailable(world, account, row.instrument, sign).fixed(0))
          : 0,
    })),
  };
}

function nextCommand(
  dice: Dice,
  features: Features,
  kinds: readonly CommandKind[],
  scene: Scene,
): Command {
  const other = kinds.length > 0 && dice.oneIn(2);
  return randomCommand(dice, features, other ? dice.pick(kinds) : 'CreateOrder', scene);
}

function randomFeatures(dice: Dice, guaranteed: boolean): Features {
  const types = TYPES.filter(() => !dice.oneIn(3));
  const chosen = guaranteed ? [...types, 'GUARANTEED_STOP_LOSS' as const] : types;
  return {
    invalid: dice.oneIn(3),
    lifetimes: dice.oneIn(2),
    triggers: dice.oneIn(3),
    positionFills: dice.oneIn(2),
    bounds: dice.oneIn(3),
    onFill: dice.oneIn(2),
    guaranteed,
    clientIds: dice.oneIn(2),
    leverage: dice.oneIn(3),
    types: chosen.includes('MARKET') ? chosen : [...chosen, 'MARKET', 'MARKET'],
  };
}

/** Mostly seconds, sometimes the same instant, now and then hours or the rest of a weekend. */
function pause(dice: Dice, closed: boolean): number {
  if (dice.oneIn(6)) return 0;
  if (dice.oneIn(40)) return dice.between(1, 5) * HOUR;
  if (dice.oneIn(closed ? 6 : 150)) return 46 * HOUR;
  return dice.between(1, 30) * SECOND + dice.pick([0, 0, 123_456]);
}

/** The tick as a point of a bar's path: it ends a leg, and bars have no depth. */
function legOf({ kind, time, instrument, bid, ask }: OracleTick): OracleTick {
  return { kind, time, instrument, bid, ask, leg: true };
}

/** Moves a pair and quotes it; jumps are rare and large, spreads vary. */
function tickOf(
  dice: Dice,
  row: Row,
  { time, thin, wild }: { time: number; thin: boolean; wild: boolean },
): OracleTick {
  const jump = wild ? 3000 : 300;
  const step = dice.oneIn(wild ? 8 : 15) ? dice.between(-jump, jump) : dice.between(-25, 25);
  row.mid = Math.max(20_000, row.mid + step);
  row.bid = row.mid - dice.between(1, 15);
  row.ask = row.mid + dice.between(0, 15);
  const volumes =
    thin && dice.oneIn(2)
      ? { bidVolume: dice.between(500, 12_000), askVolume: dice.between(500, 12_000) }
      : {};
  const { instrument, bid, ask } = row;
  return { kind: 'tick', time, instrument, bid, ask, ...volumes };
}
