/**
 * CloseTrade and ClosePosition: market orders that only reduce. Source: v20 semantics 1.4, 1.5,
 * 3.3, 4.9 (layouts of the batches), recorded double reject of a position close.
 */

import { type Decimal, decimal, formatUnits, sum } from '../../base/decimal.js';
import type { TradeRecord } from '../../ledger/account.js';
import { mustPending } from '../../ledger/account-records.js';
import { sideTrades } from '../../ledger/netting.js';
import type { MarketOrderPurpose } from '../../ledger/transaction.js';
import type { ClientExtensions } from '../../order/order.js';
import type { RejectReason } from '../../order/reasons.js';
import type { Batch } from '../account-cell.js';
import { requestLock } from '../account-locks.js';
import type { Command } from '../command.js';
import type { ExecutionContext } from '../execution-context.js';
import { givenPart } from '../given.js';
import { closingBody } from '../order-body.js';
import { BadRequest, isDecimalText, readExtensions } from '../order-shape.js';
import { extensionFault } from '../reject-fields.js';
import { findTrade, tradeNames } from '../trade-reference.js';
import { fillOrCancel } from './create-order.js';

/** Carries out CloseTrade. @throws BadRequest when `units` is neither ALL nor a number. */
export function closeTrade(
  context: ExecutionContext,
  batch: Batch,
  specifier: string,
  units = 'ALL',
): void {
  if (units !== 'ALL' && !isDecimalText(units)) throw new BadRequest('units');
  const trade = findTrade(batch.cell.state, specifier);
  const rejectReason = closeTradeReason(context, batch, trade, units);
  if (trade === undefined || rejectReason !== undefined) {
    batch.add({
      type: 'MARKET_ORDER_REJECT',
      ...(trade === undefined ? {} : { instrument: trade.instrument }),
      timeInForce: 'FOK',
      positionFill: 'REDUCE_ONLY',
      reason: 'TRADE_CLOSE',
      tradeClose: { units, ...tradeNames(specifier) },
      rejectReason: rejectReason ?? 'TRADE_DOESNT_EXIST',
    });
    return;
  }
  const clientTradeID = trade.clientExtensions?.id;
  const tradeClose = {
    units,
    tradeID: String(trade.id),
    ...(clientTradeID === undefined ? {} : { clientTradeID }),
  };
  const size = units === 'ALL' ? trade.currentUnits.abs() : decimal(units);
  const signed = trade.currentUnits.isNegative() ? size : size.negated();
  place(context, batch, trade.instrument, signed, 'TRADE_CLOSE', { tradeClose });
}

function closeTradeReason(
  context: ExecutionContext,
  batch: Batch,
  trade: TradeRecord | undefined,
  units: string,
): RejectReason | undefined {
  const locked = requestLock(batch.cell.state);
  if (locked !== undefined) return locked;
  if (trade === undefined) return 'TRADE_DOESNT_EXIST';
  return sizeReason(
    context,
    trade.instrument,
    units,
    trade.currentUnits,
    'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE',
  );
}

function sizeReason(
  { quotes }: ExecutionContext,
  instrumentName: string,
  units: string,
  open: Decimal,
  exceeded: RejectReason,
): RejectReason | undefined {
  if (units === 'ALL') return undefined;
  const size = decimal(units);
  if (size.lte(0)) return 'UNITS_INVALID';
  const { tradeUnitsPrecision } = quotes.instrument(quotes.mustSlot(instrumentName));
  if (size.decimalPlaces() > tradeUnitsPrecision) return 'UNITS_PRECISION_EXCEEDED';
  return size.gt(open.abs()) ? exceeded : undefined;
}

interface Side {
  readonly side: 'long' | 'short';
  readonly units: string;
  /** Whether the request says how much of the side to close; ALL when it does not. */
  readonly isNamed: boolean;
  readonly clientExtensions: ClientExtensions | undefined;
  readonly open: Decimal;
}

/**
 * Carries out ClosePosition. A side that the request does not name is closed when it is open, and
 * left out when it is not. One named side that cannot be closed refuses both (recorded).
 * @throws BadRequest for an instrument that is not in the market, or malformed units.
 */
