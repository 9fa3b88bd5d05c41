/**
 * Random order requests near the market, most of them valid, some wrong in one field.
 * Knows the latest prices and what is open.
 */

import type {
  ClientExtensions,
  DependentDetails,
  OrderRequest,
  TimeInForce,
} from '../../../src/core/order/order.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import type { Dice } from './prng.js';

/** What a run allows; each seed draws its own set. */
export interface Features {
  readonly invalid: boolean;
  readonly lifetimes: boolean;
  readonly triggers: boolean;
  readonly positionFills: boolean;
  readonly bounds: boolean;
  readonly onFill: boolean;
  readonly guaranteed: boolean;
  readonly clientIds: boolean;
  readonly leverage: boolean;
  readonly types: readonly OrderRequest['type'][];
}

/** Where the market is when a request is made. */
export interface Scene {
  readonly time: number;
  /** Highest transaction id of the account. */
  readonly lastId: number;
  readonly orders: readonly (Named & { readonly type: OrderRequest['type'] })[];
  readonly trades: readonly (Named & { readonly instrument: string; readonly long: boolean })[];
  readonly prices: readonly {
    readonly instrument: string;
    readonly places: number;
    /** Points. */
    readonly bid: number;
    readonly ask: number;
    /** Units that fill at the price; one more does not, unless the order reduces or hedges. */
    readonly most: (sign: 1 | -1) => number;
  }[];
}

/** Something that a command can name. */
export interface Named {
  readonly id: number;
  readonly clientId?: string | undefined;
}

type Draft = { -readonly [field in keyof OrderRequest]: OrderRequest[field] };
type Price = Scene['prices'][number];

const SIZES = [100, 1000, 1000, 2500, 5000, 10_000, 7, 300];
const BIG_SIZES = [20_000, 50_000, 100_000, 250_000, 400_000];
const TRIGGERS = ['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'] as const;
/** Those that may suit a guaranteed stop; whether another or a missing trade is told first, is free. */
const SIDES = ['DEFAULT', 'BID', 'ASK'] as const;
const LONG_TEXT = 'x'.repeat(129);

/** A request of one of the run's types; dependent ones mostly wait for an open trade. */
export function randomOrder(
  dice: Dice,
  features: Features,
  scene: Scene,
  wanted?: OrderRequest['type'],
): OrderRequest {
  const drawn = wanted ?? dice.pick(features.types);
  const idle = scene.trades.length === 0 && !isEntry(drawn) && !dice.oneIn(12);
  const type = idle ? 'MARKET' : drawn;
  const draft = isEntry(type)
    ? entryDraft(dice, features, type, scene)
    : dependentDraft(dice, features, type, scene);
  if (features.lifetimes && dice.oneIn(2)) Object.assign(draft, lifetime(dice, type, scene));
  // What becomes of a limit that may not wait, though only its fill side is missing, is not settled.
  const isHasty = type === 'LIMIT' && ['FOK', 'IOC'].includes(draft.timeInForce ?? 'GTC');
  if (features.triggers && type !== 'MARKET' && !isHasty && dice.oneIn(2)) {
    draft.triggerCondition = dice.pick(type === 'GUARANTEED_STOP_LOSS' ? SIDES : TRIGGERS);
  }
  if (features.clientIds && dice.oneIn(3)) draft.clientExtensions = orderExtensions(dice);
  if (features.invalid && dice.oneIn(5)) spoil(dice, draft, scene);
  return draft as OrderRequest;
}

function isEntry(type: OrderRequest['type']): boolean {
  return ['MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED'].includes(type);
}

/** Mostly the id or client id of the thing, else a recent transaction of whatever kind. */
export function specifierOf(dice: Dice, named: Named | undefined, scene: Scene): string {
  if (named === undefined || dice.oneIn(10)) {
    return String(dice.between(Math.max(1, scene.lastId - 14), scene.lastId + 1));
  }
  const { id, clientId } = named;
  return clientId !== undefined && dice.oneIn(2) ? `@${clientId}` : String(id);
}

/** Client extensions of an order; ids come from a small pool so that they collide. */
export function orderExtensions(dice: Dice): ClientExtensions {
  return { id: `o${dice.between(1, 12)}`, ...(dice.oneIn(3) ? { tag: 'swing' } : {}) };
}

/** Client extensions of a trade. */
export function tradeExtensions(dice: Dice): ClientExtensions {
  return { id: `t${dice.between(1, 10)}`, ...(dice.oneIn(3) ? { comment: 'by hand' } : {}) };
}

