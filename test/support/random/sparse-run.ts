/**
 * Seeded random runs: jumping prices, weekends and rollovers, and commands that hit and miss.
 * Each seed first draws which kinds of command it uses at all, so that rare mixtures come up.
 */

import { Prng } from '../../../src/core/base/prng.js';
import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { Halt } from '../../../src/core/engine/state/market-entry.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { formatPoints } from '../../../src/core/market/points.js';
import type { ClientExtensions, OrderRequest } from '../../../src/core/order/order.js';
import { instant } from '../../../src/core/time/instant.js';
import { account, at, guaranteedPair } from '../market/fixtures.js';
import { withCorners } from './random-corners.js';

export type RunEvent =
  | {
      readonly kind: 'tick';
      readonly time: number;
      readonly slot: number;
      readonly bid: number;
      readonly ask: number;
      /** Units at the top of book; absent for the instrument's default. */
      readonly volume?: number;
      /** Those of the ask, when they are others than those of the bid. */
      readonly askVolume?: number;
    }
  | {
      readonly kind: 'command';
      readonly time: number;
      readonly accountID: string;
      readonly command: Command;
    };

export interface RandomRun {
  readonly seed: number;
  readonly from: number;
  readonly instruments: readonly Instrument[];
  readonly halts: readonly (readonly Halt[])[];
  readonly accounts: readonly AccountConfig[];
  /** Ticks before `from`, in time order. */
  readonly before: readonly Extract<RunEvent, { kind: 'tick' }>[];
  readonly events: readonly RunEvent[];
}

const STARTS = [
  '2024-03-05T10:00:00Z',
  '2024-03-06T21:50:00Z',
  '2024-03-08T21:50:00Z',
  '2024-11-01T20:50:00Z',
];
const MIDS: Readonly<Record<string, number>> = {
  EUR_USD: 108_500,
  USD_JPY: 150_100,
  GBP_USD: 126_900,
  EUR_GBP: 85_500,
  AUD_USD: 65_050,
};
const CURRENCIES = ['USD', 'EUR', 'JPY', 'AUD'] as const;

/** The run of `seed`: the same one, always. */
export function randomRun(seed: number): RandomRun {
  const random = new Prng(seed);
  const strays = new Prng(seed + 1_000_000);
  const names = ['EUR_USD', 'USD_JPY', 'AUD_USD', ...pickSome(random, ['GBP_USD', 'EUR_GBP'])];
  const instruments = names.map(name => guaranteedPair(name, yenFields(name)));
  const accounts = makeAccounts(random);
  const from = at(pick(random, STARTS));
  const walk = names.map(name => MIDS[name] as number);
  const weights = swarm(random);
  const events: RunEvent[] = [];
  let time: number = from;
  for (const slot of names.keys()) events.push(tick(random, walk, slot, time, 0));
  const steps = random.nextInt(40, 160);
  const wildness = pick(random, [5, 20, 120, 600]);
  for (let step = 0; step < steps; step++) {
    time += pick(random, [0, 1_000, 1_000_000, 60_000_000, 900_000_000, 30_000_000_000]);
    if (random.nextInt(0, 99) < 55) {
      const slot = random.nextInt(0, names.length - 1);
      events.push(tick(random, walk, slot, time, wildness));
    } else {
      const config = pick(random, accounts);
      const slot = random.nextInt(0, names.length - 1);
      const made = makeCommand(random, weights, instruments, walk, slot, time);
      const command = withStrays(strays, made);
      events.push({ kind: 'command', time, accountID: config.id, command });
    }
  }
  const halts = instruments.map(() => makeHalts(random, from));
  return withCorners({
    seed,
    from,
    instruments,
    halts,
    accounts,
    before: [],
    events: events.sort(inOrder),
  });
}

/** Ticks of an instant come before its commands, in instrument order; else as made. */
export function inOrder(a: RunEvent, b: RunEvent): number {
  const rank = (event: RunEvent) => (event.kind === 'tick' ? event.slot : 99);
  return a.time - b.time || rank(a) - rank(b);
}

