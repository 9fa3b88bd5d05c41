/** Symbols: EURUSD, EUR/USD, eurusd, EUR-USD and EUR_USD mean the same instrument. */

const PAIR = /^([A-Z0-9]{3,6}?)[/_\-. ]?([A-Z]{3})$/;
const LONGEST_SYMBOL = 16;

/** The v20 name of a symbol, or undefined when it is no currency pair. */
export function normaliseSymbol(symbol: string): string | undefined {
  if (symbol.length > LONGEST_SYMBOL) return undefined;
  const match = PAIR.exec(symbol.trim().toUpperCase());
  return match === null ? undefined : `${match[1]}_${match[2]}`;
}

/**
 * The known instrument that a path names, or undefined: `DAT_ASCII_EURUSD_T_201202.csv` is EUR_USD.
 * The file name is searched first, then its folders from the nearest one up (LEAN names folders
 * after pairs); the first instrument in a name is used.
 */
export function symbolOfFile(path: string, known: ReadonlySet<string>): string | undefined {
  for (const segment of path.toUpperCase().split(/[\\/]/).reverse()) {
    let best: string | undefined;
    let bestAt = Number.POSITIVE_INFINITY;
    for (const name of known) {
      const at = placeOf(name, segment);
      if (at >= bestAt) continue;
      best = name;
      bestAt = at;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

function placeOf(name: string, segment: string): number {
  const [base = '', quote = ''] = name.split('_');
  const pattern = new RegExp(`(?:^|[^A-Z0-9])${base}[_\\-. ]?${quote}(?![A-Z])`);
  return pattern.exec(segment)?.index ?? Number.POSITIVE_INFINITY;
}
