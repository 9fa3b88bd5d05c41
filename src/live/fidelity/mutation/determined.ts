/**
 * Which facts of a recording follow from another fact of the same recording. The list is written from the
 * published description of each field. It uses no relation and no replay of the checker that it measures.
 */

import { isObject, type Json, objectOf, objectsIn, objectsWithin } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import type { Fact } from './facts.js';
import type { Mutation } from './mutate.js';

/** The recording that a fact is in. */
export interface FactRecording {
  /** The bodies of its file. */
  readonly recordings: readonly Recording[];
  /** How many objects of a place have a field, and how many there are, in all recordings. */
  readonly shares: ReadonlyMap<string, number>;
}

/** Whether another fact of the recording determines the one that was changed. */
export function isDetermined({ kind, fact, to }: Mutation, surrounding: FactRecording): boolean {
  const file = new File(surrounding.recordings);
  if (kind === 'deleted') return surrounding.shares.get(placeOf(fact)) === 1;
  if (kind === 'reversed') return file.hasTwin(fact);
  if (kind === 'id') return isKnownID(fact, file);
  if (kind === 'time') return isKnownTime(fact, file);
  if (kind === 'reason') return isKnownReason(fact, file);
  // Nothing else distinguishes an open trade from one that is to be closed when the market opens.
  if (kind === 'state') return to !== 'CLOSE_WHEN_TRADEABLE' && isKnownState(fact);
  return isKnownAmount(fact, file);
}

/** The share of objects of each place that have a field. */
export function sharesOf(
  recordings: readonly Recording[],
  factsIn: (body: object) => readonly Fact[],
) {
  const objects = new Map<string, Set<unknown>>();
  const fields = new Map<string, number>();
  for (const { value } of recordings) {
    for (const fact of factsIn(value)) {
      if (Array.isArray(fact.holder)) continue;
      const kind = kindOf(fact);
      objects.set(kind, (objects.get(kind) ?? new Set()).add(fact.holder));
      fields.set(placeOf(fact), (fields.get(placeOf(fact)) ?? 0) + 1);
    }
  }
  return new Map(
    [...fields].map(([place, count]) => {
      const kind = place.slice(0, place.lastIndexOf('.'));
      const all = objects.get(kind)?.size ?? 0;
      return [place, all > 1 ? count / all : 0] as const;
    }),
  );
}

function kindOf({ names, holder }: Fact): string {
  const type = (holder as Json)['type'];
  return `${names.at(-1) ?? ''} ${typeof type === 'string' ? type : ''}`;
}

function placeOf(fact: Fact): string {
  return `${kindOf(fact)}.${fact.field}`;
}

/** The transactions and objects of a file. */
class File {
  readonly objects: readonly Json[];
  readonly transactions: readonly Json[];

  constructor(recordings: readonly Recording[]) {
    this.objects = recordings.flatMap(({ value }) =>
      [...objectsWithin(value)].map(({ object }) => object),
    );
    this.transactions = this.objects.filter(
      each => 'batchID' in each && 'id' in each && 'type' in each,
    );
  }

  find(id: unknown): Json | undefined {
    return this.transactions.find(each => String(each['id']) === String(id));
  }

  /** The other transactions of the batch. */
  beside(transaction: Json): Json[] {
    return this.transactions.filter(
      each => each !== transaction && String(each['batchID']) === String(transaction['batchID']),
    );
  }

  /** Whether another object of the file has the same keys. */
  hasTwin({ holder }: Fact): boolean {
    const name = (object: object) => Object.keys(object).sort().join();
    const own = name(holder);
    const twins = this.objects.filter(each => name(each) === own).length;
    return twins > 2;
  }
}

const isFill = (object: Json | undefined) => object?.['type'] === 'ORDER_FILL';

/** The fill that a fact stands in, and the part of it. */
function fillOf({ around }: Fact): Json | undefined {
  return around.find(isFill);
}

function closesOf(fill: Json): Json[] {
  return [...objectsIn(fill['tradesClosed']), ...objectsIn([fill['tradeReduced']])];
}

const hasBook = (fill: Json) => objectsIn(objectOf(fill['fullPrice'])['bids']).length > 0;
const has = (object: Json, ...fields: readonly string[]) =>
  fields.every(each => object[each] !== undefined);

