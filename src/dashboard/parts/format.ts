/** Texts of times and numbers. Numbers are decimal texts and stay exact: nothing is computed with floats. */

/** `2024-01-02T03:04:05.000000000Z` as `2024-01-02 03:04:05`, UTC. */
export function timeText(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

/** The time without its year, where there is little room: `01-02 03:04:05`. */
export function dayTimeText(time: string): string {
  return timeText(time).slice(5);
}

/** A decimal text with its groups of three digits set apart by a narrow space. */
export function grouped(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const digits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** An amount of money with two decimals, cut towards zero, its digits grouped; `−` before a loss. */
export function money(value: string): string {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const cut = `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
  const isZero = !/[1-9]/.test(cut);
  return `${value.startsWith('-') && !isZero ? '−' : ''}${grouped(cut)}`;
}

/** A profit or loss with its sign: `+12.50`. */
export function signedMoney(value: string): string {
  const text = money(value);
  return /[1-9]/.test(text) && !text.startsWith('−') ? `+${text}` : text;
}

/** The class of a profit or loss. */
export function signClass(value: string): 'gain' | 'loss' | undefined {
  if (!/[1-9]/.test(value)) return undefined;
  return value.startsWith('-') ? 'loss' : 'gain';
}

/** `EUR_USD` as `EUR/USD`. */
export function instrumentText(name: string): string {
  return name.replace('_', '/');
}

const INSTANT = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z/g;
const LONG_DECIMAL = /\d+\.\d{7,}/g;

/** A sentence of the server with times to the second, or to the millisecond where two differ by less, and no endless decimals. */
export function plainSentence(sentence: string): string {
  const found = [...sentence.matchAll(INSTANT)];
  const exact = new Set(found.map(([time]) => time)).size;
  const isClose = new Set(found.map(([time]) => time.slice(0, 19))).size < exact;
  return sentence
    .replace(INSTANT, (_, day: string, time: string, fraction = '') => {
      return `${day} ${time}${isClose ? fraction.slice(0, 4) : ''}`;
    })
    .replace(LONG_DECIMAL, shortDecimal);
}

/** Digits that are shown after the decimal point; below 1, zeros after the point do not count. */
const KEPT_DIGITS = 5;

/** A decimal text cut towards zero, without zeros at its end. */
export function shortDecimal(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length <= KEPT_DIGITS) return value;
  const zeros = /[1-9]/.test(whole) ? 0 : fraction.search(/[1-9]|$/);
  const kept = fraction.slice(0, zeros + KEPT_DIGITS).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
