/**
 * All lines of the account over the candles, placed whenever the chart draws itself. What is dragged is
 * a proposal until it is confirmed.
 */

import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { holder } from '../../state/app.js';
import { homeFactors, useHomeFactors } from '../../state/home-factors.js';
import { orderDraft } from '../../state/order-draft.js';
import type { SimulationStore } from '../../state/simulation-store.js';
import { askDraft, draftLines } from './draft-lines.js';
import { EdgeHints } from './edge-hints.js';
import { cancel, send } from './line-actions.js';
import { type LineFigures, type LineMarket, lineFigures } from './line-figures.js';
import { groupedLines } from './line-groups.js';
import { LineView } from './line-view.js';
import { type OrderLine, orderLines } from './order-lines.js';
import { type LinesOutOfView, placeLines } from './place-lines.js';
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
  /** The first stop of a trade, by the trade's id. */
  firstStop(trade: string): string | undefined;
}

/** The scale of an instrument that is not loaded yet. */
const ANY_SCALE: LineScale & { readonly pipLocation: number } = {
  displayPrecision: 5,
  pipLocation: -4,
  minimumTrailingStopDistance: '0',
};

/** A line, and what is proposed for it. */
interface ShownLine {
  readonly line: OrderLine;
  readonly proposal: Proposal | undefined;
  readonly figures: LineFigures;
}

const ALL_SEEN: LinesOutOfView = { above: [], below: [] };

export function LineLayer(props: LineLayerProps): JSX.Element {
  const { store, instrument, scale } = props;
  useHomeFactors(store, instrument);
  const box = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, HTMLElement>()).current;
  const open = useSignal<ReadonlySet<string>>(new Set());
  const proposals = useProposals(store, instrument);
  const shown = useShown(props, proposals.prices, open);
  const unseen = useUnseen(scale, shown, (lines: readonly ShownLine[]) => {
    if (box.current === null) return ALL_SEEN;
    const placed = lines.map(({ line: { key, price }, proposal }) => ({
      key,
      element: elements.get(key),
      price: Number(proposal?.price ?? price),
    }));
    return placeLines(box.current, scale, placed);
  });
  const { displayPrecision } = store.instruments.value.get(instrument) ?? ANY_SCALE;
  const byKeys = (keys: readonly string[]) =>
    keys.flatMap(key => shown.value.find(({ line }) => line.key === key)?.line ?? []);
  const reveal = (line: OrderLine) => scale.reveal(Number(line.price));
  return (
    <div class="order-lines" ref={box}>
      <EdgeHints edge="above" lines={byKeys(unseen.value.above)} onReveal={reveal} />
      {shown.value.map(({ line, proposal, figures }) => (
        <LineView
          key={line.key}
          line={line}
          figures={figures}
          isFixed={holder.value !== undefined}
          isOpen={line.members === undefined ? undefined : open.value.has(line.key)}
          proposal={proposal}
          place={element => {
            if (element === null) elements.delete(line.key);
            else elements.set(line.key, element);
          }}
          onDrag={clientY => {
            const top = box.current?.getBoundingClientRect().top ?? 0;
            const at = scale.priceAt(clientY - top);
            if (line.part === undefined) proposals.propose(line, at);
            else if (at !== undefined) askDraft(line.part, at, displayPrecision);
          }}
          onStep={points => {
            const by = points * 10 ** -displayPrecision;
            if (line.part === undefined) proposals.step(line, by);
            else askDraft(line.part, Number(line.price) + by, displayPrecision);
          }}
          onUndo={() => proposals.propose(line, undefined)}
          onConfirm={() => {
            if (proposal === undefined) return;
            void send(store, line, proposal).then(() => proposals.propose(line, undefined));
          }}
          onCancel={() => void cancel(store, line)}
          onOpen={() => {
            open.value = toggled(open.value, line.key);
          }}
        />
      ))}
      <EdgeHints edge="below" lines={byKeys(unseen.value.below)} onReveal={reveal} />
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(keys);
  if (!after.delete(key)) after.add(key);
  return after;
}

/** Places the lines whenever they or the scale change. @returns those that are out of view. */
function useUnseen(
  scale: PriceScale,
  shown: ReadonlySignal<readonly ShownLine[]>,
  place: (lines: readonly ShownLine[]) => LinesOutOfView,
): ReadonlySignal<LinesOutOfView> {
  const unseen = useSignal(ALL_SEEN);
  const run = () => {
    const known = shown.peek().filter(({ line }) => isKept(line));
    scale.keepInView(known.map(({ line }) => Number(line.price)));
    const found = place(shown.peek());
    const isSame = String(Object.values(found)) === String(Object.values(unseen.peek()));
    if (!isSame) unseen.value = found;
  };
  const latest = useRef(run);
  latest.current = run;
  // After the render: the element of a line that is new is there only then.
  useLayoutEffect(run);
  useEffect(() => scale.whenPainted(() => latest.current()), [scale]);
  return unseen;
}

/** Whether the account has it: what is only pulled out of a trade moves no scale. */
function isKept({ order, kind, members }: OrderLine): boolean {
  return order !== undefined || kind === 'trade' || members !== undefined;
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

/** The lines of the account with their figures, and those that are pulled out of the lines of trades. */
function useShown(
  props: LineLayerProps,
  prices: { readonly value: ReadonlyMap<string, number> },
  open: { readonly value: ReadonlySet<string> },
) {
  const { store, instrument } = props;
  return useComputed<readonly ShownLine[]>(() => {
    const account = store.account.value;
    if (account === undefined) return [];
    const quote = store.quote(instrument).value;
    const exact = store.instruments.value.get(instrument) ?? ANY_SCALE;
    const all = orderLines(account, instrument, Number(quote?.bid ?? 0));
    const lines = groupedLines(all, open.value);
    const market = marketOf(props);
    const pulled = lines.flatMap(line =>
      PULLED_KINDS.flatMap(kind => {
        const at = prices.value.get(pulledKey(line, kind));
        return at === undefined ? [] : pulledLine(line, kind, at, all);
      }),
    );
    const drafted = holder.value === undefined ? draftLines(orderDraft.value, instrument) : [];
    return [...lines, ...pulled, ...drafted].map(line => {
      const at = prices.value.get(line.key);
      const proposal = at === undefined ? undefined : proposalOf(line, at, exact, quote);
      const figures =
        line.members === undefined
          ? lineFigures(line, proposal?.price ?? line.price, market)
          : { money: line.pl };
      return { line, proposal, figures };
    });
  });
}

/** What the figures of the lines are made from, as it is now. */
function marketOf({ store, instrument, firstStop }: LineLayerProps): LineMarket {
  const { pipLocation } = store.instruments.value.get(instrument) ?? ANY_SCALE;
  return {
    quote: store.quote(instrument).value,
    pipLocation,
    home: homeFactors(store, instrument),
    firstStop,
  };
}
