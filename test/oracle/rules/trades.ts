/**
 * Commands about trades and positions: close, client extensions.
 * Source: v20 semantics 1.4, 1.5, 3.3, 4.9.
 * Ambiguities: rejected closes echo tradeClose or the closeout with the units as sent, and no
 * `units`, but for a side that only the other side's fault refuses (semantics 1.5, recorded): that one tells
 * the units that its order would have had; both sides NONE is one reject that names both; a
 * position close checks client ids after the sizes.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { ClientExtensions } from '../../../src/core/order/order.js';
import { decimal, type Rational, sum, ZERO } from '../numbers/rational.js';
import {
  type Account,
  beginBatch,
  marketOf,
  nextId,
  type Order,
  openTrades,
  pendingOrders,
  type Trade,
  type Wire,
  type World,
  write,
} from '../numbers/state.js';
import { lockReason } from './check.js';
import { extensionsReason } from './check-parts.js';
import { settle } from './fill.js';
import { isSpecifier, merged } from './orders.js';
import { extensionsBody, isDecimal, isKnown } from './request.js';

/** Open trade of a numeric or `@` specifier. */
export function findOpen(account: Account, specifier: string): Trade | undefined {
  return openTrades(account).find(trade =>
    specifier.startsWith('@')
      ? trade.clientExtensions?.id === specifier.slice(1)
      : trade.id === Number(specifier),
  );
}

function tradeNames(specifier: string): Wire {
  if (specifier.startsWith('@')) return { clientTradeID: specifier.slice(1) };
  return { tradeID: specifier };
}

/** A MARKET order that closes given trades, with the body that says why; fills or is cancelled. */
export function closeByMarket(
  world: World,
  account: Account,
  close: {
    readonly instrument: string;
    /** Signed units of the order. */
    readonly units: Rational;
    readonly trades: readonly Trade[];
    readonly reason: string;
    readonly why: Wire;
    readonly clientExtensions?: ClientExtensions | undefined;
  },
): void {
  const order: Order = {
    id: nextId(account),
    type: 'MARKET',
    instrument: close.instrument,
    units: close.units,
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    triggerCondition: 'DEFAULT',
    closes: close.trades,
    marketReason: close.reason,
    onFill: {},
    clientExtensions: close.clientExtensions,
    pending: false,
  };
  account.orders.push(order);
  write(world, account, 'MARKET_ORDER', {
    instrument: close.instrument,
    units: close.units.trimmed(15),
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    clientExtensions: extensionsBody(close.clientExtensions),
    reason: close.reason,
    ...close.why,
  });
  settle(world, account, order);
}

export function closeTrade(world: World, account: Account, specifier: string, units = 'ALL'): void {
  if (!isSpecifier(specifier)) return;
  beginBatch(account);
  const trade = findOpen(account, specifier);
  const reason = lockReason(account) ?? closeTradeReason(world, trade, units);
  if (trade === undefined || reason !== undefined) {
    write(world, account, 'MARKET_ORDER_REJECT', {
      instrument: trade?.instrument,
      timeInForce: 'FOK',
      positionFill: 'REDUCE_ONLY',
      reason: 'TRADE_CLOSE',
      tradeClose: { units, ...tradeNames(specifier) },
      rejectReason: reason,
    });
    return;
  }
  const amount = units === 'ALL' ? trade.units.abs() : decimal(units);
  const clientTradeID = trade.clientExtensions?.id;
  closeByMarket(world, account, {
    instrument: trade.instrument,
    units: trade.units.sign > 0 ? amount.negated() : amount,
    trades: [trade],
    reason: 'TRADE_CLOSE',
    why: {
      tradeClose: {
        units: units === 'ALL' ? units : amount.trimmed(15),
        tradeID: String(trade.id),
        ...(clientTradeID === undefined ? {} : { clientTradeID }),
      },
    },
  });
}

function closeTradeReason(world: World, trade: Trade | undefined, units: string) {
  if (trade === undefined) return 'TRADE_DOESNT_EXIST';
  if (units === 'ALL') return undefined;
  if (!isDecimal(units)) return 'CLOSE_TRADE_TYPE_MISSING';
  const amount = decimal(units);
  if (amount.sign <= 0) return 'UNITS_INVALID';
  const { tradeUnitsPrecision } = marketOf(world, trade.instrument).instrument;
  if (!amount.fits(tradeUnitsPrecision)) return 'UNITS_PRECISION_EXCEEDED';
  return amount.moreThan(trade.units.abs()) ? 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE' : undefined;
}

type ClosePosition = Extract<Command, { type: 'ClosePosition' }>;

interface Side {
  readonly key: 'longPositionCloseout' | 'shortPositionCloseout';
  readonly isNamed: boolean;
  readonly units: string;
  readonly clientExtensions: ClientExtensions | undefined;
  readonly trades: readonly Trade[];
}