/** Now and then a span in which the instrument, or one side of it, does not trade. */
function makeHalts(random: Prng, from: number): Halt[] {
  if (random.nextInt(0, 2) > 0) return [];
  const start = from + random.nextInt(1, 40) * 1_800_000_000;
  return [
    {
      from: instant(start),
      to: instant(start + random.nextInt(1, 20) * 1_800_000_000),
      side: pick(random, ['ALL', 'BID', 'ASK']),
      mode: pick(random, ['HALTED', 'REDUCE_ONLY']),
    },
  ];
}

function yenFields(name: string): Partial<Instrument> {
  return name.endsWith('JPY')
    ? {
        minimumGuaranteedStopLossDistance: '0.100',
        guaranteedStopLossOrderExecutionPremium: '0.010',
        guaranteedStopLossOrderLevelRestriction: { volume: '1000000', priceRange: '0.250' },
      }
    : {};
}

function makeAccounts(random: Prng): AccountConfig[] {
  const count = random.nextInt(1, 3);
  return Array.from({ length: count }, (_, index) => {
    const currency = pick(random, CURRENCIES);
    const fifo = random.nextInt(0, 5) === 0;
    return account({
      id: `101-004-1000001-00${index + 1}`,
      currency,
      balance: currency === 'JPY' ? '1000000' : pick(random, ['10000', '2000']),
      hedging: !fifo && random.nextInt(0, 2) === 0,
      fifo,
      conversionMarkup: pick(random, ['0', '0', '0.005']),
      financing: pick(random, ['DAILY', 'DAILY', 'SECOND_BY_SECOND', 'NO_FINANCING'] as const),
      guaranteedStopLossOrderMode: pick(random, ['DISABLED', 'ALLOWED', 'REQUIRED'] as const),
      maximumPendingOrders: pick(random, [1000, 4]),
      maximumOpenTrades: pick(random, [1000, 5]),
      ...(random.nextInt(0, 3) === 0 ? { marginRate: pick(random, ['0.05', '0.01']) } : {}),
      ...(random.nextInt(0, 3) === 0
        ? { commission: { commission: '3', unitsTraded: '100000', minimumCommission: '0.1' } }
        : {}),
    });
  });
}

function tick(
  random: Prng,
  walk: number[],
  slot: number,
  time: number,
  wildness: number,
): RunEvent {
  const jump = random.nextInt(0, 19) === 0 ? 10 : 1;
  const move = random.nextInt(-wildness, wildness) * jump;
  walk[slot] = Math.max(1_000, (walk[slot] as number) + move);
  const bid = walk[slot] as number;
  const thin = random.nextInt(0, 7) === 0 ? { volume: pick(random, [50, 800, 5_000, 60_000]) } : {};
  return { kind: 'tick', time, slot, bid, ask: bid + random.nextInt(0, 25), ...thin };
}

type Maker =
  | 'extensions'
  | 'order'
  | 'dependent'
  | 'replace'
  | 'cancel'
  | 'close'
  | 'trade'
  | 'position'
  | 'account';

function swarm(random: Prng): Maker[] {
  const all: Maker[] = [
    'dependent',
    'replace',
    'cancel',
    'close',
    'trade',
    'position',
    'account',
    'extensions',
  ];
  return ['order', 'order', 'order', 'order', ...pickSome(random, all)];
}

