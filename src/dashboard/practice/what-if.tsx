/** The dialog that asks what a trade would have been: not taken, or with its stop and profit elsewhere. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { dayTimeText, instrumentText, signClass, signedMoney } from '../parts/format.js';
import { store } from '../state/app.js';
import { plainNumber } from '../ticket/terms/read-number.js';
import { askWhatIf, type TradeSide, type WhatIf } from '../wire/page-verbs.js';
import type { Trade } from '../wire/trades.js';
import { type AccountPlace, readTransactions } from '../wire/v20.js';
import { withLevels, withoutTrade } from './what-if-change.js';

/** The trade that is asked about; undefined: no dialog is shown. */
const asked = signal<Trade | undefined>(undefined);

/** Asks about a trade. */
export function openWhatIf(trade: Trade): void {
  asked.value = trade;
}

/** The dialog, while a trade is asked about. */
export function WhatIfDialog(): JSX.Element | null {
  const trade = asked.value;
  const place = store.value?.place;
  if (trade === undefined || place === undefined) return null;
  return <Question key={trade.id} place={place} trade={trade} />;
}

interface WhatIfAnswer {
  readonly what: string;
  readonly answer: WhatIf;
}

function Question({ place, trade }: { readonly place: AccountPlace; readonly trade: Trade }) {
  const [stop, setStop] = useState(levelOf(trade.stopLossOrder));
  const [profit, setProfit] = useState(levelOf(trade.takeProfitOrder));
  const [told, setTold] = useState<WhatIfAnswer | string>();
  const ask = async (what: string, work: () => Promise<WhatIf>) => {
    setTold('Replaying the session …');
    try {
      setTold({ what, answer: await work() });
    } catch (error) {
      setTold((error as Error).message);
    }
  };
  const levels = { stop: plainNumber(stop, false), profit: plainNumber(profit, false) };
  return (
    <Dialog
      title={`What if, trade ${trade.id} of ${instrumentText(trade.instrument)}`}
      onClose={() => {
        asked.value = undefined;
      }}
      actions={
        <>
          <button type="button" onClick={() => ask('not taken', () => askWithout(place, trade))}>
            Not taken
          </button>
          <button
            type="button"
            class="primary"
            onClick={() => ask(wordsOf(levels), () => askLevels(place, trade, levels))}
          >
            With this stop and profit
          </button>
        </>
      }
    >
      <p class="faint">
        The session is replayed up to the present instant with this one change; the simulation stays
        as it is.
      </p>
      <div class="field-pairs">
        <TextField label="Stop at" isDecimal value={stop} onInput={setStop} hint="empty: none" />
        <TextField
          label="Profit at"
          isDecimal
          value={profit}
          onInput={setProfit}
          hint="empty: none"
        />
      </div>
      {typeof told === 'string' && <p role="status">{told}</p>}
      {typeof told === 'object' && <Answer told={told} trade={trade} />}
    </Dialog>
  );
}

function wordsOf({ stop, profit }: { readonly stop: string; readonly profit: string }): string {
  return `stop ${stop || 'none'}, profit ${profit || 'none'}`;
}

function levelOf(order: { readonly price?: string } | undefined): string {
  return order?.price ?? '';
}

async function askWithout({ simulation, account }: AccountPlace, { id }: Trade): Promise<WhatIf> {
  const [opening] = await readTransactions({ simulation, account }, Number(id), Number(id));
  if (opening === undefined) throw new Error(`Transaction ${id} does not exist any more`);
  return askWhatIf(simulation, withoutTrade(account, opening));
}

/** Transactions of one request, the most that v20 answers. */
const PAGE = 1000;

async function askLevels(
  place: AccountPlace,
  trade: Trade,
  levels: { readonly stop: string; readonly profit: string },
): Promise<WhatIf> {
  const from = Number(trade.id);
  const ledger = await readTransactions(place, from, from + PAGE - 1);
  return askWhatIf(place.simulation, withLevels(place.account, trade, levels, ledger));
}

function Answer({
  told: { what, answer },
  trade,
}: {
  readonly told: WhatIfAnswer;
  readonly trade: Trade;
}) {
  const { difference, dropped } = answer;
  const found = difference.trades.find(({ session }) => session?.tradeID === trade.id);
  return (
    <div class="what-if" role="status">
      <table class="statistics">
        <thead>
          <tr>
            <th scope="col">Trade {trade.id}</th>
            <th scope="col">Closed at</th>
            <th scope="col">Closed</th>
            <th scope="col">P/L</th>
          </tr>
        </thead>
        <tbody>
          <Side name="As it was" side={found?.session ?? sideOf(trade)} />
          <Side
            name={`With ${what}`}
            side={found === undefined ? sideOf(trade) : found.counterfactual}
          />
        </tbody>
      </table>
      <p>
        The account would have{' '}
        <b class={signClass(difference.NAV)}>
          {signedMoney(difference.NAV)} {difference.currency}
        </b>{' '}
        {/[1-9]/.test(difference.NAV) ? 'against what it has.' : 'more or less: nothing changes.'}
      </p>
      {dropped.map(({ reason }) => (
        <p key={reason} class="faint">
          Left out: {reason}
        </p>
      ))}
    </div>
  );
}

/** A trade of the table as one of both sides; one that differs in nothing is left out. */
function sideOf(trade: Trade): TradeSide {
  const { id, state, price, closeTime, averageClosePrice, realizedPL, unrealizedPL } = trade;
  return {
    tradeID: id,
    state,
    price,
    realizedPL,
    unrealizedPL: unrealizedPL ?? '0',
    ...(closeTime !== undefined && { closeTime }),
    ...(averageClosePrice !== undefined && { averageClosePrice }),
  };
}

function Side({ name, side }: { readonly name: string; readonly side: TradeSide | undefined }) {
  if (side === undefined) {
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={3}>no trade</td>
      </tr>
    );
  }
  const isOpen = side.state === 'OPEN';
  const pl = isOpen ? side.unrealizedPL : side.realizedPL;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{isOpen ? 'open' : (side.averageClosePrice ?? '')}</td>
      <td>{side.closeTime === undefined ? '' : dayTimeText(side.closeTime)}</td>
      <td class={signClass(pl)}>{signedMoney(pl)}</td>
    </tr>
  );
}
