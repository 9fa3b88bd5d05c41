import { beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import type { StrategyInstrument } from '../../../../../src/core/strategy/strategy.js';
import { AccountBook } from '../../../../../src/live/remote/market/account-book.js';
import { RemoteMarket } from '../../../../../src/live/remote/market/remote-market.js';
import { V20Client } from '../../../../../src/live/remote/wire/v20-client.js';

/** An account between two looks at it. */

let book: AccountBook;
let id = 10;
const OPENED = { price: '1.10000', openTime: '2024-03-05T09:00:00Z' };
const OLD = {
  ...OPENED,
  id: '9',
  instrument: 'EUR_USD',
  currentUnits: '0.3',
  financing: '-0.0100',
};
const DIGITS = { EUR_USD: 5, USD_JPY: 3 };

/** The next transaction of the account, with as little in it as a host may send. */
const apply = (body: object) => {
  id += 1;
  book.apply({
    id: String(id),
    time: `2024-03-05T10:00:${id}Z`,
    ...body,
  } as unknown as Transaction);
};

beforeEach(() => {
  id = 10;
  const instruments = Object.entries(DIGITS).map(
    ([name, displayPrecision]) => ({ name, displayPrecision }) as StrategyInstrument,
  );
  book = new AccountBook('101', () => instruments);
  book.takeAll({
    lastTransactionID: '10',
    balance: '100.0000',
    NAV: '101.0000',
    currency: 'EUR',
    trades: [
      OLD,
      { ...OPENED, id: '7', instrument: 'EUR_USD', currentUnits: '-0.1', financing: '0.0000' },
    ],
    orders: [{ id: '8', type: 'LIMIT', instrument: 'EUR_USD', units: '5', price: '1.1' }],
  });
});

const trades = () => [...book.openTrades()];
const orders = () => [...book.pendingOrders()];

describe('the account between two looks', () => {
  it('is as last looked at, oldest first, with units added exactly', () => {
    expect(trades().map(trade => trade.id)).toEqual(['7', '9']);
    expect(book.unitsOf('EUR_USD')).toBe(0.2);
    expect(() => book.unitsOf('EURUSD')).toThrow('unknown instrument EURUSD');
    expect([book.balance, book.NAV, book.currency]).toEqual(['100.0000', '101.0000', 'EUR']);
  });

  it('gains and loses orders as they are made, filled and cancelled', () => {
    apply({ type: 'STOP_ORDER', instrument: 'USD_JPY', units: '2', price: '150', reason: 'x' });
    apply({ type: 'TAKE_PROFIT_ORDER', tradeID: '9', price: '1.2' });
    expect(orders().slice(1)).toEqual([
      { id: '11', type: 'STOP', instrument: 'USD_JPY', units: '2', price: '150' },
      { id: '12', type: 'TAKE_PROFIT', tradeID: '9', price: '1.2' },
    ]);
    apply({ type: 'ORDER_CANCEL', orderID: '8' });
    apply({ type: 'ORDER_FILL', orderID: '11', instrument: 'USD_JPY', accountBalance: '99.0000' });
    expect(orders().map(order => order.id)).toEqual(['12']);
    expect(book.balance).toBe('99.0000');
  });

  it('opens, reduces and closes trades with a fill', () => {
    const opened = { tradeID: '11', units: '4' };
    apply({
      type: 'ORDER_FILL',
      orderID: '1',
      instrument: 'USD_JPY',
      price: '150.1',
      tradeOpened: opened,
    });
    expect(trades().at(-1)).toEqual({
      id: '11',
      instrument: 'USD_JPY',
      price: '150.100',
      openTime: '2024-03-05T10:00:11Z',
      currentUnits: '4',
      financing: '0.0000',
    });
    apply({
      type: 'ORDER_FILL',
      orderID: '2',
      instrument: 'EUR_USD',
      tradesClosed: [{ tradeID: '7', units: '0.1' }],
      tradeReduced: { tradeID: '9', units: '-0.1', financing: '0.0025' },
    });
    expect(trades().map(trade => [trade.id, trade.currentUnits, trade.financing])).toEqual([
      ['9', '0.2', '-0.0075'],
      ['11', '4', '0.0000'],
    ]);
  });

  it('takes the stated balance where a host names no charges, and each trade at its own price', () => {
    const tradeOpened = { tradeID: '12', units: '4', price: '150.2' };
    apply({ type: 'MARKET_ORDER', instrument: 'USD_JPY', units: '4' });
    apply({
      type: 'ORDER_FILL',
      orderID: '11',
      instrument: 'USD_JPY',
      price: '150.1',
      pl: '1.0000',
      accountBalance: '100.5000',
      tradeOpened,
    });
    apply({ type: 'ORDER_FILL', orderID: '1', instrument: 'USD_JPY', pl: '-0.2500' });
    expect([book.balance, trades().at(-1)?.price]).toEqual(['100.2500', '150.200']);
    apply({ type: 'TRANSFER_FUNDS', amount: '5', accountBalance: '105.2500' });
    expect(book.balance).toBe('105.2500');
  });

  it('refuses a fill that does not follow from the account, and names it', () => {
    const market = new RemoteMarket(new V20Client('http://127.0.0.1:9', 'token'), '101');
    market.account.takeAll({
      lastTransactionID: '10',
      balance: '1.0000',
      trades: [OLD],
      orders: [],
    });
    const tradeReduced = { tradeID: '9', units: '-4' };
    const fill = {
      id: '11',
      type: 'ORDER_FILL',
      orderID: '1',
      instrument: 'EUR_USD',
      tradeReduced,
    };
    expect(() => market.apply(fill as unknown as Transaction)).toThrow(
      'http://127.0.0.1:9: sent transaction 11 (ORDER_FILL), which does not follow from the account that it sent before; start again',
    );
  });

  it('takes financing and labels, of what it has', () => {
    const openTradeFinancings = ['7', '99'].map(tradeID => ({ tradeID, financing: '-0.0500' }));
    apply({ type: 'DAILY_FINANCING', positionFinancings: [{ openTradeFinancings }, {}] });
    apply({ type: 'DAILY_FINANCING' });
    expect(trades()[0]?.financing).toBe('-0.0500');
    const label = (type: string, fields: object) => apply({ type, ...fields });
    for (const change of [{ id: 'a', tag: 'b' }, { tag: 'c' }]) {
      label('TRADE_CLIENT_EXTENSIONS_MODIFY', {
        tradeID: '7',
        tradeClientExtensionsModify: change,
      });
      label('ORDER_CLIENT_EXTENSIONS_MODIFY', { orderID: '8', clientExtensionsModify: change });
      label('ORDER_CLIENT_EXTENSIONS_MODIFY', { orderID: '99', clientExtensionsModify: change });
    }
    expect([trades()[0]?.clientExtensions, orders()[0]?.clientExtensions]).toEqual([
      { id: 'a', tag: 'c' },
      { id: 'a', tag: 'c' },
    ]);
  });

  it('does nothing twice, and nothing for unknown types', () => {
    id = 9;
    apply({ type: 'ORDER_CANCEL', orderID: '8' });
    apply({ type: 'SOMETHING_NEW' });
    expect(orders()).toHaveLength(1);
    expect(book.lastTransactionID).toBe(11);
  });

  it('is replaced by a later look once all of it has been told', () => {
    apply({ type: 'SOMETHING_NEW' });
    const shown = { balance: '1.0000', NAV: '2.0000', trades: [], orders: [] };
    book.takeValues({ ...shown, lastTransactionID: '12' });
    book.settle();
    expect([book.balance, book.NAV, trades().length]).toEqual(['100.0000', '2.0000', 2]);
    apply({ type: 'SOMETHING_NEW' });
    book.settle();
    expect([book.balance, trades().length]).toEqual(['1.0000', 0]);
  });

  it('keeps its trades when only the summary was looked at', () => {
    book.takeValues({ lastTransactionID: '10', balance: '5.0000', NAV: '6.0000' });
    book.settle();
    expect([book.NAV, trades().length]).toEqual(['6.0000', 2]);
  });
});
