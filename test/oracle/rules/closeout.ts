/**
 * What the broker closes: trades that waited for a tradeable price, and all trades of an account whose
 * margin is gone. Source: v20 semantics 5.6.
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
  openTrades,
  type World,
  write,
} from '../numbers/state.js';
import { holdingOf, isCloseoutDue } from '../numbers/value.js';
import { closeByMarket } from './trades.js';

/** Closes the trades of an instrument that waited for a tradeable price. */
export function closeDelayed(world: World, account: Account, instrument: string): void {
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

/** Closes everything at once when the margin is gone: all tradeable sides, delays the others. */
export function closeOut(world: World, account: Account): void {
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