function makeCommand(
  random: Prng,
  weights: readonly Maker[],
  instruments: readonly Instrument[],
  walk: readonly number[],
  slot: number,
  now: number,
): Command {
  const instrument = instruments[slot] as Instrument;
  const near = (spread = 60) =>
    formatPoints(
      Math.max(1, (walk[slot] as number) + random.nextInt(-spread, spread)),
      instrument.displayPrecision,
    );
  const id = () => String(random.nextInt(4, 40));
  const entry = () => makeEntry(random, instrument, near, now);
  switch (pick(random, weights)) {
    case 'order':
      return { type: 'CreateOrder', order: entry() };
    case 'dependent':
      return { type: 'CreateOrder', order: makeDependent(random, instrument, near, id()) };
    case 'replace':
      return {
        type: 'ReplaceOrder',
        orderSpecifier: random.nextInt(0, 9) === 0 ? '@a' : id(),
        order: random.nextInt(0, 2) === 0 ? makeDependent(random, instrument, near, id()) : entry(),
      };
    case 'cancel':
      return { type: 'CancelOrder', orderSpecifier: random.nextInt(0, 4) === 0 ? '@b' : id() };
    case 'close':
      return {
        type: 'CloseTrade',
        tradeSpecifier: id(),
        ...(random.nextInt(0, 1) === 0 ? {} : { units: pick(random, ['10', '500', '0', '99999']) }),
      };
    case 'trade':
      return {
        type: 'SetTradeOrders',
        tradeSpecifier: id(),
        ...(random.nextInt(0, 1) === 0
          ? { takeProfit: pick(random, [null, { price: near() }]) }
          : {}),
        ...(random.nextInt(0, 1) === 0
          ? { stopLoss: pick(random, [null, { price: near() }]) }
          : {}),
        ...(random.nextInt(0, 3) === 0
          ? { trailingStopLoss: { distance: distanceOf(random, instrument) } }
          : {}),
      };
    case 'position':
      return {
        type: 'ClosePosition',
        instrument: instrument.name,
        longUnits: pick(random, ['ALL', 'NONE', '100']),
        shortUnits: pick(random, ['ALL', 'NONE', 'NONE', '100']),
      };
    case 'extensions': {
      const extensions = () =>
        pick<ClientExtensions | undefined>(random, [
          { id: pick(random, ['a', 'b', 'c', '']) },
          { tag: 'tag', comment: 'why' },
          { id: 'z', tag: 'x'.repeat(129) },
          undefined,
        ]);
      const [order, trade] = [extensions(), extensions()];
      return random.nextInt(0, 1) === 0
        ? {
            type: 'SetOrderClientExtensions',
            orderSpecifier: pick(random, [id(), '@a', '@b']),
            ...(order === undefined ? {} : { clientExtensions: order }),
            ...(trade === undefined ? {} : { tradeClientExtensions: trade }),
          }
        : {
            type: 'SetTradeClientExtensions',
            tradeSpecifier: pick(random, [id(), '@t', '@u']),
            ...(trade === undefined ? {} : { clientExtensions: trade }),
          };
    }
    case 'account':
      return pick<Command>(random, [
        { type: 'ConfigureAccount', marginRate: pick(random, ['0.02', '0.1', '0.5', '2']) },
        {
          type: 'TransferFunds',
          amount: pick(random, ['500', '-100', '-9999', '0']),
          ...(random.nextInt(0, 3) === 0 ? {} : { fundingReason: 'CLIENT_FUNDING' }),
        },
        { type: 'ResetResettablePL' },
        { type: 'ConfigureAccount', alias: pick(random, ['mine', 'yours']) },
        { type: random.nextInt(0, 3) === 0 ? 'CloseAccount' : 'ReopenAccount' },
      ]);
  }
}

/** Fields that a kind of order does not have, some of them impossible: to be ignored by all. */
const STRAYS: Readonly<Partial<Record<OrderRequest['type'], object>>> = {
  MARKET: { price: 'high', triggerCondition: 'LAST', gtdTime: 'soon' },
  LIMIT: { priceBound: '1', distance: '0.01', tradeID: '5' },
  STOP: { distance: 'far', clientTradeID: 't' },
  MARKET_IF_TOUCHED: { distance: '0.01' },
  TAKE_PROFIT: { distance: '0.01', priceBound: '1', stopLossOnFill: { price: '0' } },
  STOP_LOSS: { units: 'many', positionFill: 'NET' },
  GUARANTEED_STOP_LOSS: { instrument: 'EUR_USD', tradeClientExtensions: { id: 't' } },
  TRAILING_STOP_LOSS: { price: '1', positionFill: 'REDUCE_ONLY' },
};

