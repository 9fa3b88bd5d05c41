/**
 * Symbols: EURUSD, EUR/USD, eurusd, EUR-USD and EUR_USD are one instrument.
 */

const PAIR = /^([A-Z0-9]{3,6})[/_\-. ]?([A-Z]{3})$/;

/** The v20 name of a symbol, or undefined when it is no pair. */
export function normaliseSymbol(symbol: string): string | undefined {
  const match = PAIR.exec(symbol.trim().toUpperCase());
  return match === null ? undefined : `${match[1]}_${match[2]}`;
}

/** The first known instrument in a file name: `DAT_ASCII_EURUSD_T_201202.csv` is EUR_USD. */
export function symbolOfFile(fileName: string, known: ReadonlySet<string>): string | undefined {
  const upper = fileName.toUpperCase();
  for (const name of known) {
    const [base = '', quote = ''] = name.split('_');
    if (new RegExp(`(^|[^A-Z0-9])${base}[/_\\-. ]?${quote}([^A-Z]|$)`).test(upper)) return name;
  }
  return undefined;
}