/** Decimal text of points. */
function text(points: number, places: number): string {
  const sign = points < 0 ? '-' : '';
  const digits = String(Math.abs(points)).padStart(places + 1, '0');
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function entryDraft(
  dice: Dice,
  features: Features,
  type: OrderRequest['type'],
  scene: Scene,
): Draft {
  const price = dice.pick(scene.prices);
  const buy = dice.oneIn(2);
  const sizes = features.leverage && dice.oneIn(3) ? BIG_SIZES : SIZES;
  const most = price.most(buy ? 1 : -1);
  const bold = dice.pick([most, most + 1, Math.floor((most * dice.between(50, 105)) / 100)]);
  const size = features.leverage && dice.oneIn(3) ? Math.max(1, bold) : dice.pick(sizes);
  const draft: Draft = {
    type,
    instrument: price.instrument,
    units: String(size * (buy ? 1 : -1)),
  };
  const market = buy ? price.ask : price.bid;
  const away = dice.oneIn(4) ? dice.pick([0, buy ? price.bid - price.ask : 0]) : undefined;
  const level = type === 'MARKET' ? market : market + (away ?? dice.between(-120, 120));
  if (type !== 'MARKET') draft.price = text(level, price.places);
  if (features.bounds && type !== 'LIMIT' && dice.oneIn(3)) {
    const worse = dice.between(-10, 60) * (buy ? 1 : -1);
    draft.priceBound = text(level + worse, price.places);
  }
  if (features.positionFills && dice.oneIn(2)) {
    draft.positionFill = dice.pick(['DEFAULT', 'OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY']);
  }
  if (features.onFill && dice.oneIn(2)) {
    Object.assign(draft, onFill(dice, features, scene, { price, level, long: buy }));
  }
  if (features.clientIds && dice.oneIn(3)) draft.tradeClientExtensions = tradeExtensions(dice);
  return draft;
}

function onFill(dice: Dice, features: Features, scene: Scene, opening: Opening): Partial<Draft> {
  const draft: Partial<Draft> = {};
  const details = (kind: DetailsKind, id: string): DependentDetails => {
    const own = randomDetails(dice, kind, opening);
    const timed = features.lifetimes && dice.oneIn(4) ? lifetime(dice, 'TAKE_PROFIT', scene) : {};
    const named = features.clientIds && dice.oneIn(4) ? { clientExtensions: { id } } : {};
    return { ...own, ...timed, ...named };
  };
  if (dice.oneIn(2)) draft.takeProfitOnFill = details('TAKE_PROFIT', 'o5');
  if (dice.oneIn(2)) draft.stopLossOnFill = details('STOP_LOSS', 'o6');
  if (dice.oneIn(3)) draft.trailingStopLossOnFill = details('TRAILING_STOP_LOSS', 'o7');
  if (features.guaranteed && dice.oneIn(2)) {
    draft.guaranteedStopLossOnFill = details('STOP_LOSS', dice.pick(['o5', 'o8']));
  }
  return draft;
}

export type DetailsKind = 'TAKE_PROFIT' | 'STOP_LOSS' | 'TRAILING_STOP_LOSS';

/** Where the trade of a dependent order opens, or might have. */
interface Opening {
  readonly price: Price;
  /** Points. */
  readonly level: number;
  readonly long: boolean;
}

/** Level or distance of a dependent order around `level`; now and then on the wrong side. */
export function randomDetails(
  dice: Dice,
  kind: DetailsKind,
  { price, level, long }: Opening,
): DependentDetails {
  const profit = long ? 1 : -1;
  const away = dice.between(dice.oneIn(8) ? -20 : 5, 220);
  if (kind === 'TAKE_PROFIT') return { price: text(level + profit * away, price.places) };
  const distance = text(dice.oneIn(10) ? dice.between(1, 60) : away + 60, price.places);
  if (kind === 'TRAILING_STOP_LOSS') return { distance };
  if (dice.oneIn(3)) return { distance };
  return { price: text(level - profit * away, price.places) };
}

function dependentDraft(
  dice: Dice,
  features: Features,
  type: OrderRequest['type'],
  scene: Scene,
): Draft {
  const trade = scene.trades.length > 0 ? dice.pick(scene.trades) : undefined;
  const kind = type === 'GUARANTEED_STOP_LOSS' ? 'STOP_LOSS' : (type as DetailsKind);
  const price = priceOf(dice, scene, trade?.instrument);
  const level = Math.floor((price.bid + price.ask) / 2);
  const opening = { price, level, long: trade?.long ?? true };
  const draft: Draft = { type, ...randomDetails(dice, kind, opening) };
  const name = specifierOf(dice, trade, scene);
  if (name.startsWith('@')) draft.clientTradeID = name.slice(1);
  else draft.tradeID = name;
  if (features.clientIds && dice.oneIn(12)) draft.clientTradeID = `t${dice.between(1, 10)}`;
  return draft;
}

/** The price of an instrument, or any when it is not known. */
export function priceOf(dice: Dice, scene: Scene, instrument: string | undefined): Price {
  const own = scene.prices.find(price => price.instrument === instrument);
  return own ?? dice.pick(scene.prices);
}

/** A lifetime; GTD lasts from a second to a day, and sometimes is over already. */
function lifetime(
  dice: Dice,
  type: OrderRequest['type'],
  scene: Scene,
): { timeInForce: TimeInForce; gtdTime?: string } {
  if (type === 'MARKET') return { timeInForce: dice.pick(['FOK', 'IOC']) };
  const brief: TimeInForce[] = type === 'LIMIT' || type === 'STOP' ? ['FOK', 'IOC'] : [];
  const timeInForce = dice.pick<TimeInForce>(['GTC', 'GTD', 'GTD', 'GFD', ...brief]);
  if (timeInForce !== 'GTD') return { timeInForce };
  const ahead = dice.pick([1_000_000, 20_000_000, 90_000_000, 3_600_000_000, 86_400_000_000]);
  const late = dice.oneIn(10);
  return { timeInForce, gtdTime: formatRfc3339(instant(scene.time + (late ? -ahead : ahead))) };
}

/** Breaks one field, in ways that are rejected and in ways that are not even a request. */
function spoil(dice: Dice, draft: Draft, scene: Scene): void {
  const any = draft as Record<string, unknown>;
  const { type = 'MARKET' } = draft;
  const changes: (() => void)[] = [
    () => delete draft.price,
    () => delete draft.units,
    () => delete draft.instrument,
    () => delete draft.distance,
    () => delete draft.tradeID,
    () => set(any, 'units', dice.pick(['0', '0.5', '200000000', 'many', '3'])),
    () => set(any, 'price', dice.pick(['0', '-1.5', '1.2345678', 'high'])),
    () => set(any, 'priceBound', dice.pick(['0', '1.2345678'])),
    () => set(any, 'distance', dice.pick(['0', '0.0012345', '0.00001', '5000'])),
    () => set(any, 'instrument', 'XAU_XAG'),
    () => (any.timeInForce = dice.pick(['GTC', 'FOK', 'IOC', 'GTD', 'DAY'])),
    () => (any[isEntry(type) ? 'positionFill' : 'triggerCondition'] = 'NET'),
    () => (any[type === 'MARKET' ? 'timeInForce' : 'triggerCondition'] = 'LAST'),
    () => set(any, 'gtdTime', dice.pick(['soon', '2020-01-01T00:00:00Z'])),
    () => (draft.clientExtensions = { id: dice.pick(['', LONG_TEXT]) }),
    () => (draft.clientExtensions = { tag: LONG_TEXT }),
    () => (draft.clientExtensions = { comment: LONG_TEXT }),
    () => set(any, 'tradeClientExtensions', { id: '' }),
    () => set(any, 'tradeID', String(scene.lastId + 500)),
    () => set(any, 'takeProfitOnFill', dice.pick([{}, { price: '0' }, { price: '1.2345678' }])),
    () => set(any, 'stopLossOnFill', dice.pick([{}, { price: '1.0', distance: '0.01' }])),
    () => set(any, 'stopLossOnFill', { distance: dice.pick(['0', '0.0012345', '500']) }),
    () => set(any, 'trailingStopLossOnFill', { distance: dice.pick(['0', '0.00001', '500']) }),
    () => set(any, 'trailingStopLossOnFill', {}),
  ];
  dice.pick(changes)();
  if (draft.timeInForce !== 'GTD') delete draft.gtdTime;
}

/** Sets a field that the draft has already, so that no foreign field slips in. */
function set(draft: Record<string, unknown>, field: string, value: unknown): void {
  if (draft[field] !== undefined) draft[field] = value;
}