export function closePosition(world: World, account: Account, command: ClosePosition): void {
  const { instrument } = command;
  if (!isKnown(world, instrument)) return;
  beginBatch(account);
  const sides = sidesOf(command, openTrades(account, instrument));
  const wanted = sides.filter(side => side.units !== 'NONE');
  if (wanted.length === 0) {
    const reason = lockReason(account) ?? 'CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION';
    rejectCloseout(world, account, { instrument, sides, reason });
    return;
  }
  const present = wanted.filter(side => side.isNamed || side.trades.length > 0);
  const judged = present.length > 0 ? present : wanted;
  const reasons = judged.map(
    side => lockReason(account) ?? sideReason(world, account, instrument, side),
  );
  if (reasons.some(reason => reason !== undefined)) {
    judged.forEach((side, at) => {
      const reason = reasons[at];
      const refused =
        reason === undefined
          ? { reason: 'CLOSEOUT_POSITION_REJECT', units: closingUnits(side).trimmed(15) }
          : { reason };
      rejectCloseout(world, account, { instrument, sides: [side], ...refused });
    });
    return;
  }
  for (const side of judged) closeSide(world, account, instrument, side);
}

function sidesOf(command: ClosePosition, open: readonly Trade[]): readonly Side[] {
  return [
    {
      key: 'longPositionCloseout',
      ...asked(command.longUnits),
      clientExtensions: command.longClientExtensions,
      trades: open.filter(trade => trade.units.sign > 0),
    },
    {
      key: 'shortPositionCloseout',
      ...asked(command.shortUnits),
      clientExtensions: command.shortClientExtensions,
      trades: open.filter(trade => trade.units.sign < 0),
    },
  ];
}

function closeSide(world: World, account: Account, instrument: string, side: Side): void {
  const units = closingUnits(side);
  closeByMarket(world, account, {
    instrument,
    units,
    trades: side.trades,
    reason: 'POSITION_CLOSEOUT',
    why: {
      [side.key]: { instrument, units: side.units === 'ALL' ? 'ALL' : units.abs().trimmed(15) },
    },
    clientExtensions: side.clientExtensions,
  });
}

/** A side that is not named, or named by an empty text, stands for all that is open of it. */
function asked(units: string | undefined): Pick<Side, 'isNamed' | 'units'> {
  return units === undefined || units === ''
    ? { isNamed: false, units: 'ALL' }
    : { isNamed: true, units };
}

/** Signed units of the order that closes the side as asked. */
function closingUnits(side: Side): Rational {
  const held = sum(side.trades.map(trade => trade.units));
  const amount = side.units === 'ALL' ? held.abs() : decimal(side.units);
  return held.sign > 0 ? amount.negated() : amount;
}

interface RefusedCloseout {
  readonly instrument: string;
  readonly sides: readonly Side[];
  readonly reason: string;
  /** Signed units of the order that would have closed the side. */
  readonly units?: string;
}

function rejectCloseout(
  world: World,
  account: Account,
  { instrument, sides, reason, units }: RefusedCloseout,
): void {
  const [first] = sides;
  write(world, account, 'MARKET_ORDER_REJECT', {
    instrument,
    units,
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    clientExtensions: sides.length === 1 ? extensionsBody(first?.clientExtensions) : undefined,
    reason: 'POSITION_CLOSEOUT',
    ...Object.fromEntries(sides.map(side => [side.key, { instrument, units: side.units }])),
    rejectReason: reason,
  });
}

function sideReason(world: World, account: Account, instrument: string, side: Side) {
  if (side.trades.length === 0) return 'CLOSEOUT_POSITION_DOESNT_EXIST';
  if (side.units !== 'ALL') {
    if (!isDecimal(side.units) || decimal(side.units).sign <= 0) {
      return 'CLOSEOUT_POSITION_PARTIAL_UNITS_MISSING';
    }
    const amount = decimal(side.units);
    const { tradeUnitsPrecision } = marketOf(world, instrument).instrument;
    if (!amount.fits(tradeUnitsPrecision)) return 'UNITS_PRECISION_EXCEEDED';
    const held = side.trades.reduce((total, trade) => total.plus(trade.units.abs()), ZERO);
    if (amount.moreThan(held)) return 'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE';
  }
  const taken = pendingOrders(account).map(order => order.clientExtensions?.id);
  return extensionsReason('CLIENT_ORDER', side.clientExtensions, taken);
}

export function setTradeExtensions(
  world: World,
  account: Account,
  specifier: string,
  given: ClientExtensions | undefined,
): void {
  if (!isSpecifier(specifier)) return;
  beginBatch(account);
  const trade = findOpen(account, specifier);
  const others = openTrades(account).filter(other => other !== trade);
  const reason =
    lockReason(account) ??
    (trade === undefined ? 'TRADE_DOESNT_EXIST' : undefined) ??
    (given === undefined ? 'CLIENT_EXTENSIONS_DATA_MISSING' : undefined) ??
    extensionsReason(
      'CLIENT_TRADE',
      given,
      others.map(other => other.clientExtensions?.id),
    );
  const tradeClientExtensionsModify = extensionsBody(given);
  if (trade === undefined || reason !== undefined) {
    const rest = { ...tradeNames(specifier), tradeClientExtensionsModify, rejectReason: reason };
    write(world, account, 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT', rest);
    return;
  }
  write(world, account, 'TRADE_CLIENT_EXTENSIONS_MODIFY', {
    tradeID: String(trade.id),
    clientTradeID: trade.clientExtensions?.id,
    tradeClientExtensionsModify,
  });
  trade.clientExtensions = merged(trade.clientExtensions, given);
}
