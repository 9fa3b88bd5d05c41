import { describe, expect, it } from 'vitest';
import { refusalWords } from '../../../../src/cli/output/program/request-refusals.js';
import { Answers } from '../../../../src/exec/exchange/answers.js';
import type { Exchange } from '../../../../src/exec/exchange/exchange.js';

const OFFER = { accounts: new Set(['101-001-1-001']), instruments: new Set(['EUR_USD']) };
const TIME = '2024-03-04T00:00:00.000000Z';
const OWN = '/v3/accounts/101-001-1-001';

/** A request that was answered with `status`. */
function exchange(
  status: number,
  operation: string,
  url: string,
  { method = 'GET', body = '', answer = '{"errorMessage":"No."}', host = 'api' } = {},
): Exchange {
  return {
    time: TIME,
    answered: TIME,
    operation,
    request: { method, host, url, headers: {}, body },
    answer: { status, headers: {}, body: answer },
  };
}

/** The sentences about some answers, of a program that lives in the time of the wall. */
const words = (...given: readonly Exchange[]) => wordsIn(false, given);

function wordsIn(virtualTime: boolean, given: readonly Exchange[]): readonly string[] {
  const answers = new Answers(OFFER);
  for (const each of given) answers.add(each, each.request.host === 'elsewhere');
  return answers.refusals.map(each =>
    refusalWords(each, { pairs: ['EUR_USD'], virtualTime }).replace(TIME, 'T'),
  );
}

describe('refused requests are named by what they ask for', () => {
  it('an account that the sandbox does not have, and one that is none', () => {
    const other = exchange(403, 'getAccount', '/v3/accounts/001-004-7-001/summary');
    const empty = exchange(400, 'getAccount', '/v3/accounts/%3Cyour%20id%3E');
    expect(words(other, other, empty)).toEqual([
      'asked 2 times for account 001-004-7-001, which this sandbox does not have: --account 001-004-7-001; first at T',
      'asked once for account <your id>, which is no account id such as 101-001-1000001-001: write one into the program; first at T',
    ]);
  });

  it('all instruments in one sentence, whether in path, query or order', () => {
    const body = '{"order":{"instrument":"NZD_USD","units":"1"}}';
    const answer = '{"orderRejectTransaction":{"rejectReason":"INSTRUMENT_UNKNOWN"}}';
    expect(
      words(
        exchange(400, 'getInstrumentCandles', '/v3/instruments/GBP_JPY/candles?count=2'),
        exchange(400, 'getPricing', `${OWN}/pricing?instruments=EUR_USD%2CAUD_USD`),
        exchange(404, 'getPosition', `${OWN}/positions/GBP_JPY`),
        exchange(400, 'createOrder', `${OWN}/orders`, { method: 'POST', body, answer }),
      ),
    ).toEqual([
      'asked for GBP_JPY, AUD_USD, NZD_USD: this scenario has EUR_USD; --instruments any makes the rest up, --scenario FILE names one with more; first at T',
    ]);
    expect(
      words(exchange(400, 'getPricing', `${OWN}/pricing?instruments=BTC_USD,GBP_JPY`)),
    ).toEqual([
      'asked for GBP_JPY: this scenario has EUR_USD; --instruments any makes the rest up, --scenario FILE names one with more; asked for BTC_USD: Orrery has no such instrument; first at T',
    ]);
  });

  it('a time after simulated now, with the first one that was asked for', () => {
    const answer = '{"errorMessage":"Invalid value specified for \'to\'. Time is in the future"}';
    const candles = (to: string) => {
      const url = `/v3/instruments/EUR_USD/candles?from=2024-03-03&to=${to}`;
      return exchange(400, 'getInstrumentCandles', url, { answer });
    };
    expect(words(candles('2026-11-23T20%3A00%3A00Z'), candles('2026-11-24'))).toEqual([
      "asked 2 times for times after simulated now (getInstrumentCandles, 2026-11-23T20:00:00Z): by --virtual-time the clock of a Python or Node program is the simulation's; first at T",
    ]);
    expect(wordsIn(true, [candles('2026-11-24')])).toEqual([
      'asked once for times after simulated now (getInstrumentCandles, 2026-11-24): the time is written into the program, or is from a clock that no preload controls; --from T begins the run later; first at T',
    ]);
  });

  it('a path, a host, a token, a reject and the rest', () => {
    const answer =
      '{"orderRejectTransaction":{"rejectReason":"UNITS_INVALID"},"errorMessage":"Units."}';
    const body = '{"order":{"instrument":"EUR_USD","units":"0"}}';
    expect(
      words(
        exchange(404, 'other', '/v4/prices?instruments=GBP_JPY'),
        exchange(404, 'streamPricing', `${OWN}/pricing/stream`, { host: 'elsewhere' }),
        exchange(401, 'listAccounts', '/v3/accounts'),
        exchange(400, 'createOrder', `${OWN}/orders`, { method: 'POST', body, answer }),
        exchange(416, 'listTransactions', `${OWN}/transactions`),
        exchange(416, 'listTransactions', `${OWN}/transactions`),
      ),
    ).toEqual([
      'asked once for what v20 does not have: GET /v4/prices; first at T',
      "asked elsewhere once for streamPricing, which the broker's other host has: --any-host; first at T",
      'asked once without "Authorization: Bearer TOKEN"; first at T',
      'createOrder was refused once: UNITS_INVALID: Units.; first at T',
      'listTransactions was refused 2 times with 416: No.; first at T',
    ]);
  });
});

