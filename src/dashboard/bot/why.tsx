/** Why a transaction or an order came about, as the server explains it. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { plainSentence, timeText } from '../parts/format.js';
import { useThrottled } from '../parts/use-throttled.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { type Explanation, explain } from '../wire/ledger.js';

/** Wall milliseconds between two explanations of an order that waits while time moves. */
const FRESH_MS = 1000;
const NUMBER = /\d[\d.:-]*/g;

export interface WhyProps {
  readonly store: SimulationStore;
  /** The id of a transaction or of an order. */
  readonly id: string;
  /** Whether its explanation changes with the market. */
  readonly isWaiting?: boolean;
}

/** The explanation of a transaction, or of an order: why one waits changes as the market does. */
export function Why({ store, id, isWaiting = false }: WhyProps): JSX.Element {
  const [said, setSaid] = useState<Explanation | string>();
  const version = store.version.value;
  const now = useThrottled(isWaiting ? store.clock.value?.now : undefined, FRESH_MS);
  useEffect(() => {
    let isShown = true;
    explain(store.place, id).then(
      answer => isShown && setSaid(answer),
      (error: Error) => isShown && setSaid(error.message),
    );
    return () => {
      isShown = false;
    };
  }, [store, id, version, now]);
  if (said === undefined) return <p class="faint">Asking why …</p>;
  if (typeof said === 'string') return <p class="error">{said}</p>;
  const { sentence, tick, rule, needed } = said;
  return (
    <div class="why">
      <p>{plainSentence(sentence)}</p>
      {needed !== undefined && saysMore(needed.sentence, sentence) && (
        <p>{plainSentence(needed.sentence)}</p>
      )}
      <p class="faint">{rule}</p>
      {tick !== undefined && (
        <p class="faint">
          Tick of {timeText(tick.time)}: bid {tick.bid}, ask {tick.ask}
        </p>
      )}
    </div>
  );
}

/** Whether a sentence has more than the numbers of another one. */
function saysMore(sentence: string, than: string): boolean {
  const known = new Set(than.match(NUMBER));
  return sentence.match(NUMBER)?.some(each => !known.has(each)) ?? true;
}
