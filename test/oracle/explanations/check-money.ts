/**
 * Checks the conversions of an explanation: the pairs lead to home currency, their prices are those
 * of raw ticks, and amount times factor is what the ledger says, to the last digit. Source: v20
 * semantics 5.1, 5.2.
 */

import type {
  ConversionStep,
  ExplainedConversion,
  Explanation,
} from '../../../src/core/explain/explanation.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import { mustParse } from '../../../src/core/time/instant.js';
import { decimal, ONE, type Rational, TWO } from '../numbers/rational.js';
import { type Evidence, latestTicks } from './evidence.js';

export function conversionFaults(
  evidence: Evidence,
  said: Explanation,
  decided: Transaction | undefined,
): string[] {
  const listed = said.conversion ?? [];
  return [
    ...listed.flatMap(each => oneFaults(evidence, said, each)),
    ...ledgerFaults(listed, decided),
    ...missing(listed, decided),
  ];
}

function oneFaults(evidence: Evidence, said: Explanation, each: ExplainedConversion): string[] {
  const { currency, amount, kind, factor, home, path, what } = each;
  const faults: string[] = [];
  let at = currency;
  for (const { pair, operation } of path) {
    const [base = '', quote = ''] = pair.split('_');
    if ((operation === 'multiply' ? base : quote) !== at)
      faults.push(`${pair} does not take ${at}`);
    at = operation === 'multiply' ? quote : base;
  }
  if (at !== evidence.account.currency) faults.push(`${what} ends in ${at}`);
  for (const step of path) {
    if (!isLatest(evidence, step, mustParse(said.time))) faults.push(`${step.pair} is not latest`);
  }
  if ((kind === 'loss') !== (what === 'guaranteedExecutionFee' || amount.startsWith('-'))) {
    faults.push(`${amount} is converted as a ${kind}`);
  }
  const exact = exactFactor(evidence, path, kind);
  if (exact.fixed(14) !== decimal(factor).fixed(14)) {
    faults.push(`factor ${factor}, not ${exact.fixed(14)}`);
  }
  const converted = decimal(amount).times(exact).fixed(4);
  if (converted !== home)
    faults.push(`${what}: ${amount} ${currency} is ${converted}, not ${home}`);
  return faults;
}

function isLatest(evidence: Evidence, { pair, bid, ask }: ConversionStep, time: number): boolean {
  return latestTicks(evidence, pair, time).some(
    tick => tick.bid.equals(decimal(bid)) && tick.ask.equals(decimal(ask)),
  );
}

/** Bid for what comes in, ask for what goes out, the mean of both for a mid; then the mark-up. */
function exactFactor(
  { account }: Evidence,
  path: readonly ConversionStep[],
  kind: ExplainedConversion['kind'],
): Rational {
  const markup = decimal(account.conversionMarkup);
  const isMarked = markup.sign !== 0 && kind !== 'mid' && path.length > 0;
  const product = path.reduce((total, step) => {
    const [low, high] = sides(step);
    const mid = low.plus(high).over(TWO);
    return total.times(isMarked || kind === 'mid' ? mid : kind === 'gain' ? low : high);
  }, ONE);
  if (!isMarked) return product;
  const rate = kind === 'gain' ? ONE.minus(markup) : ONE.plus(markup);
  return product.nearest(14).times(rate).nearest(14);
}

function sides({ bid, ask, operation }: ConversionStep): [Rational, Rational] {
  const [low, high] = [decimal(bid), decimal(ask)];
  return operation === 'multiply' ? [low, high] : [ONE.over(high), ONE.over(low)];
}

/** What the ledger says that amounts became, by what and trade. */
function ledgerAmounts(decided: Transaction | undefined): Map<string, string> {
  const amounts = new Map<string, string>();
  if (decided?.type === 'ORDER_FILL') {
    const reduced = decided.tradeReduced === undefined ? [] : [decided.tradeReduced];
    for (const part of [...(decided.tradesClosed ?? []), ...reduced]) {
      amounts.set(`realizedPL ${part.tradeID}`, part.realizedPL);
      amounts.set(`financing ${part.tradeID}`, part.financing);
      amounts.set(`guaranteedExecutionFee ${part.tradeID}`, part.guaranteedExecutionFee);
    }
    const { tradeOpened } = decided;
    if (tradeOpened !== undefined) {
      const { tradeID, initialMarginRequired } = tradeOpened;
      amounts.set(`initialMarginRequired ${tradeID}`, initialMarginRequired);
    }
  }
  if (decided?.type === 'DAILY_FINANCING') {
    for (const { openTradeFinancings } of decided.positionFinancings) {
      for (const { tradeID, financing } of openTradeFinancings) {
        amounts.set(`financing ${tradeID}`, financing);
      }
    }
  }
  if (decided?.type === 'DIVIDEND_ADJUSTMENT') {
    for (const { tradeID, dividendAdjustment } of decided.openTradeDividendAdjustments) {
      amounts.set(`dividendAdjustment ${tradeID}`, dividendAdjustment);
    }
  }
  return amounts;
}

function ledgerFaults(
  listed: readonly ExplainedConversion[],
  decided: Transaction | undefined,
): string[] {
  const amounts = ledgerAmounts(decided);
  return listed
    .filter(
      ({ tradeID, what, home }) =>
        tradeID !== undefined && amounts.get(`${what} ${tradeID}`) !== home,
    )
    .map(({ what, tradeID }) => `${what} of trade ${tradeID} is not the ledger's`);
}

/** Every amount of the ledger that is not zero is explained. */
function missing(
  listed: readonly ExplainedConversion[],
  decided: Transaction | undefined,
): string[] {
  const told = new Set(listed.map(({ what, tradeID }) => `${what} ${tradeID}`));
  return [...ledgerAmounts(decided)]
    .filter(([key, home]) => !told.has(key) && decimal(home).sign !== 0)
    .map(([key]) => `${key} is not explained`);
}
