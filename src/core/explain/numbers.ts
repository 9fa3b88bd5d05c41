/**
 * The numbers that sentences name, read from a scene: of the account, the instrument, the book and
 * the tick. Any other name is a field of the transaction, or of the order that it is about.
 */

import {
  type Decimal,
  decimal,
  formatMoney,
  formatTrimmed,
  formatUnits,
  roundNearest,
} from '../base/decimal.js';
import { effectiveMarginRate, type Valuation, valueAccount } from '../ledger/valuation.js';
import type { BookTaking } from '../market/book.js';
import { formatPoints } from '../market/points.js';
import { trails } from '../order/dependent-orders.js';
import { stateBefore } from './place.js';
import type { Scene } from './scene.js';
import { unitLimit } from './unit-limit.js';

type SceneReader = (scene: Scene) => string | number | undefined;

const PERCENT_DIGITS = 5;
/** Digits of a mean price after those of a price. */
const MEAN_DIGITS = 8;
const DECIMAL_TEXT = /^-?\d+(\.\d+)?$/;

const money = (value: Decimal | undefined) =>
  value === undefined ? undefined : formatMoney(value);
const units = (value: Decimal | undefined) =>
  value === undefined ? undefined : formatUnits(value);
const percent = (value: Decimal) => formatTrimmed(value, PERCENT_DIGITS);
const unsigned = (text: unknown) =>
  typeof text === 'string' && DECIMAL_TEXT.test(text) ? text.replace(/^-/, '') : undefined;

function value(scene: Scene): Valuation {
  return valueAccount(scene.before, scene.market);
}

/** The account before the whole batch: what a closeout looked at. */
function batchValue({ cell, transaction, market }: Scene): Valuation {
  return valueAccount(stateBefore(cell, Number(transaction.batchID)), market);
}

/** The value of the account if it had the margin rate that the transaction asks for. */
function valueAtRate(scene: Scene): Valuation {
  const marginRate = String(field(scene.transaction, 'marginRate'));
  return valueAccount({ ...scene.before, marginRate }, scene.market);
}

function tradeOf({ transaction, order, before }: Scene) {
  const named =
    field(transaction, 'tradeClose.tradeID') ?? field(transaction, 'tradeID') ?? order?.tradeID;
  const label =
    field(transaction, 'tradeClose.clientTradeID') ?? field(transaction, 'clientTradeID');
  const id = named ?? (typeof label === 'string' ? before.clientTradeIDs.get(label) : undefined);
  return id === undefined ? undefined : before.openTrades.get(Number(id));
}

function sideUnits({ transaction, before, instrument }: Scene): string | undefined {
  const side = field(transaction, 'longPositionCloseout') === undefined ? 'short' : 'long';
  const position = before.positions.get(instrument?.name ?? '');
  const ids = position?.[side].tradeIDs ?? [];
  const total = ids.reduce(
    (sum, id) => sum.plus(before.openTrades.get(id)?.currentUnits ?? 0),
    decimal(0),
  );
  return formatUnits(total.abs());
}

/** The locks of the account; the one that the reason names when a rule of risk set it. */
function lockText({ cell, transaction }: Scene): string {
  const { locks } = cell.state.config;
  if (locks.length > 0) return locks.join(', ');
  const reason = field(transaction, 'rejectReason') ?? field(transaction, 'reason');
  return String(reason).replace(/^ACCOUNT_(?=.+_LOCKED$)/, '');
}

const ACCOUNT: Readonly<Record<string, SceneReader>> = {
  home: ({ cell }) => cell.state.config.currency,
  locks: lockText,
  balance: ({ before }) => formatMoney(before.balance),
  pendingOrders: ({ before }) => before.pendingOrders.size,
  openTrades: ({ before }) => before.openTrades.size,
  maximumPendingOrders: ({ cell }) => cell.state.config.maximumPendingOrders,
  maximumOpenTrades: ({ cell }) => cell.state.config.maximumOpenTrades,
  maximumPositionValue: ({ cell }) => cell.state.config.maximumPositionValue,
  accountGuaranteedMode: ({ cell }) => cell.state.config.guaranteedStopLossOrderMode,
  withdrawalLimit: scene => money(value(scene).withdrawalLimit),
  marginUsed: scene => money(value(scene).marginUsed),
  closeoutNAV: scene => money(value(scene).closeoutNAV),
  positionValue: scene => money(value(scene).positionValue),
  marginCallPercent: scene => percent(value(scene).marginCallPercent),
  batchMarginUsed: scene => money(batchValue(scene).marginUsed),
  batchCloseoutNAV: scene => money(batchValue(scene).closeoutNAV),
  batchCloseoutPercent: scene => percent(batchValue(scene).closeoutPercent),
  closeoutPercentAtRate: scene => percent(valueAtRate(scene).closeoutPercent),
  callPercentAtRate: scene => percent(valueAtRate(scene).marginCallPercent),
  tradeUnits: scene => units(tradeOf(scene)?.currentUnits.abs()),
  sideUnits,
  closeoutUnits: ({ transaction }) =>
    text(field(transaction, 'longPositionCloseout.units')) ??
    text(field(transaction, 'shortPositionCloseout.units')),
  orderName: ({ transaction }) =>
    text(field(transaction, 'orderID')) ?? text(field(transaction, 'clientOrderID')),
  tradeName: ({ transaction }) =>
    text(field(transaction, 'tradeID')) ??
    text(field(transaction, 'clientTradeID')) ??
    text(field(transaction, 'tradeClose.tradeID')) ??
    text(field(transaction, 'tradeClose.clientTradeID')),
  unsignedAmount: ({ transaction }) => unsigned(field(transaction, 'amount')),
};

