/** What the order in the ticket would cost: asked of the server whenever the ticket or the market moves. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { money, signedMoney } from '../parts/format.js';
import { instrument, store } from '../state/app.js';
import { type Estimate, estimate } from '../wire/estimate.js';
import { orderBody } from './order-body.js';
import { ticketErrors, ticketForm, ticketTerms } from './ticket-state.js';

/** How long after a keystroke or a tick the server is asked. */
const WAIT_MS = 200;

export function Cost(): JSX.Element | null {
  const { said, isFresh } = useEstimate();
  const { ratio } = ticketTerms.value;
  if (typeof said === 'string') return <p class="cost faint">{said}</p>;
  const isRefused = said?.rejectReason !== undefined;
  return (
    <section class="cost" aria-label="What it would cost" aria-busy={!isFresh}>
      <dl>
        <Line name="Risk" value={riskText(said)} kind="loss" />
        <Line name="Reward" value={rewardText(said)} kind="gain" />
        <Line name="Margin" value={said && money(said.marginRequired)} />
        <Line name="Left" value={said && money(said.marginAvailableAfter)} />
        <Line name="Spread" value={said && money(said.spreadCost)} />
        <Line name="R" value={ratio} />
      </dl>
      {said !== undefined && closesOnly(said) && (
        <p class="faint">It only closes what is open: its stop and profit are not placed.</p>
      )}
      {/* The sentence of a fill says the lines above once more. */}
      {said !== undefined && !said.fills && (
        <p class={isRefused ? 'error' : 'faint'}>{said.sentence}</p>
      )}
    </section>
  );
}

/** `−100.32 · 1.00 %` */
function riskText(said: Estimate | undefined): string | undefined {
  const risk = said?.riskToStop;
  return risk && `${signedMoney(negated(risk.money))} · ${percentText(risk.percent)} %`;
}

function rewardText(said: Estimate | undefined): string | undefined {
  return said?.gainToTarget && signedMoney(said.gainToTarget.money);
}

/** Whether an order with levels fills and opens nothing that they could close. */
function closesOnly({ fills, riskToStop, gainToTarget }: Estimate): boolean {
  const { stopPrice, profitPrice } = ticketTerms.value;
  const hasLevels = stopPrice !== undefined || profitPrice !== undefined;
  return fills && hasLevels && riskToStop === undefined && gainToTarget === undefined;
}

/** A percentage without zeros at its end. */
function percentText(percent: string): string {
  return percent.replace(/\.?0+$/, '');
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

interface LineProps {
  readonly name: string;
  /** Undefined while it is not known, or there is none. */
  readonly value: string | undefined;
  readonly kind?: 'gain' | 'loss';
}

function Line({ name, value, kind }: LineProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={value === undefined ? 'faint' : kind}>{value ?? '–'}</dd>
    </div>
  );
}

/** An estimate, and whether it is of what stands in the ticket at the latest price. */
interface Asked {
  readonly said: Estimate | string | undefined;
  readonly isFresh: boolean;
}

/** The estimate of what stands in the ticket, or why there is none; undefined while nothing can be asked. */
function useEstimate(): Asked {
  const [answer, setAnswer] = useState<{
    readonly key: string;
    readonly said: Estimate | string;
  }>();
  const shown = store.value;
  const isRight = Object.keys(ticketErrors.value).length === 0;
  const body = isRight ? JSON.stringify(orderBody(ticketForm.value)) : undefined;
  const quote = shown?.quote(instrument.value ?? '').value?.time;
  const version = shown?.version.value;
  const key = `${body} ${quote} ${version}`;
  useEffect(() => {
    if (shown === undefined || body === undefined) return setAnswer(undefined);
    const control = new AbortController();
    const timer = setTimeout(() => {
      estimate(shown.place, JSON.parse(body), control.signal).then(
        said => setAnswer({ key, said }),
        (error: Error) => control.signal.aborted || setAnswer({ key, said: error.message }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [shown, body, key]);
  return { said: answer?.said, isFresh: body === undefined || answer?.key === key };
}
