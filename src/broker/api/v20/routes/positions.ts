/**
 * Positions: all that were ever opened, the open ones, and closing them. Source: v20 semantics 1.5, 9.4.
 */

import type { Command } from '../../../../core/engine/state/command.js';
import type { Outcome } from '../../../../core/engine/state/outputs.js';
import type { PositionRecord } from '../../../../core/ledger/account.js';
import type { RejectBody, Transaction } from '../../../../core/ledger/transaction.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { OpenValues } from '../../../../core/view/open-values.js';
import { isOpenPosition, positionView } from '../../../../core/view/positions.js';
import { invalidParameter } from '../../http/request-errors.js';
import { closingOf } from '../answers/closing.js';
import {
  carriedOut,
  commandOperation,
  firstOf,
  refused,
  rejectReasonOf,
} from '../answers/outcome.js';
import { noSuch } from '../errors.js';
import { numbersAsText } from '../number-text.js';
import { type AccountCall, type Answer, type Operation, ok, operation } from '../operation.js';
import {
  ClosePositionRefused,
  ClosePositionRequest,
  ClosePositionResponse,
  PositionResponse,
  PositionsResponse,
} from '../schema/position.js';

const POSITIONS = '/v3/accounts/:accountID/positions';

type ClosePosition = Extract<Command, { readonly type: 'ClosePosition' }>;

export const POSITION_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'listPositions',
    method: 'GET',
    path: POSITIONS,
    summary: 'The position in every instrument ever traded',
    tag: 'position',
    responses: { 200: PositionsResponse },
    handle: ({ account }) => ok(positionsBody(account, [...account.state.positions.values()])),
  }),
  operation({
    operationId: 'listOpenPositions',
    method: 'GET',
    path: '/v3/accounts/:accountID/openPositions',
    summary: 'The positions with an open trade',
    tag: 'position',
    responses: { 200: PositionsResponse },
    handle: ({ account }) =>
      ok(positionsBody(account, [...account.state.positions.values()].filter(isOpenPosition))),
  }),
  operation({
    operationId: 'getPosition',
    method: 'GET',
    path: `${POSITIONS}/:instrument`,
    summary: 'The position in one instrument',
    tag: 'position',
    responses: { 200: PositionResponse },
    handle: call => {
      const { state, market, log } = call.account;
      const lastTransactionID = String(log.lastID);
      const position = state.positions.get(instrumentOf(call));
      if (position === undefined) throw noSuch('POSITION', lastTransactionID);
      return ok({ position: positionView(state, market, position), lastTransactionID });
    },
  }),
  commandOperation({
    operationId: 'closePosition',
    method: 'PUT',
    path: `${POSITIONS}/:instrument/close`,
    summary: 'Close a position, one side of it, or some of its units',
    tag: 'position',
    body: ClosePositionRequest,
    responseHeaders: ['Location'],
    responses: {
      200: ClosePositionResponse,
      400: ClosePositionRefused,
      403: ClosePositionRefused,
      404: ClosePositionRefused,
    },
    command: call => {
      const instrument = instrumentOf(call);
      const asked = numbersAsText(call.body ?? {}) as Omit<ClosePosition, 'type' | 'instrument'>;
      return { ...asked, type: 'ClosePosition', instrument };
    },
    answer: (call, outcome) =>
      rejectReasonOf(outcome) === undefined
        ? closed(call, outcome, instrumentOf(call))
        : notClosed(call, outcome, instrumentOf(call)),
  }),
];

/** The instrument in the path. @throws RequestError 400 when it is not in the market. */
function instrumentOf({ account, params }: AccountCall): string {
  const { instrument = '' } = params;
  if (account.market.quotes.slot(instrument) === undefined) throw invalidParameter('instrument');
  return instrument;
}

function positionsBody(
  { state, market, log }: AccountSource,
  positions: readonly PositionRecord[],
) {
  const values = new OpenValues(state, market);
  return {
    positions: positions.map(position => positionView(state, market, position, values)),
    lastTransactionID: String(log.lastID),
  };
}

/** The first order, accepted or refused, that was to close a side. */
function orderOf(outcome: Outcome, side: 'long' | 'short'): Transaction | undefined {
  return firstOf(outcome, each => Object.hasOwn(each, `${side}PositionCloseout`));
}

function closed(call: AccountCall, outcome: Outcome, instrument: string): Answer {
  const long = closingOf(outcome, orderOf(outcome, 'long'));
  const short = closingOf(outcome, orderOf(outcome, 'short'));
  const path = `/v3/accounts/${call.account.state.config.id}/positions/${instrument}`;
  return carriedOut(
    call,
    outcome,
    {
      longOrderCreateTransaction: long.create,
      longOrderFillTransaction: long.fill,
      longOrderCancelTransaction: long.cancel,
      shortOrderCreateTransaction: short.create,
      shortOrderFillTransaction: short.fill,
      shortOrderCancelTransaction: short.cancel,
    },
    { headers: { Location: call.url(path) } },
  );
}

/**
 * A refused close names the rejects of both sides, and the reason of the side at fault. The status is
 * 404 when neither side is open, 400 when the other side is.
 */
function notClosed(call: AccountCall, outcome: Outcome, instrument: string): Answer {
  const reasons = outcome.transactions.map(each => (each as RejectBody).rejectReason);
  const reason = reasons.find(each => each !== 'CLOSEOUT_POSITION_REJECT');
  const position = call.account.state.positions.get(instrument);
  const isFlat = position === undefined || !isOpenPosition(position);
  const status = reason === 'CLOSEOUT_POSITION_DOESNT_EXIST' && isFlat ? 404 : undefined;
  const long = orderOf(outcome, 'long');
  const short = orderOf(outcome, 'short');
  const named = {
    longOrderRejectTransaction: long,
    // When neither side was to be closed, both have the same reject, which is named once.
    shortOrderRejectTransaction: short === long ? undefined : short,
  };
  return refused(call, outcome, named, { status, reason });
}