describe('paths beside those of v20', () => {
  it('are named by the retired API that they belong to, and by what v20 has instead', () => {
    const own = '/v1/accounts/1234567';
    expect(
      words(
        exchange(403, 'other', '/labs/v1/calendar?instrument=EUR_USD&period=86400'),
        exchange(403, 'other', '/labs/v1/historical_position_ratios?instrument=EUR_USD'),
        exchange(403, 'other', '/labs/v1/unheard_of'),
        exchange(404, 'other', '/v1/candles?instrument=EUR_USD'),
        exchange(404, 'other', '/v1/history?instrument=EUR_USD'),
        exchange(404, 'other', `${own}/orders/7`, { method: 'DELETE' }),
        exchange(404, 'other', `${own}/alltransactions`),
        exchange(404, 'other', own),
      ),
    ).toEqual([
      'asked once for GET /labs/v1/calendar, of Forex Labs, a retired API; instead: v20 has no economic calendar; take the events from a file; first at T',
      'asked once for GET /labs/v1/historical_position_ratios, of Forex Labs, a retired API; instead: GET /v3/instruments/{instrument}/positionBook; first at T',
      'asked once for GET /labs/v1/..., of Forex Labs, a retired API; instead: see the endpoints of v20; first at T',
      'asked 2 times for GET /v1/candles, of REST v1, a retired API; instead: GET /v3/instruments/{instrument}/candles; first at T',
      'asked once for DELETE /v1/accounts/{account}/orders, of REST v1, a retired API; instead: /v3/accounts/{accountID}/orders; first at T',
      'asked once for GET /v1/accounts/{account}/transactions, of REST v1, a retired API; instead: GET /v3/accounts/{accountID}/transactions; first at T',
      'asked once for GET /v1/accounts/{account}, of REST v1, a retired API; instead: GET /v3/accounts/{accountID}; first at T',
    ]);
  });

  it('are named with the path of v20 that was meant, if only the prefix is another', () => {
    expect(
      words(
        exchange(404, 'other', '/v20/accounts'),
        exchange(404, 'other', '/instruments/EUR_USD/candles?count=3'),
        exchange(404, 'other', '/v3/v3/accounts/101-001-1-001/orders', { method: 'POST' }),
        exchange(404, 'other', '/favicon.ico'),
      ),
    ).toEqual([
      'asked 4 times for what v20 does not have: GET /v20/accounts (meant /v3/accounts?), ' +
        'GET /instruments/EUR_USD/candles (meant /v3/instruments/EUR_USD/candles?), ' +
        'POST /v3/v3/accounts/101-001-1-001/orders (meant /v3/accounts/101-001-1-001/orders?), ' +
        'GET /favicon.ico; first at T',
    ]);
  });
});

describe('the answers of a run', () => {
  it('are counted by operation and status', () => {
    const answers = new Answers(OFFER);
    for (const status of [201, 400, 201, 0]) {
      answers.add(exchange(status, 'createOrder', `${OWN}/orders`), false);
    }
    expect(answers.list()).toEqual([
      { what: 'createOrder 201', count: 2 },
      { what: 'createOrder 400', count: 1 },
      { what: 'createOrder 0', count: 1 },
    ]);
  });

  it.each([
    [[], false],
    [[404, 403], true],
    [[404, 200], false],
    [[503, 0], false],
    [[503, 400], true],
  ])('with statuses %j are all refused: %j', (statuses, isAllRefused) => {
    const answers = new Answers(OFFER);
    for (const status of statuses) answers.add(exchange(status, 'other', '/'), false);
    expect(answers.isAllRefused).toBe(isAllRefused);
  });

  it('keep no more than 200 different refusals, and count every one', () => {
    const answers = new Answers(OFFER);
    for (let at = 0; at < 300; at++) {
      answers.add(exchange(403, 'getAccount', `/v3/accounts/001-001-1-${100 + at}`), false);
    }
    expect([answers.refusals.length, answers.refused]).toEqual([200, 300]);
  });
});
