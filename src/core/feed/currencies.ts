/**
 * The facts from which prices of each currency, metal and index are generated: round figures of
 * March 2024, so that they look like a market. They are no quotes.
 */

/** One currency, metal or index against the US dollar. */
export interface CurrencyFacts {
  /** The value of one unit in US dollars. */
  readonly value: number;
  /** The usual move in a week, as a fraction: one standard deviation. */
  readonly weekly: number;
  /** The spread in a quiet market, as a fraction of the price. */
  readonly spread: number;
}

/** Name, value, move of a week in percent, spread in hundredths of a percent. */
type Row = readonly [name: string, value: number, weekly: number, spread: number];

const ROWS: readonly Row[] = [
  ['USD', 1, 0, 0],
  ['EUR', 1.084, 0.9, 1.1],
  ['GBP', 1.2655, 1, 1.3],
  ['JPY', 1 / 150.1, 1.1, 0.9],
  ['AUD', 0.6525, 1.2, 2],
  ['NZD', 0.6105, 1.3, 2.4],
  ['CAD', 1 / 1.3565, 0.8, 1.3],
  ['CHF', 1 / 0.8835, 1, 1.5],
  ['CNH', 1 / 7.207, 0.4, 2.5],
  ['CZK', 1 / 23.35, 1.2, 6],
  ['DKK', 1 / 6.875, 0.9, 3],
  ['HKD', 1 / 7.823, 0.06, 1],
  ['HUF', 1 / 363, 1.5, 7],
  ['MXN', 1 / 16.95, 1.5, 5],
  ['NOK', 1 / 10.53, 1.5, 5],
  ['PLN', 1 / 3.975, 1.4, 6],
  ['SEK', 1 / 10.33, 1.3, 5],
  ['SGD', 1 / 1.3435, 0.6, 2],
  ['THB', 1 / 35.8, 0.8, 8],
  ['TRY', 1 / 31.6, 1.2, 15],
  ['ZAR', 1 / 19.05, 2, 8],
  ['XAG', 23.9, 3.5, 8],
  ['XAU', 2_114, 1.9, 2],
  ['XPD', 950, 4.5, 30],
  ['XPT', 895, 3.5, 20],
  ['AU200', 5_040, 2, 2],
  ['DE30', 19_190, 2.2, 1.2],
  ['EU50', 5_310, 2.2, 3],
  ['FR40', 8_600, 2.2, 2],
  ['HK33', 2_109, 3, 6],
  ['JP225', 40_000, 2.8, 3],
  ['NAS100', 18_100, 2.8, 1],
  ['SPX500', 5_100, 2, 1],
  ['UK100', 9_680, 1.8, 2],
  ['US2000', 2_070, 2.8, 3],
  ['US30', 39_000, 1.9, 1],
];

/** The facts by name. Every currency of the table of instruments has its row. */
export const CURRENCIES: ReadonlyMap<string, CurrencyFacts> = new Map(
  ROWS.map(([name, value, weekly, spread]) => [
    name,
    { value, weekly: weekly / 100, spread: spread / 10_000 },
  ]),
);