function isKnownAmount(fact: Fact, file: File): boolean {
  const { field, names, holder, around } = fact;
  const own = holder as Json;
  const fill = fillOf(fact);
  if (fill !== undefined) return isKnownInFill(fact, fill, file);
  if (isObject(own) && 'batchID' in own) return isKnownInTransaction(fact, own, file);
  const account = around.find(each => 'NAV' in each);
  if (account === own) return isKnownInAccount(field, own);
  const position = around.find(each => isObject(each['long']) && isObject(each['short']));
  if (position !== undefined && !names.includes('unitsAvailable')) {
    const isSummed = [
      'pl',
      'resettablePL',
      'unrealizedPL',
      'financing',
      'dividendAdjustment',
      'guaranteedExecutionFees',
    ].includes(field);
    const sides = [position['long'], position['short']].map(objectOf);
    return (
      isSummed &&
      field !== 'dividendAdjustment' &&
      field !== 'guaranteedExecutionFees' &&
      sides.every(side => has(side, field)) &&
      has(position, field)
    );
  }
  if (names.includes('unitsAvailable')) {
    const units = objectOf(around.find(each => 'unitsAvailable' in each)?.['unitsAvailable']);
    const all = ['default', 'reduceFirst', 'openOnly'].map(each => objectOf(units[each])[field]);
    return !names.includes('reduceOnly') && new Set(all.map(String)).size === 1;
  }
  if ('displayPrecision' in own) {
    return (
      own['type'] === 'CURRENCY' &&
      ['displayPrecision', 'pipLocation', 'maximumTrailingStopDistance'].includes(field)
    );
  }
  return isKnownInResource(fact, own, file);
}

function isKnownInFill({ field, names, holder }: Fact, fill: Json, file: File): boolean {
  const own = holder as Json;
  const closes = closesOf(fill);
  const isPart =
    names.at(-1) === 'tradeOpened' ||
    names.at(-1) === 'tradesClosed' ||
    names.at(-1) === 'tradeReduced';
  if (names.includes('fullPrice')) {
    const sells = String(fill['units']).startsWith('-');
    const [first] = objectsIn(objectOf(fill['fullPrice'])[sells ? 'bids' : 'asks']);
    return field === 'price' && own === first;
  }
  if (names.includes('homeConversionFactors')) return false;
  if (field === 'price')
    return hasBook(fill) || has(fill, 'fullVWAP') || closes.some(each => has(each, 'price'));
  if (field === 'fullVWAP' || field === 'requestedUnits') return true;
  if (field === 'units')
    return closes.length + objectsIn([fill['tradeOpened']]).length === 1 || !isPart;
  if (field === 'pl') return closes.length > 0;
  if (field === 'realizedPL') return true;
  if (field === 'quotePL') return closes.length === 1;
  if (field === 'financing') return closes.length > 0 && (!isPart || closes.length === 1);
  if (field === 'halfSpreadCost')
    return hasBook(fill) && has(fill, 'gainQuoteHomeConversionFactor');
  if (field === 'accountBalance') {
    const before = file.find(Number(fill['id']) - 1);
    const older = file.find(Number(fill['id']) - 2);
    return (
      before?.['accountBalance'] !== undefined ||
      (before?.['type'] === 'MARKET_ORDER' && older?.['accountBalance'] !== undefined)
    );
  }
  return false;
}

function isKnownInTransaction({ field, names }: Fact, own: Json, file: File): boolean {
  const [fill] = file.beside(own).filter(isFill);
  if (String(own['type']) === 'DAILY_FINANCING') return false;
  if (field === 'units' && names.at(-1) !== 'tradeClose') return fill !== undefined;
  // A dependent order repeats what its order asked for.
  if (own['reason'] === 'ON_FILL') {
    return (
      ['price', 'distance'].includes(field) &&
      file.beside(own).some(each => Object.keys(each).some(key => key.endsWith('OnFill')))
    );
  }
  return false;
}

function isKnownInAccount(field: string, account: Json): boolean {
  const known: Readonly<Record<string, readonly string[]>> = {
    NAV: ['balance', 'unrealizedPL'],
    balance: ['NAV', 'unrealizedPL'],
    unrealizedPL: ['balance', 'NAV'],
    marginCloseoutNAV: ['balance', 'marginCloseoutUnrealizedPL'],
    marginCloseoutUnrealizedPL: ['balance', 'marginCloseoutNAV'],
    marginUsed: ['NAV', 'marginAvailable'],
    marginAvailable: ['NAV', 'marginUsed'],
    withdrawalLimit: ['balance', 'marginAvailable'],
    marginCloseoutPercent: ['marginCloseoutMarginUsed', 'marginCloseoutNAV'],
    marginCloseoutMarginUsed: ['marginCallMarginUsed'],
    marginCallMarginUsed: ['marginCloseoutMarginUsed'],
    marginCallPercent: ['marginCloseoutPercent'],
    positionValue: ['marginUsed', 'marginRate'],
    openTradeCount: ['trades'],
    openPositionCount: ['positions'],
    pendingOrderCount: ['orders'],
    pl: ['positions', 'balance'],
  };
  const from = known[field];
  return from !== undefined && has(account, ...from);
}

