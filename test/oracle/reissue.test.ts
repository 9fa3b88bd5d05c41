import { describe, expect, it } from 'vitest';
import type { OracleTick, Wire } from './numbers/state.js';
import { runOracle } from './oracle.js';
import { fixture } from './random/random-market.js';
import { micros, order, plainAccount, story } from './scene.js';

const FROM = micros('2024-03-05T10:00:00Z');
const SECOND = 1_000_000;

/** A tick of EUR_USD `seconds` after the start, with little depth unless said otherwise. */
function tick(seconds: number, bid: number, depth = 300): OracleTick {
  return {
    kind: 'tick',
    time: FROM + seconds * SECOND,
    instrument: 'EUR_USD',
    bid,
    ask: bid + 10,
    bidVolume: depth,
    askVolume: depth,
  };
}

/** The ledger of a MARKET_IF_TOUCHED buy of 1000, half a second after the start. */
function bought(price: string, ticks: readonly OracleTick[], before: OracleTick[] = []): Wire[] {
  const account = plainAccount();
  const command = order({ type: 'MARKET_IF_TOUCHED', instrument: 'EUR_USD', units: '1000', price });
  const { transactions } = runOracle({
    from: FROM,
    to: FROM + 60 * SECOND,
    instruments: [{ instrument: fixture('EUR_USD'), halts: [] }],
    accounts: [account],
    before,
    events: [
      ...ticks,
      { kind: 'command', time: FROM + SECOND / 2, accountID: account.id, command },
    ],
  });
  return transactions.get(account.id) as Wire[];
}

describe('reissue of partial fills', () => {
  it('waits for the rest in the same direction, once a tick, until nothing is left', () => {
    const log = bought('1.08500', [tick(0, 108_550), tick(1, 108_480), tick(2, 108_490, 700)]);
    expect(story(log)).toEqual([
      'MARKET_IF_TOUCHED_ORDER CLIENT_ORDER',
      'ORDER_FILL MARKET_IF_TOUCHED_ORDER',
      'MARKET_IF_TOUCHED_ORDER CLIENT_ORDER',
      'ORDER_FILL MARKET_IF_TOUCHED_ORDER',
    ]);
    expect(log[4]).toMatchObject({ batchID: '5', units: '300', requestedUnits: '1000' });
    expect(log[5]).toMatchObject({ batchID: '5', units: '700', price: '1.08500' });
    expect(log[6]).toMatchObject({ orderID: '6', units: '700', requestedUnits: '700' });
  });

  it('refuses the rest of an order that filled as soon as it was made', () => {
    const log = bought('1.08560', [tick(0, 108_550)]);
    expect(story(log).slice(1)).toEqual([
      'ORDER_FILL MARKET_IF_TOUCHED_ORDER',
      'MARKET_IF_TOUCHED_ORDER_REJECT INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL',
    ]);
    expect(log.at(-1)).toMatchObject({ units: '700', batchID: '4', partialFill: 'DEFAULT' });
  });

  it('judges an order by the last price from before the window', () => {
    const log = bought('1.08500', [tick(1, 108_490, 1000)], [tick(-9, 108_400), tick(-5, 108_480)]);
    expect(story(log).slice(1)).toEqual(['ORDER_FILL MARKET_IF_TOUCHED_ORDER']);
    expect(log.at(-1)).toMatchObject({ time: '2024-03-05T10:00:01.000000000Z', price: '1.08500' });
  });
});
