/** The scenario's rules of risk for the account, and how much is left of each. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { grouped, instrumentText, money, timeText } from '../parts/format.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { type Risk, readRisk } from '../wire/page-verbs.js';

type OfAccount = Risk['accounts'][number];
type Rule = OfAccount['rules'][number];

const NAMES: Readonly<Record<Rule['rule'], string>> = {
  dailyLoss: 'Daily loss',
  drawdown: 'Drawdown',
  maximumUnits: 'Most units',
  blackout: 'News blackout',
};
/** Between two reads, in wall milliseconds. */
const FRESH_MS = 2000;

export function RiskRules({ store }: { readonly store: SimulationStore }): JSX.Element | null {
  const { simulation, account } = store.place;
  const risk = useMemo(() => signal<OfAccount | undefined>(undefined), []);
  useEffect(() => {
    const read = () =>
      readRisk(simulation).then(
        ({ accounts }) => {
          risk.value = accounts.find(({ accountID }) => accountID === account);
        },
        () => {},
      );
    void read();
    let readAt = store.clock.peek()?.now;
    const timer = setInterval(() => {
      // Steps move time too, while it does not play.
      const now = store.clock.peek()?.now;
      if (now !== readAt) void read();
      readAt = now;
    }, FRESH_MS);
    const stop = store.listen(event => {
      if (event.type === 'TRANSACTION' || event.type === 'REWIND') void read();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [store, simulation, account, risk]);
  const shown = risk.value;
  if (shown === undefined || shown.rules.length === 0) return null;
  return (
    <section class="risk" aria-label="Rules of risk">
      <h3>Rules of risk</h3>
      {shown.stopped !== 'no' && (
        <p class="error">
          {shown.stopped === 'day' ? 'Stopped until the next day.' : 'Stopped for good.'}
        </p>
      )}
      {shown.rules.map(rule => (
        <RuleRow key={`${rule.rule} ${rule.instrument}`} rule={rule} />
      ))}
    </section>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { limit, left, isBroken, unit, until } = rule;
  const text = unit === 'units' ? grouped : money;
  const name = `${NAMES[rule.rule]}${rule.instrument ? ` ${instrumentText(rule.instrument)}` : ''}`;
  const share = limit === undefined || left === undefined ? 0 : Number(left) / Number(limit);
  return (
    <div class={isBroken ? 'rule broken' : 'rule'}>
      <p>
        <span>{name}</span>
        <span>
          {isBroken && <b class="error">broken </b>}
          {left !== undefined && limit !== undefined && `${text(left)} of ${text(limit)} left`}
          {until !== undefined && `until ${timeText(until)}`}
        </span>
      </p>
      {limit !== undefined && (
        <div class="left-bar" aria-hidden="true">
          <span style={{ width: `${100 * Math.min(1, Math.max(0, share))}%` }} />
        </div>
      )}
    </div>
  );
}