/** An order or a trade among changes, of which a transaction says the same. */
function isKnownInResource({ field, holder }: Fact, own: Json, file: File): boolean {
  const made = file.find(own['id']);
  if (made === undefined || Array.isArray(holder) || !('state' in own)) return false;
  if ('initialUnits' in own) {
    const opened = objectOf(made['tradeOpened']);
    return ['price', 'initialUnits'].includes(field) && opened['units'] !== undefined;
  }
  return ['units', 'price', 'distance'].includes(field) && made[field] !== undefined;
}

function isKnownID({ field, holder, names, around }: Fact, file: File): boolean {
  const own = holder as Json;
  const transaction = around.findLast(each => 'batchID' in each && 'type' in each);
  if (field === 'accountID' || field === 'userID') return file.transactions.length > 2;
  if (field === 'requestID')
    return transaction !== undefined && file.beside(transaction).length > 0;
  if (field === 'relatedTransactionIDs') return true;
  if (field === 'lastTransactionID')
    return Array.isArray(around[0]?.['relatedTransactionIDs']) || isObject(around[0]?.['account']);
  if (transaction === undefined) {
    if (field === 'tradeIDs')
      return around.some(
        each => Array.isArray(each['trades']) && each['trades'].length > 0 && 'NAV' in each,
      );
    return field !== 'id' && 'state' in own ? file.find(own[field]) !== undefined : false;
  }
  const isBeside = file.beside(transaction).length > 0;
  const isAnswer = Array.isArray(around[0]?.['relatedTransactionIDs']);
  if (field === 'id' || field === 'batchID')
    return isBeside || isAnswer || own['id'] === own['batchID'];
  if (field === 'orderID' && own === transaction)
    return isBeside && String(own['orderID']) === String(own['batchID']);
  if (field === 'tradeID' && names.includes('tradeOpened')) return true;
  if (field === 'tradeID' && names.includes('tradeClose'))
    return file.beside(transaction).some(isFill);
  if (field === 'tradeID' && fillOf({ around } as Fact) !== undefined) {
    return file.beside(transaction).some(each => isObject(each['tradeClose']));
  }
  return false;
}

function isKnownTime({ field, holder }: Fact, file: File): boolean {
  const own = holder as Json;
  if ('batchID' in own && field === 'time') return file.beside(own).length > 0;
  if ('state' in own && 'id' in own) {
    const maker = field === 'createTime' || field === 'openTime' ? own['id'] : undefined;
    const ender = field === 'filledTime' ? own['fillingTransactionID'] : undefined;
    const closer =
      field === 'closeTime'
        ? (own['closingTransactionIDs'] as unknown[] | undefined)?.[0]
        : undefined;
    return file.find(maker ?? ender ?? closer) !== undefined;
  }
  return false;
}

function isKnownReason({ field, holder, value, around }: Fact, file: File): boolean {
  const own = holder as Json;
  const body = around[0] as Json;
  if (field === 'errorCode') return 'errorMessage' in body || around.length > 1;
  if (field === 'rejectReason') return 'errorCode' in body;
  if (isFill(own))
    return file
      .beside(own)
      .some(
        each =>
          String(each['type']).endsWith('_ORDER') && String(each['id']) === String(own['orderID']),
      );
  if (
    [
      'TRADE_CLOSE',
      'REPLACEMENT',
      'CLIENT_REQUEST_REPLACED',
      'LINKED_TRADE_CLOSED',
      'POSITION_CLOSEOUT',
    ].includes(String(value))
  )
    return true;
  if (value === 'ON_FILL') return file.beside(own).some(isFill);
  return value === 'CLIENT_ORDER' && file.beside(own).some(isFill);
}

function isKnownState({ field, holder }: Fact): boolean {
  const own = holder as Json;
  if (field === 'status') return 'tradeable' in own;
  if (field === 'tradeable') return 'status' in own;
  if (field !== 'state') return false;
  return 'currentUnits' in own || 'createTime' in own;
}
