/** Cells that several tables have: times, sides, results. */

import type { JSX } from 'preact';
import { grouped, instrumentText, signClass, signedMoney, timeText } from '../../parts/format.js';
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

/** A profit or loss with its sign and colour. */
export function Result({ amount }: { readonly amount: string }): JSX.Element {
  return <span class={signClass(amount)}>{signedMoney(amount)}</span>;
}

/** The column of ids. */
export function idColumn<Row extends { readonly id: string }>(title: string): TextColumn<Row> {
  return textColumn<Row>({
    id: 'id',
    title,
    width: '3.9rem',
    isSortable: true,
    text: row => row.id,
  });
}

/** A column of v20's names, shown as words. @param rems - its width. */
export function nameColumn<Row>(
  id: string,
  title: string,
  rems: number,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({
    id,
    title,
    width: `${rems}rem`,
    isSortable: id === 'type',
    text,
    cell: row => words(text(row)),
  });
}

/** The column of instruments. */
export function instrumentColumn<Row>(text: (row: Row) => string): TextColumn<Row> {
  return textColumn<Row>({
    id: 'instrument',
    title: 'Instrument',
    width: '5.2rem',
    isSortable: true,
    text,
    cell: row => instrumentText(text(row)),
  });
}

/** A column of ids of something else. */
export function linkColumn<Row>(
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({ id, title, width: '3.6rem', text });
}

/** A column of simulated times. */
export function timeColumn<Row>(id: string, title: string, text: (row: Row) => string) {
  return textColumn<Row>({
    id,
    title,
    width: '9.7rem',
    isSortable: id === 'time',
    text,
    cell: row => timeText(text(row)),
  });
}

/** A column of simulated times without the year, where several stand beside each other. */
export function dayTimeColumn<Row>(id: string, title: string, text: (row: Row) => string) {
  const column = timeColumn(id, title, text);
  const cell = (row: Row) => (
    <span title={timeText(text(row))}>{timeText(text(row)).slice(5)}</span>
  );
  return { ...column, width: '7rem', cell };
}

/** A column of signed units, shown with the side. */
export function unitsColumn<Row>(
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({
    id,
    title,
    width: '7.3rem',
    isSortable: id === 'units',
    text,
    cell: row => (text(row) === '' ? '' : <Units units={text(row)} />),
  });
}

/** A column of profits and losses. */
export function resultColumn<Row>(
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({
    id,
    title,
    width: '5.2rem',
    isNumber: true,
    isSortable: id === 'pl',
    text,
    cell: row => (text(row) === '' ? '' : <Result amount={text(row)} />),
  });
}

/** A column of numbers as they are. */
export function numberColumn<Row>(
  id: string,
  title: string,
  text: (row: Row) => string,
): TextColumn<Row> {
  return textColumn<Row>({
    id,
    title,
    width: '4.6rem',
    isNumber: true,
    isSortable: id === 'price',
    text,
  });
}
