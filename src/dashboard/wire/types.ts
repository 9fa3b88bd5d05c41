/**
 * What the server sends, as the page reads it: the types of the schemas where they say enough, and
 * the fields that the page uses of those that the schemas leave open (orders, transactions).
 * Numbers are decimal texts.
 */

import type { Clock } from '../../broker/api/control/schema/clock.js';
import type { ServedStrategy } from '../../broker/api/control/schema/page/strategies.js';
import type { SimulationSummary } from '../../broker/api/control/schema/simulation.js';
import type { AccountSummary } from '../../broker/api/v20/schema/account.js';
import type { CandlestickResponse } from '../../broker/api/v20/schema/candle.js';
import type { AccountChangesState } from '../../broker/api/v20/schema/changes.js';
import type { Instrument } from '../../broker/api/v20/schema/instrument.js';
import type { Position } from '../../broker/api/v20/schema/position.js';
import type { TradeSummary } from '../../broker/api/v20/schema/trade.js';

export type {
  AccountChangesState,
  AccountSummary,
  Clock,
  Instrument,
  Position,
  ServedStrategy,
  SimulationSummary,
  TradeSummary,
};

/** An order of any type; a field is there when its type has it. */
export interface Order {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly createTime: string;
  readonly instrument?: string;
  readonly units?: string;
  readonly price?: string;
  readonly distance?: string;
  readonly priceBound?: string;
  readonly trailingStopValue?: string;
  /** The id of the trade that the order closes. */
  readonly tradeID?: string;
  readonly timeInForce?: string;
  readonly gtdTime?: string;
  readonly positionFill?: string;
  readonly triggerCondition?: string;
  readonly guaranteed?: boolean;
  readonly clientExtensions?: Readonly<Record<string, string>>;
  readonly takeProfitOnFill?: unknown;
  readonly stopLossOnFill?: unknown;
  readonly trailingStopLossOnFill?: unknown;
  readonly guaranteedStopLossOnFill?: unknown;
}

/** A transaction of any type; a field is there when its type has it. */
export interface Transaction {
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly accountID: string;
  readonly instrument?: string;
  readonly units?: string;
  readonly price?: string;
  readonly pl?: string;
  readonly reason?: string;
  readonly rejectReason?: string;
  readonly orderID?: string;
  /** The first transaction of those that were written together. */
  readonly batchID?: string;
  readonly tradeID?: string;
  readonly accountBalance?: string;
  readonly requestID?: string;
  /** The trade that a fill opened, and those that it closed or reduced. */
  readonly tradeOpened?: Pick<TradeChange, 'tradeID' | 'price'>;
  readonly tradesClosed?: readonly TradeChange[];
  readonly tradeReduced?: TradeChange;
}

/** What a fill did to a trade. */
export interface TradeChange {
  readonly tradeID: string;
  readonly price: string;
  readonly realizedPL: string;
}

/** Which of a candle's three series. */
export type PriceKind = 'bid' | 'mid' | 'ask';
export type Candle = CandlestickResponse['candles'][number];
export type Granularity = CandlestickResponse['granularity'];

/** A quote of the feed. */
export interface Quote {
  readonly instrument: string;
  readonly time: string;
  readonly bid: string;
  readonly ask: string;
  readonly tradeable: boolean;
}
