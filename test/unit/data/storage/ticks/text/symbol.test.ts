import { describe, expect, it } from 'vitest';
import { instrumentTable } from '../../../../../../src/core/market/instrument-table.js';
import {
  normaliseSymbol,
  symbolOfFile,
} from '../../../../../../src/data/storage/ticks/text/symbol.js';

const NAMES = new Set(instrumentTable().keys());

describe('a symbol', () => {
  it('is any spelling of every instrument of the table', () => {
    for (const name of NAMES) {
      for (const sign of ['', '/', '-', '_', '.', ' ']) {
        const spelled = name.replace('_', sign);
        expect(normaliseSymbol(spelled.toLowerCase())).toBe(name);
      }
    }
  });

  it('is not made up', () => {
    for (const text of ['', 'EUR', 'EURUSDX_', '__proto__', 'A'.repeat(1000), 'EUR//USD']) {
      expect(NAMES.has(normaliseSymbol(text) ?? '')).toBe(false);
    }
  });
});

describe('a file name', () => {
  it.each([
    ['DAT_ASCII_EURUSD_T_201202.csv', 'EUR_USD'],
    ['data/EUR_USD/2024/GBP-USD_2024-03.csv.gz', 'GBP_USD'],
    ['lean/oanda/tick/eurusd/20140502_quote.zip', 'EUR_USD'],
    ['USDJPY2024.csv', 'USD_JPY'],
    ['GBP_JPY then EUR_USD.csv', 'GBP_JPY'],
    ['ticks.csv', undefined],
    ['XEURUSDX.csv', undefined],
  ])('%s tells %s', (path, name) => {
    expect(symbolOfFile(path, NAMES)).toBe(name);
  });
});
