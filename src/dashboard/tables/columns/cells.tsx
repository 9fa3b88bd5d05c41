/** Cells that several tables have: times, sides, results. */

import type { ComponentChildren, JSX } from 'preact';
import { dayTimeText, grouped, signClass, signedMoney, timeText } from '../../parts/format.js';
import { generated, starredInstrument } from '../../state/app.js';
import type { ShownUnits } from './shown-units.js';
import { type TextColumn, textColumn } from './text-column.js';
import { words } from './words.js';

/** `Buy 10 000`: the side as a word, an arrow and a colour. */
export function Units({ units }: { readonly units: string }): JSX.Element {
  const isSell = units.startsWith('-');
  return (
    <span class={isSell ? 'sell' : 'buy'}>
      <span aria-hidden="true">{isSell ? '▼' : '▲'}</span> {isSell ? 'Sell' : 'Buy'}{' '}
      {grouped(units.replace('-', ''))}
    </span>
  );
}

/** `Buy 5 000 of 10 000`: what is open of a trade that was closed in part. */
export function UnitsOf({ units, of }: ShownUnits): JSX.Element {
  return (
    <>
      <Units units={units} />
      {of !== undefined && <span class="faint"> of {grouped(of.replace('-', ''))}</span>}
    </>
  );
}

/** A profit or loss with its sign and colour. */
export function Result({ amount }: { readonly amount: string }): JSX.Element {
  return <span class={signClass(amount)}>{signedMoney(amount)}</span>;
}

/** What the columns of one kind have in common. */
interface ValueKind {
  /** Width in rem. */
  readonly width: number;
  readonly isNumber: boolean;
  /** The id of the column that the server can sort by. */
  readonly sorted?: string;
  /** How a text that is not empty is shown; default: as it is. */
  readonly show?: (text: string) => ComponentChildren;
}

const VALUE_KINDS = {
  /** Ids of something else. */
  link: { width: 3.6, isNumber: false },
  /** Signed units, with their side. */
  units: {
    width: 7.6,
    isNumber: false,
    sorted: 'units',
    show: (units: string) => <Units units={units} />,
  },
  /** Profits and losses. */
  result: {
    width: 5.3,
    isNumber: true,
    sorted: 'pl',
    show: (amount: string) => <Result amount={amount} />,
  },
  /** Numbers as they are. */
  number: { width: 4.6, isNumber: true, sorted: 'price' },
  /** Amounts of money as they are, their digits grouped. */
  amount: { width: 6, isNumber: true, show: grouped },
} as const satisfies Readonly<Record<string, ValueKind>>;

/** A column of values of a kind; a row without the value has an empty cell. */
export function valueColumn<Row>(
  kind: keyof typeof VALUE_KINDS,
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  const { width, isNumber, sorted, show = (value: string) => value }: ValueKind = VALUE_KINDS[kind];
  const cell = (row: Row) => (text(row) === '' ? '' : show(text(row)));
  return textColumn<Row>({ id, title, width, isNumber, isSortable: id === sorted, text, cell });
}

/** The column of ids. */
export function idColumn<Row extends { readonly id: string }>(title: string): TextColumn<Row> {
  return textColumn<Row>({ id: 'id', title, width: 4.3, isSortable: true, text: row => row.id });
}

/** A column of v20's names, shown as words. @param width - in rem. */
export function nameColumn<Row>(
  id: string,
  title: string,
  width: number,
  text: (row: Row) => string,
): TextColumn<Row> {
  const cell = (row: Row) => words(text(row));
  return textColumn<Row>({ id, title, width, isSortable: id === 'type', text, cell });
}

/** The column of instruments. */
export function instrumentColumn<Row>(text: (row: Row) => string): TextColumn<Row> {
  return textColumn<Row>({
    id: 'instrument',
    title: 'Instrument',
    width: 5.8,
    isSortable: true,
    text,
    cell: row => starredInstrument(text(row)),
  });
}

/** A column of simulated times, shown without the year; the whole time is its title. */
export function timeColumn<Row>(
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({
    id,
    title,
    width: 7.3,
    isSortable: id === 'time',
    text,
    cell: row => <span title={timeText(text(row))}>{dayTimeText(text(row))}</span>,
  });
}

/** What the star of an instrument means, where there are such instruments. */
export function starNote(): string {
  return generated.value.size === 0 ? '' : ' · * made-up prices';
}