const INSTRUMENT: Readonly<Record<string, SceneReader>> = {
  instrument: ({ instrument }) => instrument?.name,
  displayPrecision: ({ instrument }) => instrument?.displayPrecision,
  tradeUnitsPrecision: ({ instrument }) => instrument?.tradeUnitsPrecision,
  minimumTradeSize: ({ instrument }) => instrument?.minimumTradeSize,
  maximumOrderUnits: ({ instrument }) => instrument?.maximumOrderUnits,
  minimumTrailingStopDistance: ({ instrument }) => instrument?.minimumTrailingStopDistance,
  minimumGuaranteedStopLossDistance: ({ instrument }) =>
    instrument?.minimumGuaranteedStopLossDistance,
  guaranteedVolume: ({ instrument }) => instrument?.guaranteedStopLossOrderLevelRestriction?.volume,
  guaranteedRange: ({ instrument }) =>
    instrument?.guaranteedStopLossOrderLevelRestriction?.priceRange,
  instrumentGuaranteedMode: ({ instrument }) => instrument?.guaranteedStopLossOrderMode,
  distanceLimit: scene => {
    const { transaction, instrument, tick } = scene;
    const isTrailing = trails(transaction.type.replace(/_ORDER(_REJECT)?$/, ''));
    if (isTrailing || field(transaction, 'trailingStopLossOnFill') !== undefined) {
      return instrument?.maximumTrailingStopDistance;
    }
    return tradeOf(scene)?.currentUnits.isNegative() === true ? undefined : tick?.ask;
  },
  guaranteedLevel,
};

const BOOK: Readonly<Record<string, SceneReader>> = {
  bid: ({ tick }) => tick?.bid,
  ask: ({ tick }) => tick?.ask,
  one: () => 1,
  fillSide: ({ buys }) => (buys === undefined ? undefined : buys ? 'ask' : 'bid'),
  unsignedUnits: ({ transaction }) => unsigned(field(transaction, 'units')),
  unitsAsked: ({ trial }) => units(trial?.asked),
  unitsOpening: ({ trial }) => units(trial?.opens),
  unitsHeld: ({ trial }) => units(trial?.held),
  unitsAllowed: ({ trial }) => units(trial?.allowed),
  unitLimitOf: scene => unitLimit(scene)?.words,
  unitLimit: scene => unitLimit(scene)?.most,
  unitsAfter: scene => units(unitLimit(scene)?.after),
  liquidity: ({ trial }) => units(trial?.liquidity),
  bookPrice: ({ trial, instrument }) =>
    trial?.taken && meanText(trial.taken, instrument?.displayPrecision ?? 0),
  marginRequired: ({ trial }) => money(trial?.required),
  marginAvailableForFill: ({ trial }) => money(trial?.available),
  marginRate: ({ before, instrument, transaction }) =>
    text(field(transaction, 'marginRate')) ??
    (instrument === undefined ? undefined : effectiveMarginRate(before, instrument).toFixed()),
  signedFill: ({ transaction }) => text(field(transaction, 'units')),
};

const NUMBERS: Readonly<Record<string, SceneReader>> = { ...ACCOUNT, ...INSTRUMENT, ...BOOK };

/** The number `name` of the scene as text; undefined when there is none. */
export function numberOf(scene: Scene, name: string): string | undefined {
  const read = NUMBERS[name];
  if (read !== undefined) return text(read(scene));
  const [, what, path] = /^(decimals|length) of (.*)$/.exec(name) ?? [];
  const found = text(fieldOf(scene, path ?? name));
  if (found === undefined || what === undefined) return found;
  return String(what === 'length' ? found.length : (found.split('.')[1] ?? '').length);
}

/** A field of the transaction, or else of the order that it is about. */
function fieldOf({ transaction, order }: Scene, path: string): unknown {
  const modified = field(transaction, path.replace('Extensions.', 'ExtensionsModify.'));
  if (modified !== undefined) return modified;
  return (
    field(transaction, path) ?? (order === undefined ? undefined : field(order.creation, path))
  );
}

/** The exact mean price of what was taken; between two points it has more digits than a price. */
function meanText({ units: taken, points, value: paid }: BookTaking, precision: number): string {
  if (paid === undefined) return formatPoints(points, precision);
  const mean = paid.div(taken);
  return mean.eq(roundNearest(mean, precision))
    ? formatPoints(points, precision)
    : formatTrimmed(mean, precision + MEAN_DIGITS);
}

/** The level of the guaranteed stop as the client gave it. */
function guaranteedLevel({ transaction, order }: Scene): string | undefined {
  const creation = order?.creation ?? transaction;
  const given = (name: string) =>
    text(field(creation, `guaranteedStopLossOnFill.${name}`)) ?? text(field(transaction, name));
  const [price, distance] = [given('price'), given('distance')];
  if (price !== undefined) return `price ${price}`;
  return distance === undefined ? undefined : `distance ${distance}`;
}

/** The part of `object` at a dotted path. */
function field(object: object, path: string): unknown {
  let found: unknown = object;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

function text(found: unknown): string | undefined {
  if (typeof found === 'string') return found;
  if (typeof found === 'number') return String(found);
  return Array.isArray(found) ? found.join(', ') : undefined;
}
