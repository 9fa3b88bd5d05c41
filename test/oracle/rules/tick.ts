/**
 * One tick of one instrument: quote, delayed closes, trailing values, triggers, margin closeout.
 * Source: v20 semantics 4.10, 5.6.
 * Ambiguity: trades already waiting to close keep their DELAYED_TRADE_CLOSURE; others of a
 * closed market join a new one at each closeout.
 */

import { sum } from '../numbers/rational.js';
import {
  type Account,
  beginBatch,
  isTradeable,
  marketOf,
  nextId,
  type OracleTick,
  openTrades,
  pendingOrders,
  quoteFromTick,
  type World,
  write,
} from '../numbers/state.js';
import { holdingOf, isCloseoutDue } from '../numbers/value.js';
import { decideFill } from './decide.js';
import { carryOut } from './fill.js';
import { closeByMarket } from './trades.js';
import { isTriggered, moveTrailingValue } from './trigger.js';

/** Applies a tick; a tick of a closed market only sets the quote. */
export function applyTick(world: World, tick: OracleTick): void {
  const market = marketOf(world, tick.instrument);
  market.quote = quoteFromTick(market, tick);
  if (!isTradeable(world, market)) return;
  for (const account of world.accounts) closeDelayed(world, account, tick.instrument);
  triggerOrders(world, tick.instrument);
  for (const account of world.accounts) closeOut(world, account);
}

function closeDelayed(world: World, account: Account, instrument: string): void {
  for (const trade of openTrades(account, instrument)) {
    if (trade.delayedBy === undefined) continue;
    const clientTradeID = trade.clientExtensions?.id;
    asServer(world, () => {
      beginBatch(account);
      closeByMarket(world, account, {
        instrument,
        units: trade.units.negated(),
        trades: [trade],
        reason: 'DELAYED_TRADE_CLOSE',
        why: {
          delayedTradeClose: {
            tradeID: String(trade.id),
            ...(clientTradeID === undefined ? {} : { clientTradeID }),
            sourceTransactionID: String(trade.delayedBy),
          },
        },
      });
    });
  }
}

/** Trailing values move first; then every order whose trigger holds, each in its own batch. */
function triggerOrders(world: World, instrument: string): void {
  const resting = world.accounts.flatMap(account =>
    pendingOrders(account)
      .filter(order => order.instrument === instrument)
      .map(order => ({ account, order })),
  );
  for (const { order } of resting) moveTrailingValue(world, order);
  const due = resting.filter(({ order }) => isTriggered(world, order));
  for (const { account, order } of due) {
    if (!order.pending) continue;
    beginBatch(account);
    carryOut(world, account, order, decideFill(world, account, order));
  }
}

/** Closes everything at once when the margin is gone: all tradeable sides, delays the others. */
function closeOut(world: World, account: Account): void {
  if (!isCloseoutDue(world, holdingOf(account))) return;
  const names = [...new Set(openTrades(account).map(trade => trade.instrument))].sort();
  const isOpen = (name: string) => isTradeable(world, marketOf(world, name));
  const delayed = openTrades(account).filter(
    trade => !isOpen(trade.instrument) && trade.delayedBy === undefined,
  );
  asServer(world, () => {
    beginBatch(account);
    if (delayed.length > 0) {
      const id = nextId(account);
      const tradeIDs = delayed.map(trade => String(trade.id));
      write(world, account, 'DELAYED_TRADE_CLOSURE', { reason: 'MARGIN_CLOSEOUT', tradeIDs });
      for (const trade of delayed) trade.delayedBy = id;
    }
    for (const instrument of names.filter(isOpen)) {
      for (const sign of [1, -1]) {
        const trades = openTrades(account, instrument).filter(({ units }) => units.sign === sign);
        if (trades.length === 0) continue;
        closeByMarket(world, account, {
          instrument,
          units: sum(trades.map(({ units }) => units)).negated(),
          trades,
          reason: 'MARGIN_CLOSEOUT',
          why: { marginCloseout: { reason: 'MARGIN_CHECK_VIOLATION' } },
        });
      }
    }
  });
}

function asServer(world: World, work: () => void): void {
  world.byServer = true;
  work();
  world.byServer = false;
}
