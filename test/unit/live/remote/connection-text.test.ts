import { describe, expect, it } from 'vitest';
import { connectionText } from '../../../../src/live/remote/connection-text.js';

const ACCOUNT = { id: '101-004-1-001', balance: '1000.0000', currency: 'EUR' };
const PAIRS = ['EUR_USD', 'GBP_USD', 'USD_JPY', 'USD_CHF', 'EUR_JPY', 'NZD_USD', 'AUD_USD'];

describe('what a run against a host has connected to', () => {
  it('is the host, whether money is real there, the account, the instruments and the streams', () => {
    const connection = { account: ACCOUNT, instruments: PAIRS, streams: ['prices'] };
    expect(
      connectionText(
        connection,
        'https://api-fxpractice.oanda.com',
        'https://stream-fxpractice.oanda.com',
      ),
    ).toBe(
      'connected to https://api-fxpractice.oanda.com (practice): account 101-004-1-001, balance 1000.0000 EUR; ' +
        'instruments EUR_USD, GBP_USD, USD_JPY, USD_CHF, EUR_JPY and 2 more; ' +
        'open streams at https://stream-fxpractice.oanda.com: prices',
    );
  });

  it.each([
    ['https://api-fxtrade.oanda.com', 'LIVE: real money'],
    ['http://127.0.0.1:8020', 'this machine'],
    ['http://[::1]:8020', 'this machine'],
    ['http://localhost', 'this machine'],
    ['https://broker.example', 'by its name neither practice nor live'],
    // Only the name of the host counts.
    ['https://broker.example/fxpractice', 'by its name neither practice nor live'],
  ])('says of %s: %s', (url, environment) => {
    const connection = { account: ACCOUNT, instruments: ['EUR_USD'] };
    expect(connectionText(connection, url)).toBe(
      `connected to ${url} (${environment}): account 101-004-1-001, balance 1000.0000 EUR; instruments EUR_USD`,
    );
  });

  it('says that no stream is open', () => {
    const connection = { account: ACCOUNT, instruments: ['EUR_USD'], streams: [] };
    expect(connectionText(connection, 'http://localhost')).toMatch(/; open streams: none$/);
  });
});
