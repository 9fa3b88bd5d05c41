/** Lines of one kind at one price, shown as one line until a press opens it. Pure. */

import { type OrderLine, sizeText } from './order-lines.js';

/** The number of lines at one price from which they become a group. */
const GROUP_MIN = 4;
const NAMES = {
  trade: 'trades',
  entry: 'orders',
  stop: 'stops',
  profit: 'profits',
  trailing: 'trailing stops',
} as const;

/** The lines with one line for each group; the members of those in `open` follow it. */
export function groupedLines(
  lines: readonly OrderLine[],
  open: ReadonlySet<string>,
): readonly OrderLine[] {
  const groups = new Map<string, OrderLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].flatMap(([key, members]) => {
    if (members.length < GROUP_MIN) return members;
    const group = groupOf(key, members);
    return open.has(key) ? [group, ...members] : [group];
  });
}

function keyOf({ kind, side, price }: OrderLine): string {
  return `group ${kind} ${side} ${price}`;
}

function groupOf(key: string, members: readonly OrderLine[]): OrderLine {
  const [{ kind, side, price }] = members as readonly [OrderLine];
  const units = members.map(({ trade, order }) => trade?.currentUnits ?? order?.units ?? '0');
  const arrow = side === 'buy' ? '▲' : '▼';
  const pls = members.map(({ pl }) => pl).filter(pl => pl !== undefined);
  const size = sizeText(sumOf(units.map(each => each.replace('-', ''))));
  return {
    key,
    kind,
    side,
    price,
    label: `${kind === 'trade' || kind === 'entry' ? `${arrow} ` : ''}${members.length} ${NAMES[kind]} ${size}`,
    pl: pls.length === 0 ? undefined : sumOf(pls),
    members: members.length,
  };
}

const DECIMALS = 8;

/** The exact sum of decimal texts. */
export function sumOf(texts: readonly string[]): string {
  const total = texts.reduce((sum, text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const value = BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
    return text.startsWith('-') ? sum - value : sum + value;
  }, 0n);
  const digits = String(total < 0n ? -total : total).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const text = `${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
  return total < 0n ? `-${text}` : text;
}
