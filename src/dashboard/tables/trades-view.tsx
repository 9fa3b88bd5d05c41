/** The table of trades: open ones can be closed, and get their stop and profit. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { WhatIfDialog } from '../practice/what-if.js';
import { holder, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Trade } from '../wire/trades.js';
import { CloseTrade } from './close-trade.js';
import { TRADE_COLUMNS } from './columns/trade-columns.js';
import { LedgerTable } from './ledger-table.js';
import { liveTrade } from './live-rows.js';
import { TRADE_ACTIONS } from './row-actions.js';
import { TradeLevels } from './trade-levels.js';

export function TradesView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Trades store={shown} />;
}

function Trades({ store: shown }: { readonly store: SimulationStore }) {
  const [open, setOpen] = useState<{ readonly trade: Trade; readonly what: 'close' | 'levels' }>();
  const close = () => setOpen(undefined);
  const account = shown.account.value;
  return (
    <>
      <LedgerTable<Trade>
        store={shown}
        table="trades"
        columns={TRADE_COLUMNS}
        {...(holder.value === undefined && { rowActions: TRADE_ACTIONS })}
        empty="No trades yet."
        firstFilter={(account?.trades.size ?? 0) > 0 ? 'open' : ''}
        live={trade => liveTrade(trade, account)}
        placeOf={({ openTime, instrument }) => ({ time: openTime, instrument })}
        actions={trade =>
          trade.state === 'OPEN' &&
          holder.value === undefined && (
            <>
              <button type="button" onClick={() => setOpen({ trade, what: 'close' })}>
                Close trade
              </button>
              <button type="button" onClick={() => setOpen({ trade, what: 'levels' })}>
                Stop and profit
              </button>
            </>
          )
        }
      />
      <WhatIfDialog />
      {open?.what === 'close' && (
        <CloseTrade place={shown.place} trade={open.trade} onClose={close} />
      )}
      {open?.what === 'levels' && (
        <TradeLevels
          place={shown.place}
          trade={open.trade}
          quote={shown.quote(open.trade.instrument).value}
          onClose={close}
        />
      )}
    </>
  );
}
