/** Figures of costs and orders. Source: docs/reference/figures.md; v20 semantics 5.5-5.9. */

import { decimal } from '../../../core/base/decimal.js';
import type { Facts } from '../facts/facts.js';
import { mean, quantile } from '../math/statistics.js';
import type { FigureDefinition } from './definition.js';
import { type Raw, ratio, UnknownFigure } from './figure.js';

const NO_FILL = 'no fill';

export const COST_FIGURES: readonly FigureDefinition[] = [
  {
    name: 'financing',
    label: 'Financing',
    unit: 'money',
    formula: 'Σ financing of daily financings and fills; negative when paid',
    source: 'v20 DAILY_FINANCING and ORDER_FILL financing',
    isMain: true,
    compute: ({ costs }) => costs().financing,
  },
  {
    name: 'theoreticalFinancing',
    label: 'Financing without markup',
    unit: 'money',
    formula:
      'Σ units·(long rate - short rate)/2·days/365, of the days charged, at the middle of the factors',
    source: 'the difference of the interest rates; see docs/concepts/financing.md',
    compute: ({ theoreticalFinancing }) => theoreticalFinancing(),
  },
  {
    name: 'dividends',
    label: 'Dividends',
    unit: 'money',
    formula: 'Σ dividendAdjustment of dividend adjustments; negative when paid',
    source: 'v20 DIVIDEND_ADJUSTMENT dividendAdjustment',
    compute: ({ costs }) => costs().dividends,
  },
  {
    name: 'commission',
    label: 'Commission',
    unit: 'money',
    formula: 'Σ commission of fills',
    source: 'v20 ORDER_FILL commission',
    isMain: true,
    isLessBetter: true,
    compute: ({ costs }) => costs().commission,
  },
  {
    name: 'guaranteedExecutionFees',
    label: 'Guaranteed execution fees',
    unit: 'money',
    formula: 'Σ guaranteedExecutionFee of fills',
    source: 'v20 ORDER_FILL guaranteedExecutionFee',
    isLessBetter: true,
    compute: ({ costs }) => costs().guaranteedExecutionFees,
  },
  {
    name: 'halfSpreadCost',
    label: 'Half-spread cost',
    unit: 'money',
    formula: 'Σ halfSpreadCost of fills; already part of the P/L',
    source: 'v20 ORDER_FILL halfSpreadCost',
    isMain: true,
    isLessBetter: true,
    compute: ({ costs }) => costs().halfSpreadCost,
  },
  {
    name: 'homeConversionCost',
    label: 'Conversion cost',
    unit: 'money',
    formula: 'Σ homeConversionCost of fills and daily financings; already part of the P/L',
    source: 'v20 ORDER_FILL homeConversionCost',
    isLessBetter: true,
    compute: ({ costs }) => costs().homeConversionCost,
  },
  {
    name: 'turnover',
    label: 'Turnover',
    unit: 'money',
    formula:
      'Σ |units|·base currency in home currency (middle of the gain and loss factors), of fills',
    source: 'LEAN TotalTurnover, both ways',
    compute: ({ costs }) => costs().turnover,
  },
  {
    name: 'turnoverRatio',
    label: 'Turnover by NAV',
    unit: 'ratio',
    formula: 'turnover / mean NAV at the opening and the ends of days',
    source: 'LEAN PortfolioTurnover, over the whole run',
    compute: ({ costs, days }) => {
      const average = mean(days().map(({ NAV }) => decimal(NAV).toNumber()));
      if (average < 0) return new UnknownFigure('the mean NAV is below 0');
      return ratio(costs().turnover.toNumber(), average, 'the mean NAV is 0');
    },
  },
  {
    name: 'fills',
    label: 'Fills',
    unit: 'count',
    formula: 'number of ORDER_FILL',
    source: 'ledger',
    compute: ({ orders }) => orders().fills,
  },
  {
    name: 'rejectedOrders',
    label: 'Refused requests',
    unit: 'count',
    formula: 'number of transactions that end in _REJECT',
    source: 'freqtrade rejected orders',
    isLessBetter: true,
    compute: ({ orders }) => orders().rejected,
  },
  {
    name: 'cancelledOrders',
    label: 'Cancelled orders',
    unit: 'count',
    formula:
      'number of ORDER_CANCEL, without those of replaced orders and of orders whose trade closed',
    source: 'freqtrade cancelled orders',
    isLessBetter: true,
    compute: ({ orders }) => orders().cancelled,
  },
  {
    name: 'marginCloseouts',
    label: 'Margin closeouts',
    unit: 'count',
    formula: 'number of batches with a MARKET_ORDER of reason MARGIN_CLOSEOUT',
    source: 'v20 MARKET_ORDER reason MARGIN_CLOSEOUT',
    isMain: true,
    isLessBetter: true,
    compute: ({ orders }) => orders().closeouts,
  },
  {
    name: 'avgSlippage',
    label: 'Average slippage',
    unit: 'pips',
    formula:
      'mean of (fill price - requested price), positive when worse for the order; the requested price is that of the order, or the top of book for an order without a price',
    source: 'Orrery',
    isLessBetter: true,
    compute: withFills(found => mean(found)),
  },
  {
    name: 'slippage95',
    label: 'Slippage, 95 % quantile',
    unit: 'pips',
    formula:
      '95 % quantile of (fill price - requested price), positive when worse for the order, linear between ranks',
    source: 'Orrery',
    isLessBetter: true,
    compute: withFills(found => quantile(found, 0.95)),
  },
  {
    name: 'maxSlippage',
    label: 'Largest slippage',
    unit: 'pips',
    formula: 'largest (fill price - requested price), positive when worse for the order',
    source: 'Orrery',
    isLessBetter: true,
    compute: withFills(found => found.reduce((a, b) => Math.max(a, b))),
  },
];

function withFills(compute: (found: readonly number[]) => number) {
  return ({ slippages }: Facts): Raw =>
    slippages().length === 0 ? new UnknownFigure(NO_FILL) : compute(slippages());
}
