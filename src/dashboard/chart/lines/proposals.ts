/**
 * What a line that is dragged proposes: an order at another price, a trailing stop at another distance,
 * or, pulled out of a trade's line, the trade's stop or profit. Floats are pixels and become texts with
 * the decimals of the instrument. Pure.
 */

import { atOnceText } from '../../state/at-once.js';
import type { Quote } from '../../wire/types.js';
import { type OrderLine, sizeText } from './order-lines.js';

/** How exactly the instrument is quoted. */
export interface LineScale {
  /** Decimals of a price. */
  readonly displayPrecision: number;
  /** The least distance of a trailing stop. */
  readonly minimumTrailingStopDistance: string;
}

/** A level that is proposed and not yet sent. */
export interface Proposal {
  /** The label of the line. */
  readonly label: string;
  readonly price: string;
  /** The level in a request for it: a price, or the distance of a trailing stop. */
  readonly level: { readonly price: string } | { readonly distance: string };
  /** What would happen at once, in a sentence. */
  readonly warning: string | undefined;
}

/** What `line` proposes at a price. */
export function proposalOf(
  line: OrderLine,
  at: number,
  scale: LineScale,
  quote: Quote | undefined,
): Proposal {
  const { label, order, side } = line;
  const text = (value: number) => value.toFixed(scale.displayPrecision);
  if (line.kind === 'trailing' && quote !== undefined) {
    const market = Number(side === 'sell' ? quote.bid : quote.ask);
    const behind = side === 'sell' ? market - at : at - market;
    const distance = Math.max(behind, Number(scale.minimumTrailingStopDistance));
    const price = text(side === 'sell' ? market - distance : market + distance);
    const told = `${label}, distance ${text(distance)}`;
    return { label: told, price, level: { distance: text(distance) }, warning: undefined };
  }
  const price = text(at);
  const { type = line.kind === 'profit' ? 'TAKE_PROFIT' : 'STOP_LOSS', triggerCondition } =
    order ?? {};
  const warning = atOnceText({ type, side, price, triggerCondition }, quote);
  return { label, price, level: { price }, warning };
}

/** What can be pulled out of the line of a trade. */
export type PulledKind = 'stop' | 'profit';
export const PULLED_KINDS = ['stop', 'profit'] as const;

/** The key of what is pulled out of a trade's line. */
export function pulledKey({ key }: OrderLine, kind: PulledKind): string {
  return `${key} ${kind}`;
}

/** What a price means to a trade: a profit where it gains from now on, a stop on the other side. */
export function pulledKind(
  { side, price }: OrderLine,
  at: number,
  quote: Quote | undefined,
): PulledKind {
  const market = Number((side === 'sell' ? quote?.ask : quote?.bid) ?? price);
  const gains = side === 'sell' ? at < market : at > market;
  return gains ? 'profit' : 'stop';
}

/**
 * The line of a stop or a profit that is pulled out of a trade's line to a price. An order of that kind
 * that the trade has is moved.
 * @param lines - all lines of the account.
 */
export function pulledLine(
  line: OrderLine,
  kind: PulledKind,
  at: number,
  lines: readonly OrderLine[],
): OrderLine {
  const { trade, side } = line;
  const known = lines.find(each => each.kind === kind && each.trade?.id === trade?.id);
  return {
    key: pulledKey(line, kind),
    kind,
    side: side === 'sell' ? 'buy' : 'sell',
    price: String(at),
    label: `${kind === 'profit' ? 'Profit' : 'Stop'} ${sizeText(trade?.currentUnits ?? '')}`,
    trade,
    ...(known?.order !== undefined && { order: known.order }),
  };
}
