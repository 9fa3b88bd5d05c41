/**
 * All lines of the account over the candles, placed whenever the chart draws itself. What is dragged is
 * a proposal until it is confirmed.
 */

import { effect, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { holder } from '../../state/app.js';
import type { SimulationStore } from '../../state/simulation-store.js';
import { cancel, send } from './line-actions.js';
import { LineView } from './line-view.js';
import { type OrderLine, orderLines } from './order-lines.js';
import { placeLines } from './place-lines.js';
import type { PriceScale } from './price-scale.js';
import {
  type LineScale,
  type Proposal,
  PULLED_KINDS,
  proposalOf,
  pulledKey,
  pulledKind,
  pulledLine,
} from './proposals.js';

export interface LineLayerProps {
  readonly store: SimulationStore;
  readonly instrument: string;
  readonly scale: PriceScale;
}

/** For an instrument that is not known yet. */
const ANY_SCALE: LineScale = {
  displayPrecision: 5,
  pipLocation: -4,
  minimumTrailingStopDistance: '0',
};

/** A line, and what is proposed for it. */
interface Shown {
  readonly line: OrderLine;
  readonly proposal: Proposal | undefined;
}

export function LineLayer({ store, instrument, scale }: LineLayerProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, HTMLElement>()).current;
  const proposals = useProposals(store, instrument);
  const shown = useShown(store, instrument, proposals.prices);
  const { displayPrecision } = store.instruments.value.get(instrument) ?? ANY_SCALE;
  useEffect(() => {
    const place = () => {
      if (box.current === null) return;
      const known = shown.value.filter(
        ({ line }) => line.order !== undefined || line.kind === 'trade',
      );
      scale.keepInView(known.map(({ line }) => Number(line.price)));
      const lines = shown.value.map(({ line, proposal }) => ({
        element: elements.get(line.key),
        price: Number(proposal?.price ?? line.price),
      }));
      placeLines(box.current, scale, lines);
    };
    const stops = [scale.whenPainted(place), effect(place)];
    return () => stops.forEach(stop => void stop());
  }, [scale, elements, shown]);
  return (
    <div class="order-lines" ref={box}>
      {shown.value.map(({ line, proposal }) => (
        <LineView
          key={line.key}
          line={line}
          isFixed={holder.value !== undefined}
          proposal={proposal}
          place={element => {
            if (element === null) elements.delete(line.key);
            else elements.set(line.key, element);
          }}
          onDrag={clientY => {
            const top = box.current?.getBoundingClientRect().top ?? 0;
            proposals.propose(line, scale.priceAt(clientY - top));
          }}
          onStep={points => proposals.step(line, points * 10 ** -displayPrecision)}
          onUndo={() => proposals.propose(line, undefined)}
          onConfirm={() => {
            if (proposal === undefined) return;
            void send(store, line, proposal).then(() => proposals.propose(line, undefined));
          }}
          onCancel={() => void cancel(store, line)}
        />
      ))}
    </div>
  );
}

/** The prices that are proposed, by the keys of their lines, and what changes them. */
function useProposals(store: SimulationStore, instrument: string) {
  const prices = useSignal<ReadonlyMap<string, number>>(new Map());
  /** The lines that stand for what is done with a line: its own, or what was pulled out of a trade's. */
  const keysOf = (line: OrderLine) =>
    line.kind === 'trade' ? PULLED_KINDS.map(kind => pulledKey(line, kind)) : [line.key];
  const propose = (line: OrderLine, at: number | undefined) => {
    const after = new Map(prices.value);
    for (const key of keysOf(line)) after.delete(key);
    if (at !== undefined) {
      const kind = pulledKind(line, at, store.quote(instrument).peek());
      after.set(line.kind === 'trade' ? pulledKey(line, kind) : line.key, at);
    }
    prices.value = after;
  };
  const step = (line: OrderLine, by: number) => {
    const known = keysOf(line).map(key => prices.value.get(key));
    propose(line, (known.find(at => at !== undefined) ?? Number(line.price)) + by);
  };
  return { prices, propose, step };
}

/** The lines of the account, and those that are pulled out of the lines of trades. */
function useShown(
  store: SimulationStore,
  instrument: string,
  prices: { readonly value: ReadonlyMap<string, number> },
) {
  return useComputed<readonly Shown[]>(() => {
    const account = store.account.value;
    if (account === undefined) return [];
    const quote = store.quote(instrument).value;
    const exact = store.instruments.value.get(instrument) ?? ANY_SCALE;
    const lines = orderLines(account, instrument, Number(quote?.bid ?? 0));
    const pulled = lines.flatMap(line =>
      PULLED_KINDS.flatMap(kind => {
        const at = prices.value.get(pulledKey(line, kind));
        return at === undefined ? [] : pulledLine(line, kind, at, lines);
      }),
    );
    return [...lines, ...pulled].map(line => {
      const at = prices.value.get(line.key);
      return { line, proposal: at === undefined ? undefined : proposalOf(line, at, exact, quote) };
    });
  });
}
