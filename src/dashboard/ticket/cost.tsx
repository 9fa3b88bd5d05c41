/** What the order in the ticket would cost: asked of the server whenever the ticket or the market moves. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { grouped, money } from '../parts/format.js';
import { instrument, store } from '../state/app.js';
import { type Estimate, estimate } from '../wire/estimate.js';
import { orderBody } from './order-body.js';
import { ticketErrors, ticketForm } from './ticket-state.js';

/** How long after a keystroke or a tick the server is asked. */
const WAIT_MS = 200;

export function Cost(): JSX.Element | null {
  const said = useEstimate();
  const currency = store.value?.summary.value?.currency ?? '';
  if (said === undefined) return <div class="cost" />;
  if (typeof said === 'string') return <p class="cost faint">{said}</p>;
  const { riskToStop, gainToTarget } = said;
  return (
    <div class="cost">
      <dl>
        <Line name="Margin" value={`${money(said.marginRequired)} ${currency}`} />
        <Line name="Left" value={`${money(said.marginAvailableAfter)} ${currency}`} />
        <Line name="Spread" value={`${grouped(said.spreadCost)} ${currency}`} />
        <Line name="One pip" value={`${grouped(said.pipValue)} ${currency}`} />
        {riskToStop !== undefined && (
          <Line name="Risk to the stop" value={distanceText(riskToStop, currency)} isWhole />
        )}
        {gainToTarget !== undefined && (
          <Line name="Gain to the target" value={distanceText(gainToTarget, currency)} isWhole />
        )}
      </dl>
      {/* The sentence of a fill says the lines above once more. */}
      {!said.fills && (
        <p class={said.rejectReason === undefined ? 'faint' : 'error'}>{said.sentence}</p>
      )}
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly isWhole?: boolean;
}

function Line({ name, value, isWhole = false }: LineProps) {
  return (
    <div class={isWhole ? 'both' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function distanceText(
  { money: amount, percent, pips }: NonNullable<Estimate['riskToStop']>,
  currency: string,
): string {
  return `${grouped(amount)} ${currency} · ${percent} % · ${pips} pips`;
}

/** The estimate of what stands in the ticket, or why there is none; undefined while nothing can be asked. */
function useEstimate(): Estimate | string | undefined {
  const [said, setSaid] = useState<Estimate | string>();
  const shown = store.value;
  const isRight = Object.keys(ticketErrors.value).length === 0;
  const body = isRight ? JSON.stringify(orderBody(ticketForm.value)) : undefined;
  const quote = shown?.quote(instrument.value ?? '').value?.time;
  const version = shown?.version.value;
  useEffect(() => {
    if (shown === undefined || body === undefined) return setSaid(undefined);
    const control = new AbortController();
    const timer = setTimeout(() => {
      estimate(shown.place, JSON.parse(body), control.signal).then(
        setSaid,
        (error: Error) => control.signal.aborted || setSaid(error.message),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [shown, body, quote, version]);
  return said;
}