/** The command, now and then with fields that its order does not have. */
function withStrays(strays: Prng, command: Command): Command {
  if (strays.nextInt(0, 4) > 0) return command;
  if (command.type === 'SetTradeOrders') {
    const { takeProfit, trailingStopLoss } = command;
    return {
      ...command,
      ...(takeProfit ? { takeProfit: { ...takeProfit, distance: 'far' } } : {}),
      ...(trailingStopLoss ? { trailingStopLoss: { ...trailingStopLoss, price: '1' } } : {}),
    };
  }
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return command;
  const { order } = command;
  const { takeProfitOnFill } = order;
  const details = takeProfitOnFill && { ...takeProfitOnFill, distance: '0.01' };
  const onFill = details === undefined ? {} : { takeProfitOnFill: details };
  return { ...command, order: { ...order, ...STRAYS[order.type], ...onFill } };
}

function makeEntry(
  random: Prng,
  instrument: Instrument,
  near: (spread?: number) => string,
  now: number,
): OrderRequest {
  const type = pick(random, ['MARKET', 'MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED'] as const);
  const size = pick(random, ['100', '1000', '1000', '30000', '250000', '1', '0']);
  const units = random.nextInt(0, 1) === 0 || size === '0' ? size : `-${size}`;
  const chance = (one: number) => random.nextInt(1, one) === 1;
  const lifetime = pick(random, ['GTC', 'GTC', 'GFD', 'GTD', 'FOK', 'IOC'] as const);
  const gtdTime = new Date((now + random.nextInt(-1, 3) * 600_000_000) / 1000).toISOString();
  return {
    type,
    instrument: instrument.name,
    units,
    ...(type === 'MARKET' ? {} : { price: near() }),
    ...(chance(6) && type !== 'LIMIT' ? { priceBound: near(20) } : {}),
    ...(chance(2) && type !== 'MARKET' ? { timeInForce: lifetime, gtdTime } : {}),
    ...(chance(4)
      ? {
          positionFill: pick(random, [
            'OPEN_ONLY',
            'REDUCE_FIRST',
            'REDUCE_ONLY',
            'DEFAULT',
          ] as const),
        }
      : {}),
    ...(chance(4) && type !== 'MARKET'
      ? { triggerCondition: pick(random, ['INVERSE', 'BID', 'ASK', 'MID'] as const) }
      : {}),
    ...(chance(3) ? { takeProfitOnFill: { price: near() } } : {}),
    ...(chance(3) ? { stopLossOnFill: stopOf(random, instrument, near) } : {}),
    ...(chance(5) ? { trailingStopLossOnFill: { distance: distanceOf(random, instrument) } } : {}),
    ...(chance(4) ? { guaranteedStopLossOnFill: { price: near(300) } } : {}),
    ...(chance(6) ? { clientExtensions: { id: pick(random, ['a', 'b', 'c']) } } : {}),
    ...(chance(6) ? { tradeClientExtensions: { id: pick(random, ['t', 'u']) } } : {}),
  };
}

function makeDependent(
  random: Prng,
  instrument: Instrument,
  near: (spread?: number) => string,
  tradeID: string,
): OrderRequest {
  const type = pick(random, [
    'TAKE_PROFIT',
    'STOP_LOSS',
    'TRAILING_STOP_LOSS',
    'GUARANTEED_STOP_LOSS',
  ] as const);
  if (type === 'TRAILING_STOP_LOSS') {
    return { type, tradeID, distance: distanceOf(random, instrument) };
  }
  return { type, tradeID, price: near(type === 'GUARANTEED_STOP_LOSS' ? 300 : 60) };
}

function stopOf(random: Prng, instrument: Instrument, near: () => string) {
  return random.nextInt(0, 1) === 0
    ? { price: near() }
    : { distance: formatPoints(random.nextInt(5, 80), instrument.displayPrecision) };
}

function distanceOf(random: Prng, instrument: Instrument): string {
  return formatPoints(random.nextInt(45, 150), instrument.displayPrecision);
}

function pick<T>(random: Prng, values: readonly T[]): T {
  return values[random.nextInt(0, values.length - 1)] as T;
}

function pickSome<T>(random: Prng, values: readonly T[]): T[] {
  return values.filter(() => random.nextInt(0, 1) === 0);
}
