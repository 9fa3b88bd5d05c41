/** What the order in the ticket would cost: asked of the server whenever the ticket or the market moves. */

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { money, plainSentence, signedMoney } from '../parts/format.js';
import { useThrottled } from '../parts/use-throttled.js';
import { instrument, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { SingleFlight } from '../state/single-flight.js';
import { type Estimate, estimate } from '../wire/estimate.js';
import { orderBody } from './order-body.js';
import { closesOnly, ratioShown, wholeSpread } from './terms/cost-figures.js';
import { refusal, ticketErrors, ticketForm, ticketTerms } from './ticket-state.js';

/** How long after a keystroke or a tick the server is asked at most. */
const WAIT_MS = 200;

export function Cost(): JSX.Element | null {
  const { said, isFresh } = useEstimate();
  const terms = ticketTerms.value;
  if (typeof said === 'string') return <p class="cost faint">{plainSentence(said)}</p>;
  const closing = said && closesOnly(said, terms);
  const isRefused = said?.rejectReason !== undefined;
  return (
    <section class="cost" aria-label="What it would cost" aria-busy={!isFresh}>
      <dl>
        <Line name="Risk" value={riskText(said)} kind="loss" />
        <Line name="Reward" value={rewardText(said)} kind="gain" />
        <Line name="Margin" value={said && money(said.marginRequired)} />
        <Line name="Left" value={said && money(said.marginAvailableAfter)} />
        <Line name="Spread" value={said && money(wholeSpread(said))} />
        <Line name="R" value={ratioShown(said, terms)} />
      </dl>
      {closing !== undefined && <p class="faint">{closing}</p>}
      {/* The sentence of a fill would repeat the lines above, and a refusal stands at its field. */}
      {said !== undefined && !said.fills && refusal.value === undefined && (
        <p class={isRefused ? 'error' : 'faint'}>
          {isRefused ? plainSentence(said.sentence) : waitText(said)}
        </p>
      )}
    </section>
  );
}

/** The sentence of the server names the order as if it were there. */
function waitText({ price }: Estimate): string {
  return price === undefined ? 'It would wait.' : `It would wait for ${price}.`;
}

/** `−100.32 · 1.00 %` */
function riskText(said: Estimate | undefined): string | undefined {
  const risk = said?.riskToStop;
  return risk && `${signedMoney(negated(risk.money))} · ${percentText(risk.percent)} %`;
}

function rewardText(said: Estimate | undefined): string | undefined {
  return said?.gainToTarget && signedMoney(said.gainToTarget.money);
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
interface CostEstimate {
  readonly said: Estimate | string | undefined;
  readonly isFresh: boolean;
}

/** The estimate of what stands in the ticket, or why there is none; undefined while nothing can be asked. */
function useEstimate(): CostEstimate {
  const [answer, setAnswer] = useState<{
    readonly of: SimulationStore;
    readonly question: string;
    readonly said: Estimate | string;
  }>();
  const shown = store.value;
  const isRight = Object.keys(ticketErrors.value).length === 0;
  const quote = shown?.quote(instrument.value ?? '').value?.time;
  const version = shown?.version.value;
  const question = isRight
    ? JSON.stringify([orderBody(ticketForm.value), quote, version])
    : undefined;
  const latest = useRef({ shown, question });
  latest.current = { shown, question };
  // One question at a time: while time runs, there is always a newer one.
  const flight = useMemo(
    () =>
      new SingleFlight(async () => {
        const { shown: of, question: asked } = latest.current;
        if (of === undefined || asked === undefined) return;
        const [order] = JSON.parse(asked) as [object];
        const said = await estimate(of.place, order).catch((error: Error) => error.message);
        setAnswer({ of, question: asked, said });
      }),
    [],
  );
  const asked = useThrottled(question, WAIT_MS);
  useEffect(() => flight.run(), [flight, shown, asked]);
  if (question === undefined || answer?.of !== shown) {
    return { said: undefined, isFresh: question === undefined };
  }
  return { said: answer?.said, isFresh: answer?.question === question };
}
