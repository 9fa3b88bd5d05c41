/** Relations within prices, books and descriptions of instruments. Source: v20 semantics 8, 9.5. */

import { decimal } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { parseInstant } from '../../../core/time/instant.js';
import { objectOf, objectsIn } from '../recording/json.js';
import { number, type Relation, type RelationCheck, sameAs } from './rule.js';

const levels: Relation = {
  name: 'levels',
  sentence:
    'The levels of a book get worse one by one, bids lie below asks, and closeout prices are no better.',
  source: 'v20 semantics 8.1',
  check: price => {
    if (!Array.isArray(price['bids']) || !Array.isArray(price['asks'])) return [];
    const [bids, asks] = ['bids', 'asks'].map(side =>
      objectsIn(price[side]).map(each => number(each, 'price')),
    );
    const best = check(
      'bids',
      'below asks',
      bids?.[0],
      bids?.[0] !== undefined && asks?.[0] !== undefined && bids[0].lt(asks[0]),
    );
    const worse = (side: string, list: typeof bids, sign: 1 | -1) =>
      (list ?? []).slice(1).map((each, index) => {
        const before = list?.[index];
        const isSame =
          each !== undefined && before !== undefined && each.minus(before).times(sign).gt(0);
        return check(`${side}[${index + 1}].price`, 'worse than the one before', each, isSame);
      });
    const closeout = (field: string, list: typeof bids, sign: 1 | -1) => {
      const [own, last] = [number(price, field), list?.at(-1)];
      if (own === undefined || last === undefined) return [];
      return [
        check(field, `no better than ${last.toFixed()}`, own, own.minus(last).times(sign).gte(0)),
      ];
    };
    return [
      ...(bids?.length && asks?.length ? [best] : []),
      ...worse('bids', bids, -1),
      ...worse('asks', asks, 1),
      ...closeout('closeoutBid', bids, -1),
      ...closeout('closeoutAsk', asks, 1),
    ];
  },
};

function check(field: string, expected: string, found: unknown, isSame: boolean): RelationCheck {
  return { field, expected, found: String(found), isSame };
}

const quoteTime: Relation = {
  name: 'quote time',
  sentence: 'A fill shows a quote that is not later than the fill.',
  source: 'v20 semantics 4.4',
  check: fill => {
    const quoted = parseInstant(String(objectOf(fill['fullPrice'])['timestamp']))?.at;
    const filled = parseInstant(String(fill['time']))?.at;
    if (fill['type'] !== 'ORDER_FILL' || quoted === undefined || filled === undefined) return [];
    return [
      check(
        'fullPrice.timestamp',
        `at most ${fill['time']}`,
        objectOf(fill['fullPrice'])['timestamp'],
        quoted <= filled,
      ),
    ];
  },
};

const state: Relation = {
  name: 'price state',
  sentence: 'A price is tradeable when its status says so.',
  source: 'v20 semantics 8.1',
  check: price => {
    const { status, tradeable } = price;
    if (status === undefined || tradeable === undefined) return [];
    return [
      check(
        'status',
        tradeable === true ? 'tradeable' : 'non-tradeable',
        status,
        (status === 'tradeable') === tradeable,
      ),
    ];
  },
};

const available: Relation = {
  name: 'units available',
  sentence: 'Without a position all position fills but REDUCE_ONLY allow the same units.',
  source: 'v20 semantics 8.1',
  check: price => {
    const units = objectOf(price['unitsAvailable']);
    const reduce = objectOf(units['reduceOnly']);
    if (Number(reduce['long']) !== 0 || Number(reduce['short']) !== 0) return [];
    return ['reduceFirst', 'openOnly'].flatMap(kind =>
      ['long', 'short'].flatMap(side => {
        const checks = sameAs(objectOf(units[kind]), side, objectOf(units['default'])[side]);
        return checks.map(each => ({ ...each, field: `unitsAvailable.${kind}.${side}` }));
      }),
    );
  },
};

const described: Relation = {
  name: 'description',
  sentence:
    'The name of a currency pair, its digits and its widest trailing stop follow from one another.',
  source: 'v20 semantics 9.5',
  check: instrument => {
    const digits = number(instrument, 'displayPrecision');
    const pip = number(instrument, 'pipLocation');
    if (digits === undefined || pip === undefined || instrument['type'] !== 'CURRENCY') return [];
    const known = instrumentTable().get(String(instrument['name']));
    const widest = decimal(`1e${pip.plus(4).toFixed()}`);
    return [
      ...sameAs(instrument, 'displayName', String(instrument['name']).replace('_', '/')),
      ...sameAs(instrument, 'pipLocation', decimal(1).minus(digits).toFixed()),
      ...sameAs(instrument, 'maximumTrailingStopDistance', widest.toFixed()),
      ...(known === undefined
        ? []
        : sameAs(instrument, 'displayPrecision', known.displayPrecision)),
    ];
  },
};

const buckets: Relation = {
  name: 'buckets',
  sentence: 'The buckets of a book are whole numbers of its width, one after the other.',
  source: 'v20 semantics 1.2',
  check: book => {
    const width = number(book, 'bucketWidth');
    const list = objectsIn(book['buckets']);
    if (width === undefined || width.isZero() || list.length === 0) return [];
    return list.slice(1).map((each, index) => {
      const [own, before] = [number(each, 'price'), number(list[index] ?? {}, 'price')];
      const steps =
        own === undefined || before === undefined ? decimal(0) : own.minus(before).div(width);
      return check(
        `buckets[${index + 1}].price`,
        'whole widths on',
        own?.toFixed(),
        steps.gt(0) && steps.round(0, 'nearest').eq(steps),
      );
    });
  },
};

const candles: Relation = {
  name: 'candles in order',
  sentence: 'Candles follow one another; only the last may be incomplete, and each has a price.',
  source: 'v20 semantics 7.2',
  check: body => {
    const list = objectsIn(body['candles']);
    return list.flatMap((candle, index) => {
      const [own, before] = [candle, list[index - 1]].map(
        each => parseInstant(String(each?.['time']))?.at,
      );
      const volume = Number(candle['volume']);
      return [
        ...(before === undefined || own === undefined
          ? []
          : [
              check(`candles[${index}].time`, 'after the one before', candle['time'], own > before),
            ]),
        ...(candle['complete'] === undefined
          ? []
          : [
              check(
                `candles[${index}].complete`,
                'true',
                candle['complete'],
                candle['complete'] === true || index === list.length - 1,
              ),
            ]),
        ...(candle['volume'] === undefined
          ? []
          : [check(`candles[${index}].volume`, 'at least 1', volume, volume >= 1)]),
      ];
    });
  },
};

/** All relations of prices and instruments. */
export const MARKET_RELATIONS: readonly Relation[] = [
  levels,
  quoteTime,
  state,
  available,
  described,
  buckets,
  candles,
];
