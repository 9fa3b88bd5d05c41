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
  haltsNow,
  isTradeable,
  marketOf,
  nextId,
  openTrades,
  type Trade,
  type World,
  write,
} from '../numbers/state.js';
import { holdingOf, isCloseoutDue } from '../numbers/value.js';
import { closeByMarket } from './trades.js';

/** Whether the market of a trade is open, and the side that closes it is not halted. */
function isClosable(world: World, { instrument, units }: Trade): boolean {
  const market = marketOf(world, instrument);
  const side = units.sign < 0 ? 'ASK' : 'BID';
  const stops = haltsNow(world, market).some(
    halt => halt.mode === 'HALTED' && (halt.side === side || halt.side === 'ALL'),
  );
  return isTradeable(world, market) && !stops;
}

/** Closes the trades of an instrument that waited for a tradeable price. */
export function closeDelayed(world: World, account: Account, instrument: string): void {
  for (const trade of openTrades(account, instrument)) {
    if (trade.delayedBy === undefined || !isClosable(world, trade)) continue;
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
  const delayed = openTrades(account).filter(
    trade => trade.delayedBy === undefined && !isClosable(world, trade),
  );
  asServer(world, () => {
    beginBatch(account);
    if (delayed.length > 0) {
      const id = nextId(account);
      const tradeIDs = delayed.map(trade => String(trade.id));
      write(world, account, 'DELAYED_TRADE_CLOSURE', { reason: 'MARGIN_CLOSEOUT', tradeIDs });
      for (const trade of delayed) trade.delayedBy = id;
    }
    for (const instrument of names) {
      for (const sign of [1, -1]) {
        const trades = openTrades(account, instrument).filter(
          trade => trade.units.sign === sign && isClosable(world, trade),
        );
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
