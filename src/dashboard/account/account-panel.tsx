/** The shown account: its figures, how near the closeout is, what is open, its curve and its rules. */

import type { JSX } from 'preact';
import { money, signClass, signedMoney } from '../parts/format.js';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { AccountSummary } from '../wire/types.js';
import { AccountList } from './account-list.js';
import { marginWay } from './margin.js';
import { NavCurve } from './nav-curve.js';
import { OpenPositions } from './open-positions.js';
import { RiskRules } from './risk-rules.js';

export function AccountPanel(): JSX.Element {
  const shown = store.value;
  const summary = shown?.summary.value;
  if (shown === undefined || summary === undefined) {
    return <p class="faint">{shown?.failure.value ?? 'Loading…'}</p>;
  }
  return (
    <div class="account">
      <div class="account-figures">
        <Figures summary={summary} />
        <MarginBar summary={summary} />
      </div>
      <Parts store={shown} />
    </div>
  );
}

/** What does not change with every price, so that it is not drawn again with each. */
function Parts({ store }: { readonly store: SimulationStore }) {
  return (
    <div class="account-parts">
      <OpenPositions store={store} />
      <NavCurve store={store} />
      <RiskRules store={store} />
      <AccountList store={store} />
    </div>
  );
}

function Figures({ summary }: { readonly summary: AccountSummary }) {
  const { NAV, balance, unrealizedPL, pl, financing, marginAvailable, currency } = summary;
  const { dividendAdjustment: dividends } = summary;
  return (
    <>
      <div class="headline">
        <h2>
          Account <span class="faint">{summary.alias || summary.id}</span>
        </h2>
        <p class="account-nav">
          {money(NAV)} <span class="faint">{currency} NAV</span>
        </p>
      </div>
      <dl class="figures">
        <Figure name="Balance" value={money(balance)} />
        <Figure name="Open P/L" value={signedMoney(unrealizedPL)} kind={signClass(unrealizedPL)} />
        <Figure name="Realised P/L" value={signedMoney(pl)} kind={signClass(pl)} />
        <Figure name="Financing" value={signedMoney(financing)} kind={signClass(financing)} />
        {Number(dividends) !== 0 && (
          <Figure name="Dividends" value={signedMoney(dividends)} kind={signClass(dividends)} />
        )}
        <Figure name="Margin used" value={money(summary.marginUsed)} />
        <Figure name="Margin left" value={money(marginAvailable)} />
      </dl>
    </>
  );
}

function Figure(props: {
  readonly name: string;
  readonly value: string;
  readonly kind?: string | undefined;
}) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd class={props.kind}>{props.value}</dd>
    </div>
  );
}

function MarginBar({ summary }: { readonly summary: AccountSummary }) {
  const { gone, kind } = marginWay(summary);
  const percent = `${(100 * gone).toFixed(1)} %`;
  return (
    <div class="margin">
      <div class={`margin-bar ${kind}`} aria-hidden="true">
        <span style={{ width: `${100 * gone}%` }} />
      </div>
      <p class="margin-words">
        <span>{percent} of the way to closeout</span>
        <span class="faint">closeout at 100 %</span>
      </p>
    </div>
  );
}
