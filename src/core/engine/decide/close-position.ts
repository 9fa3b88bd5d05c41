/**
 * ClosePosition: market orders that close one side of a position or both. Source: v20 semantics
 * 1.5, 3.3, 4.9, recorded double reject of a position close.
 */

import { type Decimal, decimal, formatUnits, sum } from '../../base/decimal.js';
import { present } from '../../base/present.js';
import { sideTrades } from '../../ledger/netting.js';
import type { MarketOrderPurpose } from '../../ledger/transaction.js';
import { givenPart } from '../../order/given.js';
import type { ClientExtensions } from '../../order/order.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { requestLock } from '../request/account-locks.js';
import { checkUnits, SIDE_WORDS } from '../request/command-form.js';
import { extensionFault } from '../request/field-faults.js';
import { BadRequest, readExtensions } from '../request/read-order.js';
import { sizeFault } from '../request/size-fault.js';
import type { Batch } from '../state/batch.js';
import type { Command } from '../state/command.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { placeClose } from './place-close.js';

/** One side of a position, and what the request says about it. */
export interface SideRequest {
  readonly side: 'long' | 'short';
  readonly units: string;
  /** Whether the request says how much of the side to close. When it does not, ALL applies. */
  readonly isNamed: boolean;
  readonly clientExtensions: ClientExtensions | undefined;
  readonly open: Decimal;
}

/**
 * Executes ClosePosition. A side that the request does not name is closed when it is open, and
 * skipped when it is not. If one named side cannot be closed, both are refused (recorded).
 * @throws BadRequest for an instrument that is not in the market, or for malformed units.
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
  const locked = requestLock(batch.cell);
  if (sides.length === 0) {
    const rejectReason = locked ?? 'CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION';
    rejectSides(batch, instrument, both, { rejectReason });
    return;
  }
  if (locked !== undefined || reasons.some(reason => reason !== undefined)) {
    sides.forEach((side, at) => {
      const own = locked ?? reasons[at];
      if (own !== undefined) rejectSides(batch, instrument, [side], { rejectReason: own });
      else {
        const units = formatUnits(orderUnits(side));
        const rejectReason = 'CLOSEOUT_POSITION_REJECT';
        rejectSides(batch, instrument, [side], { rejectReason, units });
      }
    });
    return;
  }
  for (const side of sides) {
    const units = orderUnits(side);
    const purpose = closeoutPurpose(instrument, side);
    const { clientExtensions } = side;
    const reason = 'POSITION_CLOSEOUT';
    placeClose(context, batch, { instrument, units, reason, purpose, clientExtensions });
  }
}

/** Units of the order that closes the requested part of a side, signed as its fill. */
function orderUnits({ side, units, open }: SideRequest): Decimal {
  const size = units === 'ALL' ? open.abs() : decimal(units);
  return side === 'long' ? size.negated() : size;
}

function requestedSides(
  batch: Batch,
  command: Extract<Command, { readonly type: 'ClosePosition' }>,
): SideRequest[] {
  const { instrument } = command;
  const given = givenPart(command);
  const side = (
    name: 'long' | 'short',
    asked: string | undefined,
    raw: ClientExtensions | undefined,
  ): SideRequest => {
    const units = asked ?? 'ALL';
    checkUnits(asked, `${name}Units`, SIDE_WORDS);
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
  { units, open, clientExtensions }: SideRequest,
): RejectReason | undefined {
  if (open.isZero()) return 'CLOSEOUT_POSITION_DOESNT_EXIST';
  const fault = extensionFault(clientExtensions);
  if (fault !== undefined) return `CLIENT_ORDER_${fault}`;
  const clientID = clientExtensions?.id;
  if (clientID !== undefined && batch.cell.state.clientOrderIDs.has(clientID)) {
    return 'CLIENT_ORDER_ID_ALREADY_EXISTS';
  }
  const size = { instrument, units, open };
  return sizeFault(context, size, 'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE');
}

function closeoutPurpose(instrument: string, { side, units }: SideRequest): MarketOrderPurpose {
  const closeout = { instrument, units };
  return side === 'long' ? { longPositionCloseout: closeout } : { shortPositionCloseout: closeout };
}

/** Why sides are not closed. */
interface SideReject {
  readonly rejectReason: RejectReason;
  /** Units of a side that could have been closed but for the other (recorded). */
  readonly units?: string;
}

/** One reject for the sides given; both at once when neither was to be closed. */
function rejectSides(
  batch: Batch,
  instrument: string,
  sides: readonly SideRequest[],
  { rejectReason, ...sized }: SideReject,
): void {
  const [only] = sides.length === 1 ? sides : [];
  batch.add({
    type: 'MARKET_ORDER_REJECT',
    instrument,
    ...sized,
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    ...present({ clientExtensions: only?.clientExtensions }),
    reason: 'POSITION_CLOSEOUT',
    ...Object.assign({}, ...sides.map(side => closeoutPurpose(instrument, side))),
    rejectReason,
  });
}

/** The sides that are named or open. When there are none, the sides that ALL was meant for. */
function sidesToClose(both: readonly SideRequest[]): readonly SideRequest[] {
  const wanted = both.filter(({ units }) => units !== 'NONE');
  const closable = wanted.filter(({ isNamed, open }) => isNamed || !open.isZero());
  return closable.length > 0 ? closable : wanted;
}