export function closePosition(
  context: ExecutionContext,
  batch: Batch,
  command: Extract<Command, { readonly type: 'ClosePosition' }>,
): void {
  const { instrument } = command;
  if (context.quotes.slot(instrument) === undefined) throw new BadRequest('instrument');
  const both = requestedSides(batch, command);
  const sides = sidesToClose(both);
  const reasons = sides.map(side => sideReason(context, batch, instrument, side));
  const locked = requestLock(batch.cell.state);
  if (sides.length === 0) {
    rejectSides(batch, instrument, both, locked ?? 'CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION');
    return;
  }
  if (locked !== undefined || reasons.some(reason => reason !== undefined)) {
    sides.forEach((side, at) => {
      const own = locked ?? reasons[at];
      if (own !== undefined) rejectSides(batch, instrument, [side], own);
      else {
        const units = formatUnits(orderUnits(side));
        rejectSides(batch, instrument, [side], 'CLOSEOUT_POSITION_REJECT', { units });
      }
    });
    return;
  }
  for (const side of sides) {
    const units = orderUnits(side);
    const purpose = closeoutPurpose(instrument, side);
    place(context, batch, instrument, units, 'POSITION_CLOSEOUT', purpose, side.clientExtensions);
  }
}

/** The sides that are named or open; when there are none, those that ALL was meant for. */
function sidesToClose(both: readonly Side[]): readonly Side[] {
  const wanted = both.filter(({ units }) => units !== 'NONE');
  const closable = wanted.filter(({ isNamed, open }) => isNamed || !open.isZero());
  return closable.length > 0 ? closable : wanted;
}

/** Units of the order that closes what was asked for of a side, signed as its fill. */
function orderUnits({ side, units, open }: Side): Decimal {
  const size = units === 'ALL' ? open.abs() : decimal(units);
  return side === 'long' ? size.negated() : size;
}

function requestedSides(
  batch: Batch,
  command: Extract<Command, { readonly type: 'ClosePosition' }>,
): Side[] {
  const { instrument } = command;
  const given = givenPart(command);
  const side = (
    name: 'long' | 'short',
    asked: string | undefined,
    raw: ClientExtensions | undefined,
  ): Side => {
    const units = asked ?? 'ALL';
    if (!['ALL', 'NONE'].includes(units) && !isDecimalText(units)) {
      throw new BadRequest(`${name}Units`);
    }
    const clientExtensions = readExtensions(raw, `${name}ClientExtensions`);
    const open = sum(sideTrades(batch.cell.state, instrument, name).map(t => t.currentUnits));
    return { side: name, units, isNamed: asked !== undefined, clientExtensions, open };
  };
  return [
    side('long', given.longUnits, given.longClientExtensions),
    side('short', given.shortUnits, given.shortClientExtensions),
  ];
}

function sideReason(
  context: ExecutionContext,
  batch: Batch,
  instrument: string,
  { units, open, clientExtensions }: Side,
): RejectReason | undefined {
  if (open.isZero()) return 'CLOSEOUT_POSITION_DOESNT_EXIST';
  const fault = extensionFault(clientExtensions);
  if (fault !== undefined) return `CLIENT_ORDER_${fault}`;
  const clientID = clientExtensions?.id;
  if (clientID !== undefined && batch.cell.state.clientOrderIDs.has(clientID)) {
    return 'CLIENT_ORDER_ID_ALREADY_EXISTS';
  }
  return sizeReason(
    context,
    instrument,
    units,
    open,
    'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE',
  );
}

function closeoutPurpose(instrument: string, { side, units }: Side): MarketOrderPurpose {
  const closeout = { instrument, units };
  return side === 'long' ? { longPositionCloseout: closeout } : { shortPositionCloseout: closeout };
}

/**
 * One reject for the sides given; both at once when neither was to be closed.
 * @param sized - the units of a side that could have been closed but for the other (recorded).
 */
function rejectSides(
  batch: Batch,
  instrument: string,
  sides: readonly Side[],
  rejectReason: RejectReason,
  sized: { readonly units?: string } = {},
): void {
  const [only] = sides.length === 1 ? sides : [];
  batch.add({
    type: 'MARKET_ORDER_REJECT',
    instrument,
    ...sized,
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    ...(only?.clientExtensions === undefined ? {} : { clientExtensions: only.clientExtensions }),
    reason: 'POSITION_CLOSEOUT',
    ...Object.assign({}, ...sides.map(side => closeoutPurpose(instrument, side))),
    rejectReason,
  });
}

/** Writes a closing MARKET_ORDER and its fill or cancel. `units` are signed as the fill. */
export function place(
  context: ExecutionContext,
  batch: Batch,
  instrument: string,
  units: Decimal,
  reason: 'TRADE_CLOSE' | 'POSITION_CLOSEOUT' | 'MARGIN_CLOSEOUT' | 'DELAYED_TRADE_CLOSE',
  purpose: MarketOrderPurpose,
  clientExtensions?: ClientExtensions,
): void {
  const body = closingBody(instrument, formatUnits(units), reason, purpose, clientExtensions);
  const { id } = batch.add(body);
  fillOrCancel(context, batch, mustPending(batch.cell.state, Number(id)));
}
