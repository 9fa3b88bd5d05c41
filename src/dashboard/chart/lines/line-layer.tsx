/** All lines of the account over the candles, placed whenever the chart draws itself. */

import { effect, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showError, showToast } from '../../parts/toast.js';
import type { SimulationStore } from '../../state/simulation-store.js';
import { cancelOrder } from '../../wire/v20.js';
import { LineView } from './line-view.js';
import { moveOrder } from './move-order.js';
import { type OrderLine, orderLines } from './order-lines.js';

/** The prices of the chart's first pane as places, in CSS pixels from its top. */
export interface PriceScale {
  yOf(price: number): number | undefined;
  priceAt(y: number): number | undefined;
  /** Makes room for these, where they are near to the candles. */
  keepInView(prices: readonly number[]): void;
  /** Height of the pane and width without its scale. */
  size(): { readonly width: number; readonly height: number };
  /** Calls `listener` whenever the prices may have other places. @returns what ends it. */
  whenPainted(listener: () => void): () => void;
}

export interface LineLayerProps {
  readonly store: SimulationStore;
  readonly instrument: string;
  readonly scale: PriceScale;
}

/** Labels closer than this stand beside each other, in CSS pixels. */
const LABEL_HEIGHT = 22;
const LABEL_WIDTH = 214;
/** From a line to the upper and lower edge of its label. */
const LABEL_HALF = 10;

export function LineLayer({ store, instrument, scale }: LineLayerProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, HTMLElement>()).current;
  const proposals = useSignal<ReadonlyMap<string, string>>(new Map());
  const lines = useComputed(() => {
    const account = store.account.value;
    const price = Number(store.quote(instrument).value?.bid ?? 0);
    return account === undefined ? [] : orderLines(account, instrument, price);
  });
  useEffect(() => {
    const place = () => placeLines(box.current, { elements, scale, lines, proposals });
    const stops = [scale.whenPainted(place), effect(place)];
    return () => stops.forEach(stop => void stop());
  }, [scale, elements, lines, proposals]);
  const { displayPrecision = 5 } = store.instruments.value.get(instrument) ?? {};
  const propose = (key: string, price: number | undefined) => {
    const after = new Map(proposals.value);
    if (price === undefined) after.delete(key);
    else after.set(key, price.toFixed(displayPrecision));
    proposals.value = after;
  };
  return (
    <div class="order-lines" ref={box}>
      {lines.value.map(line => (
        <LineView
          key={line.key}
          line={line}
          proposed={proposals.value.get(line.key)}
          place={element => {
            if (element === null) elements.delete(line.key);
            else elements.set(line.key, element);
          }}
          onDrag={clientY => {
            const top = box.current?.getBoundingClientRect().top ?? 0;
            propose(line.key, scale.priceAt(clientY - top));
          }}
          onStep={points => {
            const from = Number(proposals.value.get(line.key) ?? line.price);
            propose(line.key, from + points * 10 ** -displayPrecision);
          }}
          onUndo={() => propose(line.key, undefined)}
          onConfirm={() => {
            const price = proposals.value.get(line.key);
            if (price !== undefined) {
              void move(store, line, price).then(() => propose(line.key, undefined));
            }
          }}
          onCancel={() => void cancel(store, line)}
        />
      ))}
    </div>
  );
}

interface Placed {
  readonly elements: ReadonlyMap<string, HTMLElement>;
  readonly scale: PriceScale;
  readonly lines: { readonly value: readonly OrderLine[] };
  readonly proposals: { readonly value: ReadonlyMap<string, string> };
}

function placeLines(box: HTMLElement | null, { elements, scale, lines, proposals }: Placed): void {
  const places = lines.value.map(({ key, price }) => ({
    element: elements.get(key),
    y: scale.yOf(Number(proposals.value.get(key) ?? price)),
  }));
  if (box === null) return;
  scale.keepInView(lines.value.map(({ price }) => Number(price)));
  const { width, height } = scale.size();
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  const columns = Math.max(1, Math.floor(width / LABEL_WIDTH));
  let last = Number.NEGATIVE_INFINITY;
  let column = 0;
  for (const { element, y } of places.sort((one, other) => (one.y ?? 0) - (other.y ?? 0))) {
    if (element === undefined) continue;
    const isSeen = y !== undefined && y >= 0 && y <= height;
    element.hidden = !isSeen;
    if (!isSeen) continue;
    column = y - last < LABEL_HEIGHT ? (column + 1) % columns : 0;
    last = y;
    // Not a transform: the labels of all lines must stand above the rules of all.
    element.style.top = `${Math.round(y)}px`;
    const inside = Math.min(Math.max(y, LABEL_HALF), height - LABEL_HALF);
    element.style.setProperty('--shift', `${Math.round(inside - y)}px`);
    element.style.setProperty('--left', `${column * LABEL_WIDTH}px`);
  }
}

async function move(store: SimulationStore, line: OrderLine, price: string): Promise<void> {
  const { order, price: before, label } = line;
  if (order === undefined) return;
  try {
    const id = await moveOrder(store.place, order, price);
    const back = () => moveOrder(store.place, { ...order, id }, before).then(() => {}, showError);
    const text = `${label} moved from ${before} to ${price}`;
    showToast({ kind: 'done', text, action: { label: 'Undo', run: () => void back() } });
  } catch (error) {
    showError(error);
  }
}

async function cancel(store: SimulationStore, { order, label }: OrderLine): Promise<void> {
  if (order === undefined) return;
  try {
    await cancelOrder(store.place, order.id);
    showToast({ kind: 'done', text: `${label} cancelled` });
  } catch (error) {
    showError(error);
  }
}
