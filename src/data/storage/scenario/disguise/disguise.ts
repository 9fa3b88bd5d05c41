/**
 * A disguise: the same market on other dates, under other names and at another scale. Times move by
 * whole weeks. Currencies have other names, and with them instruments. A scale changes what one unit of a
 * currency is worth, so that prices and units change and money of the accounts does not.
 * Invariant: apart from times, names and scale the ledger is that of the plain market.
 * Source: docs/guides/disguise.md.
 */

import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import {
  dateText,
  daysFromCivil,
  type Instant,
  MICROS_PER_SECOND,
  parseInstant,
} from '../../../../core/time/instant.js';
import { MICROS_PER_WEEK, shiftedBy, WEEK_DAYS } from '../../../../core/time/weeks.js';
import { EVEN, quotient, type Ratio, scaledText } from './ratio.js';

/** What a disguise consists of. */
export interface DisguiseParts {
  /** Whole weeks that everything dated moves; negative: to earlier dates. */
  readonly weeks: number;
  /** Names of currencies that change, by the old name. */
  readonly currencies: ReadonlyMap<string, string>;
  /** How many units of a currency there are for each one before; absent: as many. */
  readonly amounts: ReadonlyMap<string, Ratio>;
}

const PAIR = /^([A-Z0-9]{3,6})_([A-Z]{3})$/;
const UNIX_SECONDS = /^(\d+)(\.\d+)?$/;
const CIVIL = /^(\d{4})-(\d\d)-(\d\d)(.+)$/;

/** Maps what is plain to what is shown. */
export class Disguise {
  readonly parts: DisguiseParts;

  constructor(parts: DisguiseParts) {
    this.parts = parts;
  }

  /** The disguise that maps what is shown to what is plain. */
  inverse(): Disguise {
    const { weeks, currencies, amounts } = this.parts;
    return new Disguise({
      weeks: -weeks,
      currencies: new Map([...currencies].map(([plain, shown]) => [shown, plain])),
      amounts: new Map(
        [...amounts].map(([currency, ratio]) => [this.currency(currency), quotient(EVEN, ratio)]),
      ),
    });
  }

  /** Whether prices and units change. */
  get isScaled(): boolean {
    return this.parts.amounts.size > 0;
  }

  /** Days that dates move. */
  get days(): number {
    return this.parts.weeks * WEEK_DAYS;
  }

  /** An instant. */
  at(at: Instant): Instant {
    return shiftedBy(this.parts.weeks, at);
  }

  /** A time as clients write it, RFC 3339 or UNIX seconds, in the same form; another text stays as it is. */
  time(text: string): string {
    const { weeks } = this.parts;
    const unix = UNIX_SECONDS.exec(text);
    if (unix !== null) {
      const [, seconds, fraction = ''] = unix;
      return `${Number(seconds) + (weeks * MICROS_PER_WEEK) / MICROS_PER_SECOND}${fraction}`;
    }
    const [, year, month, day, rest = ''] = CIVIL.exec(text) ?? [];
    if (year === undefined || parseInstant(text) === undefined) return text;
    const days = daysFromCivil(Number(year), Number(month), Number(day)) + weeks * WEEK_DAYS;
    return `${dateText(days)}${rest}`;
  }

  /** The name of a currency. */
  currency(name: string): string {
    return this.parts.currencies.get(name) ?? name;
  }

  /** The name of an instrument; another text stays as it is. */
  instrument(name: string): string {
    const [, base, quote] = PAIR.exec(name) ?? [];
    if (base === undefined || quote === undefined) return name;
    return `${this.currency(base)}_${this.currency(quote)}`;
  }

  /** What prices of a plain instrument are multiplied by. */
  priceRatio(name: string): Ratio {
    const [, base, quote] = PAIR.exec(name) ?? [];
    return quotient(this.#amount(quote), this.#amount(base));
  }

  /** What units of a plain instrument are multiplied by. */
  unitRatio(name: string): Ratio {
    return this.#amount(PAIR.exec(name)?.[1]);
  }

  /** A price or a distance; a text that is no decimal stays as it is. */
  price(text: string, instrument: string): string {
    return isDecimalText(text) ? scaledText(text, this.priceRatio(instrument)) : text;
  }

  /** Units; a text that is no decimal, such as ALL, stays as it is. */
  units(text: string, instrument: string): string {
    return isDecimalText(text) ? scaledText(text, this.unitRatio(instrument)) : text;
  }

  #amount(currency: string | undefined): Ratio {
    return this.parts.amounts.get(currency ?? '') ?? EVEN;
  }
}
